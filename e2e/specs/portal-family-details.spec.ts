import { ADMIN_API_PATH, STAFF_CALLS } from '@kidlab/contract';
import type { Page } from '@playwright/test';

import { DETAILS } from '../portal-family-specification.js';
import { expectAccessible } from '../support/accessibility.js';
import { countRequests } from '../support/faults.js';
import { newestMailTo } from '../support/mailbox.js';
import { THIS_YEAR } from '../support/people.js';
import { anAwaitingFamily } from '../support/registration-calls.js';
import {
  aStaffChild,
  aStaffGuardian,
  cardOf,
  factsOf,
  openFamily,
  openNewFamily,
  readFamily,
} from '../support/staff-family.js';
import { expect, expectPortalPage, PORTAL, staffTest as test } from '../support/staff.js';
import { expectTexts } from '../support/texts.js';

const dialogOf = (page: Page) => page.getByRole('alertdialog');
const addGuardian = (page: Page) => page.getByRole('link', { name: DETAILS.addGuardian });
const addChild = (page: Page) => page.getByRole('link', { name: DETAILS.addChild });

test('a family is shown with every field of the specification', async ({
  staffPage: page,
  email,
}) => {
  const family = await openNewFamily(page, email, {
    familyName: 'O’Brien-Smith',
    zipCode: '94608',
    okayToContactIndicator: 'N',
    guardians: [aStaffGuardian('Renée', email)],
    children: [aStaffChild('Maya', { additionalLanguage1: 'ASL' })],
  });
  await expect(page.getByText('No email was sent to this family.')).toBeVisible();

  await expect(page.getByRole('heading', { level: 1 })).toHaveText(['O’Brien-Smith']);
  const card = page.getByRole('region', { name: 'O’Brien-Smith' });
  await expect(card.getByText('Confirmed', { exact: true })).toBeVisible();
  const since = new Intl.DateTimeFormat('en-US', {
    timeZone: 'America/Los_Angeles',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).format(new Date(family.registeredDate ?? ''));
  await expect
    .poll(async () => (await factsOf(card)).slice(0, 3))
    .toEqual([
      ['Okay To Contact', 'No'],
      ['Referred By', 'Lab employee'],
      ['Member Since', since],
    ]);
  await expect(card.getByRole('link', { name: DETAILS.edit })).toHaveText(DETAILS.edit);
  await expect(card.getByRole('button', { name: DETAILS.delete })).toHaveText(DETAILS.delete);

  const guardian = cardOf(page, 'Renée O’Brien');
  await expect
    .poll(() => factsOf(guardian))
    .toEqual([
      ['Relationship', 'Aunt'],
      ['City', 'Emeryville'],
      ['ZIP Code', '94608'],
      ['Phone', '(510) 555-0100'],
      ['Email Address', email],
      // A single guardian is shown as primary.
      ['Is Primary', 'Yes'],
      ['Notes', DETAILS.empty],
    ]);
  const child = cardOf(page, 'Maya');
  await expect
    .poll(() => factsOf(child))
    .toEqual([
      ['Date of Birth', `March / ${String(THIS_YEAR - 4)}`],
      ['Age', expect.stringMatching(/^[34] years$/)],
      ['Gender', 'Female'],
      ['Which Hand', 'Left-handed'],
      ['Home Language', 'Spanish'],
      ['Additional Language 1', 'ASL'],
      ['Additional Language 2', 'N/A'],
    ]);
  for (const only of [guardian, child]) {
    await expect(only.getByRole('link', { name: DETAILS.edit })).toBeVisible();
    await expect(only.getByRole('button', { name: DETAILS.delete })).toHaveCount(0);
  }
  await expect(guardian.getByText('Primary', { exact: true })).toBeVisible();
  await expect(guardian.getByRole('link', { name: '(510) 555-0100' })).toHaveAttribute(
    'href',
    'tel:+15105550100',
  );
  await expect(guardian.getByRole('link', { name: email })).toHaveAttribute(
    'href',
    `mailto:${email}`,
  );
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await guardian.getByRole('button', { name: `Copy ${email}` }).click();
  await expectTexts(page, 'Email Address copied');
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(email);
  await expect(addGuardian(page)).toHaveText(DETAILS.addGuardian);
  await expect(addChild(page)).toHaveText(DETAILS.addChild);
});

test('a guardian is deleted after a confirmation, and the page reloads its data', async ({
  staffPage: page,
  email,
}) => {
  const family = await openNewFamily(page, email, {
    guardians: [aStaffGuardian('Ann', email), aStaffGuardian('Bea', email)],
  });
  const erase = cardOf(page, 'Ann O’Brien').getByRole('button', { name: DETAILS.delete });
  await erase.click();
  const dialog = dialogOf(page);
  await expect(dialog.getByRole('heading')).toHaveText(DETAILS.deleteGuardian);
  await expectTexts(page, DETAILS.deleteQuestion);
  await expectAccessible(page);

  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(erase).toBeFocused();
  expect((await readFamily(page.request, email)).guardians).toHaveLength(2);

  const reads = countRequests(page, (request) => request.url().includes(family.guid));
  await erase.click();
  await dialog.getByRole('button', { name: DETAILS.delete }).click();
  await expect(dialog).toHaveCount(0);
  await expect(cardOf(page, 'Ann O’Brien')).toHaveCount(0);
  expect(reads()).toBe(1);
  await expect(page.getByRole('heading', { name: 'Guardians' })).toBeFocused();
  // The remaining guardian is primary and can't be deleted. Another one can be added.
  const left = cardOf(page, 'Bea O’Brien');
  await expect.poll(() => factsOf(left)).toContainEqual(['Is Primary', 'Yes']);
  await expect(left.getByRole('button', { name: DETAILS.delete })).toHaveCount(0);
  await expect(addGuardian(page)).toBeVisible();
});

test('deleting the family opens Add Family, and Back does not return to the family', async ({
  staffPage: page,
  email,
}) => {
  await page.goto(`${PORTAL}/search-page`);
  await expectPortalPage(page, '/search-page', 'Search Family and Children');
  const family = await openNewFamily(page, email, { familyName: 'Doe' });
  await page
    .getByRole('region', { name: 'Doe' })
    .getByRole('button', { name: DETAILS.delete })
    .click();
  await expectTexts(page, 'Delete Family', DETAILS.deleteQuestion);
  await dialogOf(page).getByRole('button', { name: DETAILS.delete }).click();
  await expectPortalPage(page, '/add-family', 'Add Family');
  await expect(page.locator('[name="family.familyName"]')).toBeFocused();
  const gone = await page.request.get(
    `${ADMIN_API_PATH}${STAFF_CALLS.familyByGuid}/${family.guid}`,
  );
  expect(gone.status()).toBe(404);

  await page.goBack();
  await expectPortalPage(page, '/search-page', 'Search Family and Children');
});

test('the mail history shows the state of each email; a failed one is sent again', async ({
  staffPage: page,
  otherBrowser,
  database,
  email,
}) => {
  await anAwaitingFamily(otherBrowser.request, email);
  const family = await readFamily(page.request, email);
  await openFamily(page, family.guid);
  const history = page.getByRole('region', { name: 'Emails' });
  await expect(history.getByRole('listitem')).toContainText('Sent');
  await expect(page.getByRole('region', { name: family.familyName })).toContainText(
    'Awaiting confirmation',
  );

  await database.failMail(email);
  await page.reload();
  await expect(history.getByRole('listitem')).toContainText('Failed');
  await expect(history.getByRole('listitem')).toContainText('550 5.1.1 No such mailbox');
  await expectAccessible(page);
  await history.getByRole('button', { name: 'Send again' }).click();
  // Without a reload.
  await expect(history.getByRole('listitem')).toContainText('Sent');
  await newestMailTo(email, 2);
});
