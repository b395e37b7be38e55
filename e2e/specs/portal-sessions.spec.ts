import { ADMIN_API_PATH, LOGOUT_PATH, PORTAL_ROUTES, SESSION_CALLS } from '@kidlab/contract';
import type { Page } from '@playwright/test';

import { ANSWER } from '../support/browser-log.js';
import { holdRequests } from '../support/faults.js';
import { LoginPage } from '../support/login-page.js';
import { rows } from '../support/portal-list.js';
import {
  aStaffAccount,
  expect,
  expectPortalPage,
  openBySideBar,
  PORTAL,
  signInByCall,
  STAFF,
  sessionTest as test,
} from '../support/staff.js';
import { expectTexts } from '../support/texts.js';
import { HEADER, PORTAL_HEADINGS } from '../portal-specification.js';

const SEARCH_HEADING = PORTAL_HEADINGS['/search-page'];

/** An empty list has no sort buttons and no rows. */
async function addFamily(page: Page, email: string): Promise<void> {
  const family = { email, zipCode: '94601', familyName: 'Before', referredBy: 'Friend' };
  const made = await page.request.post(`${ADMIN_API_PATH}/families`, { data: family });
  expect(made.status()).toBe(201);
}

/**
 * Signs in on the tab's third page. Its first page is a login page too, and Back reaches it without a page load.
 */
async function signInOnTheThirdPage(page: Page, loginPage: LoginPage): Promise<void> {
  await loginPage.open();
  await loginPage.forgotten.click();
  await page.getByRole('link', { name: 'Back to login' }).click();
  await loginPage.signIn(STAFF);
  await expectPortalPage(page, PORTAL_ROUTES.search, SEARCH_HEADING);
}

/** Goes back to the login page that the tab started with. */
async function backFromTheFourthPage(page: Page): Promise<void> {
  await page.evaluate(() => {
    history.go(-3);
  });
}

test('an expired session leads to the login page, and signing in returns to the same page', async ({
  staffPage: page,
  browserLog,
  email,
}) => {
  browserLog.announce(ANSWER(401));
  await addFamily(page, email);
  await page.goto(`${PORTAL}/families`);
  await expect(page.getByRole('status').filter({ hasText: /famil(y|ies)$/ })).toBeVisible();
  await page.context().clearCookies();
  await page.getByRole('button', { name: 'Family Name' }).click();
  const loginPage = new LoginPage(page);
  await loginPage.expectOpen();
  await expectTexts(page, 'Your session has expired.');
  await loginPage.signIn(STAFF);
  await expectPortalPage(page, '/families', 'Families');
});

test('a slow logout does not end the next session', async ({ staffPage: page, browserLog }) => {
  browserLog.announce(ANSWER(401));
  const calls: string[] = [];
  let answer = (): void => undefined;
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(`**${LOGOUT_PATH}`, async (route) => {
    calls.push('logout');
    const response = await route.fetch();
    await answered;
    calls.push('logout answered');
    await route.fulfill({ response });
  });
  page.on('request', (request) => {
    if (request.url().endsWith(ADMIN_API_PATH + SESSION_CALLS.login)) calls.push('login');
  });
  await page.goto(`${PORTAL}/families`);
  await expectTexts(page, `Logged In As: ${STAFF.email}`);
  await page.getByRole('link', { name: HEADER.logOut }).click();
  const loginPage = new LoginPage(page);
  await loginPage.expectOpen();
  await expect.poll(() => calls).toEqual(['logout']);

  await loginPage.signIn(STAFF);
  await expect(loginPage.busyButton).toBeVisible();
  answer();
  await expectTexts(page, `Logged In As: ${STAFF.email}`);
  await openBySideBar(page, 'Children');
  await expectPortalPage(page, '/children', 'Children');
  await expectTexts(page, `Logged In As: ${STAFF.email}`);
  expect(calls).toEqual(['logout', 'logout answered', 'login']);
});

test('the next user sees no data of the previous one', async ({ staffPage: page, email }) => {
  await addFamily(page, email);
  const openFamilies = async (): Promise<void> => {
    await openBySideBar(page, 'Families');
    await expectPortalPage(page, '/families', 'Families');
  };
  const loginPage = new LoginPage(page);
  await signInOnTheThirdPage(page, loginPage);
  await openFamilies();
  await expect(rows(page).first()).toBeVisible();

  // Back to the login page, without logging out.
  await backFromTheFourthPage(page);
  const { release } = await holdRequests(page, `**${ADMIN_API_PATH}/families?*`);
  await loginPage.signIn(STAFF);
  await expectPortalPage(page, PORTAL_ROUTES.search, SEARCH_HEADING);
  const asked = page.waitForRequest((request) => request.url().includes('/families?'));
  await openFamilies();
  await asked;
  await expect(rows(page)).toHaveCount(0);
  release();
  await expect(rows(page).first()).toBeVisible();
});

test('a tab shows the user who has just signed in in another tab', async ({ staffPage: page }) => {
  const account = await aStaffAccount(page.request);
  await page.clock.install();
  // A page that reads no records: calls in flight would be refused, because they carry the former user's cookie.
  await page.goto(`${PORTAL}${PORTAL_ROUTES.addFamily}`);
  await expectTexts(page, `Logged In As: ${STAFF.email}`);
  await signInByCall(page.request, account);
  await page.clock.runFor(20_000);
  await openBySideBar(page, 'Families');
  await expectTexts(page, `Logged In As: ${account.email}`);
});
