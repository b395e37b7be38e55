import { ADMIN_API_PATH, PORTAL_ROUTES, SESSION_CALLS, STAFF_CALLS } from '@kidlab/contract';
import type { Page } from '@playwright/test';

import {
  expectAccessible,
  expectReadable,
  expectReadableInOtherLooks,
} from '../support/accessibility.js';
import { ANSWER, NO_ANSWER } from '../support/browser-log.js';
import { fakeAnswer, holdRequests, loseRequest } from '../support/faults.js';
import { FIVE } from '../support/people.js';
import { LoginPage } from '../support/login-page.js';
import { REPORT_CALL, ReportPage } from '../support/report-page.js';
import { SearchPage, SUMMARY_CALL } from '../support/search-page.js';
import { aSession, aStudy } from '../support/staff-families.js';
import {
  aFamily,
  aStaffChild,
  aStaffGuardian,
  field,
  submitButton,
} from '../support/staff-family.js';
import {
  expect,
  expectFamilyPage,
  followLink,
  expectPortalPage,
  PORTAL,
  sessionTest,
  staffTest as test,
} from '../support/staff.js';
import { expectTexts } from '../support/texts.js';
import { DETAILS, FIELD_MESSAGES } from '../portal-family-specification.js';
import { LOGIN, REPORT, SEARCH, USERS } from '../portal-specification.js';
import { FAMILY_PAGE_TEXTS, LIST_TEXTS, RECORD_FORM_TEXTS } from '../support/portal-texts.js';

/** admin/test covers messages and dialogs without layout. Here each of those states is checked as rendered. */

const FAILED = { status: 500, contentType: 'application/json', body: '{}' };

/** Checks a state once these texts are shown. */
async function judge(page: Page, ...words: string[]): Promise<void> {
  // The portal also shows "Loading..." until the page's chunk has loaded.
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectTexts(page, ...words);
  await expectAccessible(page);
}

sessionTest('the sign-in pages are accessible', async ({ page, browserLog }) => {
  browserLog.announce(ANSWER(401), ANSWER(500));
  const login = new LoginPage(page);
  const held = await holdRequests(page, `**${ADMIN_API_PATH}${SESSION_CALLS.login}`);
  await login.open();
  await login.signIn({ email: 'somebody@example.org', password: 'some password' });
  await expect(login.busyButton).toHaveAttribute('aria-disabled', 'true');
  await expectAccessible(page);
  held.release();
  await expect(page.getByRole('alert')).toHaveText(LOGIN.failed);
  await expect(login.email).toHaveValue('somebody@example.org');
  await expectAccessible(page);

  await fakeAnswer(page, `**${ADMIN_API_PATH}${SESSION_CALLS.setPassword}?*`, FAILED);
  await followLink(page, `${PORTAL_ROUTES.setPassword}?token=unknown`);
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  await expectAccessible(page);
});

test('the search and the report are accessible', async ({ staffPage: page, email, browserLog }) => {
  browserLog.announce(ANSWER(500));
  await aFamily(page.request, email);
  const search = new SearchPage(page);
  await search.open();
  await judge(page, SEARCH.reset);
  await search.chooseAges('3', '2');
  await search.submitButton.click();
  await expectTexts(page, SEARCH.invalidAges.title, SEARCH.invalidAges.text);
  await expectAccessible(page);
  await search.agesDialog.getByRole('button', { name: SEARCH.invalidAges.close }).click();
  await search.search('nobody has this name');
  await judge(page, SEARCH.noResults);
  await fakeAnswer(page, SUMMARY_CALL, FAILED);
  await search.submitButton.click();
  await expect(page.getByRole('button', { name: LIST_TEXTS.tryAgain })).toBeVisible();
  await judge(page, SEARCH.noResults);
  await followLink(page, '/children?filter=%7Bbroken');
  await judge(page, LIST_TEXTS.unreadable);

  const report = new ReportPage(page);
  await followLink(page, PORTAL_ROUTES.report);
  await judge(page, REPORT.search, REPORT.reset);
  await report.search('nobody has this name');
  await judge(page, REPORT.noResults);
  await fakeAnswer(page, REPORT_CALL, FAILED);
  await report.searchButton.click();
  await expect(page.getByRole('button', { name: LIST_TEXTS.tryAgain })).toBeVisible();
  await judge(page, REPORT.noResults);
});

test('record forms are accessible', async ({ staffPage: page, email, browserLog }) => {
  browserLog.announce(ANSWER(404), ANSWER(409));
  const full = await aFamily(page.request, email, {
    guardians: [aStaffGuardian('Ann', email), aStaffGuardian('Bea', email)],
    children: FIVE.map(({ firstName }) => aStaffChild(firstName)),
  });
  const { guid } = await aFamily(page.request, `room.${email}`);
  await page.goto(`${PORTAL}/edit-family`);
  await judge(page, RECORD_FORM_TEXTS.missing);
  await followLink(page, '/edit-family?guid=00000000-0000-4000-8000-000000000000');
  await judge(page, DETAILS.notFound);

  await followLink(page, `/add-child?guid=${full.guid}&familyEmail=${email}`);
  await expect(page.getByRole('link', { name: RECORD_FORM_TEXTS.toFamily })).toBeVisible();
  await expectAccessible(page);
  for (const [path, name] of [
    ['/add-family', 'family.familyName'],
    [`/add-child?guid=${guid}&familyEmail=room.${email}`, 'child.firstName'],
    [`/add-guardian?guid=${guid}&familyEmail=room.${email}`, 'guardian.firstName'],
    [`/edit-family?guid=${guid}`, 'family.familyName'],
  ] as const) {
    await followLink(page, path);
    await field(page, name).fill('');
    await submitButton(page).click();
    await expect(field(page, name)).toHaveAccessibleDescription(FIELD_MESSAGES[name].message);
    // The bullets of the second column keep clear of the first one's text.
    const summary = page.getByRole('alert').getByRole('list');
    await expect(summary).toHaveCSS('column-gap', '40px');
    await expectAccessible(page);
  }
  await field(page, 'family.familyName').fill('Doe');
  await field(page, 'family.email').fill(email);
  await submitButton(page).click();
  await expect(field(page, 'family.email')).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(page);
});

test('the family page is accessible', async ({ staffPage: page, email, browserLog }) => {
  browserLog.announce(ANSWER(404), ANSWER(500), NO_ANSWER);
  const read = `**${ADMIN_API_PATH}${STAFF_CALLS.familyByGuid}/*`;
  const { guid } = await aFamily(page.request, email, {
    guardians: [aStaffGuardian('Ann', email), aStaffGuardian('Bea', email)],
    children: FIVE.map(({ firstName }) => aStaffChild(firstName)),
  });
  const answer = await holdRequests(page, read);
  await page.goto(`${PORTAL}/family-details-page?guid=${guid}`);
  await judge(page, DETAILS.loading);
  answer.release();
  await judge(page, 'Ann O’Brien', 'Zoë', FAMILY_PAGE_TEXTS.noMails);
  await page.getByRole('link', { name: 'Family Overview' }).click();
  await expectPortalPage(page, PORTAL_ROUTES.familyOverview, 'Family Overview');
  await judge(page, 'Ann O’Brien', 'Zoë');
  await page.reload();
  await expectTexts(page, 'Ann O’Brien', 'Zoë');
  await page.getByRole('link', { name: 'Family Details' }).click();
  await expectFamilyPage(page);

  await page.getByRole('button', { name: `${DETAILS.delete} Ann O’Brien` }).click();
  await loseRequest(page, `**${ADMIN_API_PATH}${STAFF_CALLS.guardians}/*`, 'DELETE');
  const dialog = page.getByRole('alertdialog');
  await dialog.getByRole('button', { name: DETAILS.delete }).click();
  await expect(dialog.getByRole('alert')).toBeVisible();
  await expectAccessible(page);

  await followLink(page, '/family-details-page?guid=nonsense');
  await judge(page, DETAILS.notFound);
  await fakeAnswer(page, read, { ...FAILED, status: 500 });
  await followLink(page, '/family-details-page?guid=00000000-0000-4000-8000-000000000000');
  await judge(page, DETAILS.failed);
  await followLink(page, '/family-overview');
  await judge(page, FAMILY_PAGE_TEXTS.overviewMissing);
});

test('the users and dashboard pages are accessible', async ({ staffPage: page, browserLog }) => {
  browserLog.announce(ANSWER(400));
  await page.goto(`${PORTAL}/users`);
  await page.getByLabel('Email Address').fill('nobody');
  await page.getByRole('button', { name: 'Add User' }).click();
  await judge(page, USERS.invalid);

  const body = '{"statusCode":400,"message":"No."}';
  const refused = { status: 400, contentType: 'application/json', body };
  await fakeAnswer(page, `**${ADMIN_API_PATH}/figures/referrals`, refused);
  await followLink(page, PORTAL_ROUTES.landing);
  await judge(page, 'This figure could not be loaded.');
  await page.getByRole('button', { name: 'Send Follow-Up Emails' }).click();
  await expect(page.getByRole('alertdialog')).toContainText('Send follow-up emails now?');
  await expectAccessible(page);
  await page.keyboard.press('Escape');

  const list = { status: 200, contentType: 'application/json', body: '[]' };
  await fakeAnswer(page, `**${ADMIN_API_PATH}/users*`, list);
  await followLink(page, '/users');
  await judge(page, USERS.none);
});

test('pages are readable with forced colors, and lists in the other themes and widths', async ({
  staffPage: page,
  email,
}) => {
  const family = await aFamily(page.request, email);
  const study = await aStudy(page.request, {
    criteria: { genders: ['Female'], hands: ['Left-handed'], languages: ['English'] },
  });
  const session = await aSession(page.request, study);
  await page.goto(`${PORTAL}/studies`);
  for (const [path, heading, isList] of [
    // Its bars and swatches keep their colors.
    [PORTAL_ROUTES.landing, 'Dashboard', false],
    // Chips, selected rows and buttons, switches, progress. More than five rows take longer and look the same.
    [`${PORTAL_ROUTES.search}?filter=%7B%7D&perPage=5`, 'Search Family and Children', true],
    [`${PORTAL_ROUTES.families}?perPage=5`, 'Families', true],
    [`${PORTAL_ROUTES.familyDetails}?guid=${family.guid}`, 'Doe', false],
    [`${PORTAL_ROUTES.mails}?perPage=5`, 'Emails', true],
    [`${PORTAL_ROUTES.study}?id=${String(study)}`, 'Blocks', true],
    [`${PORTAL_ROUTES.editStudy}?id=${String(study)}`, 'Edit Study', false],
    [`${PORTAL_ROUTES.session}?id=${String(session)}`, 'Sun, Mar 8, 2099, 9:30 – 10:30 AM', false],
  ] as const) {
    await followLink(page, path);
    await expectPortalPage(page, path.replace(/\?.*/, ''), heading);
    await expect(page.getByText('Loading...')).toHaveCount(0);
    await page.emulateMedia({ forcedColors: 'active' });
    await expectReadable(page, 'forced colours');
    await page.emulateMedia({ forcedColors: 'none' });
    if (isList) await expectReadableInOtherLooks(page);
  }
});

test('with forced colors, the sidebar marks the current page', async ({ staffPage: page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto(PORTAL + PORTAL_ROUTES.studies);
  const here = page.locator('nav [aria-current]');
  await expect(here).toHaveText('Studies');
  const other = page.locator('nav').getByRole('link', { name: 'Dashboard' });
  const unmarked = await other.evaluate((link) => getComputedStyle(link).color);
  await expect(here).not.toHaveCSS('color', unmarked);
});
