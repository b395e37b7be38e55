import { readFile } from 'node:fs/promises';

import { ADMIN_API_PATH, PORTAL_ROUTES, SESSION_CALLS } from '@kidlab/contract';
import type { BrowserContext, Page } from '@playwright/test';

import { PORTAL_HEADINGS } from '../portal-specification.js';
import { expectAccessible } from '../support/accessibility.js';
import { ANSWER } from '../support/browser-log.js';
import { fakeAnswer } from '../support/faults.js';
import { Keyboard } from '../support/keyboard.js';
import { LoginPage } from '../support/login-page.js';
import { newestMailTo } from '../support/mailbox.js';
import { anAppAccount, appCode } from '../support/second-factor.js';
import {
  aStaffAccount,
  expect,
  expectPortalPage,
  PORTAL,
  signInByCall,
  STAFF,
  type StaffAccount,
  staffTest as test,
} from '../support/staff.js';
import { expectTexts } from '../support/texts.js';

const HEADING = 'Two-Step Sign-In';
const SEARCH_HEADING = PORTAL_HEADINGS['/search-page'];

const codeField = (page: Page) => page.getByRole('textbox', { name: 'Code', exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** A page in another browser. The first user, whom all tests share, never has a second factor. */
async function pageOf(browser: BrowserContext): Promise<Page> {
  return browser.newPage();
}

async function openSettings(page: Page): Promise<void> {
  await page.goto(`${PORTAL}${PORTAL_ROUTES.secondFactor}`);
  await expectPortalPage(page, PORTAL_ROUTES.secondFactor, HEADING);
}

/** Signs in with the password, up to the page that asks for the code. */
async function givePassword(page: Page, account: StaffAccount): Promise<void> {
  const login = new LoginPage(page);
  await login.open();
  await login.signIn(account);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Two-step sign-in');
}

test('by keyboard alone: two-step sign-in is switched on, then asks for a code', async ({
  staffPage,
  otherBrowser,
  browserLog,
}) => {
  // Calls in flight during the logout are refused.
  browserLog.announce(ANSWER(400), ANSWER(401));
  const account = await aStaffAccount(staffPage.request);
  const page = await pageOf(otherBrowser);
  await otherBrowser.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signInByCall(page.request, account);
  const keyboard = new Keyboard(page);
  await page.goto(`${PORTAL}/landing-page`);
  await keyboard.tabTo(page.getByRole('link', { name: HEADING, exact: true }));
  await keyboard.press('Enter');
  await expectPortalPage(page, PORTAL_ROUTES.secondFactor, HEADING);
  await expectTexts(page, 'Two-step sign-in is off.');
  await expectAccessible(page);

  await keyboard.tabTo(button(page, 'Turn on'));
  await keyboard.press('Enter');
  const password = page.getByLabel('Password');
  await expect(password).toBeFocused();
  await keyboard.press('Enter');
  await expect(password).toHaveAccessibleDescription('Please enter your password.');
  await page.keyboard.type('not the password');
  await keyboard.press('Enter');
  await expect(password).toHaveAccessibleDescription('This is not your password.');
  await expect(password).toBeFocused();
  await expectAccessible(page);
  await password.selectText();
  await page.keyboard.type(account.password);
  await keyboard.press('Enter');

  await expect(page.getByRole('heading', { name: /^Scan this QR code/ })).toBeFocused();
  await expect(page.getByRole('img', { name: 'QR code with the key' })).toBeVisible();
  const link = page.getByRole('link', { name: 'Open the app on this device' });
  const uri = new URL((await link.getAttribute('href')) ?? '');
  const key = uri.searchParams.get('secret') ?? '';
  await expect(page.locator('code')).toHaveText(key.replace(/.{4}(?=.)/g, '$& '));
  await expectAccessible(page);

  await keyboard.tabTo(button(page, 'Confirm'));
  await keyboard.press('Enter');
  await expect(codeField(page)).toHaveAccessibleDescription('Please enter a code.');
  await expect(codeField(page)).toBeFocused();
  await page.keyboard.type('000 000');
  await keyboard.press('Enter');
  await expect(codeField(page)).toHaveAccessibleDescription(/^This code is wrong/);
  await expect(codeField(page)).toBeFocused();
  await codeField(page).selectText();
  await page.keyboard.type(appCode(key));
  await keyboard.press('Enter');

  await expect(page.getByRole('heading', { name: 'Your recovery codes' })).toBeFocused();
  const listed = page.getByRole('main').getByRole('listitem');
  await expect(listed).toHaveCount(10);
  const codes = await listed.allTextContents();
  await expectAccessible(page);
  await keyboard.tabTo(button(page, 'Download'));
  const [download] = await Promise.all([page.waitForEvent('download'), keyboard.press('Enter')]);
  expect(download.suggestedFilename()).toBe('recovery-codes.txt');
  const file = await readFile(await download.path(), 'utf8');
  for (const code of codes) expect(file).toContain(code);
  await keyboard.tabTo(button(page, 'Copy'));
  await keyboard.press('Enter');
  await expectTexts(page, 'Recovery codes copied.');
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toBe(codes.join('\n'));
  await keyboard.tabTo(button(page, 'I have saved them'));
  await page.keyboard.press('Enter');
  await expectTexts(page, 'Two-step sign-in is on.', 'You have 10 recovery codes left.');
  await expectAccessible(page);
  const news = await newestMailTo(account.email, 2);
  expect(news.subject).toContain('Two-step sign-in is on');

  await keyboard.tabTo(page.getByRole('link', { name: 'Log Out' }));
  await keyboard.pressToLeave('Enter');
  const login = new LoginPage(page);
  await login.expectOpen();
  await expect(login.email).toBeFocused();
  await page.keyboard.type(account.email);
  await keyboard.press('Tab');
  await page.keyboard.type(account.password);
  await page.keyboard.press('Enter');
  await expect(codeField(page)).toBeFocused();
  await expectAccessible(page);
  await expect(codeField(page)).toHaveAttribute('autocomplete', 'one-time-code');
  await expect(codeField(page)).toHaveAttribute('inputmode', 'numeric');
  // Pasted in the format that apps show.
  const code = appCode(key, 1).replace(/^.{3}/, '$& ');
  await page.evaluate((text) => navigator.clipboard.writeText(text), ` ${code} `);
  await page.keyboard.press('Control+v');
  await page.keyboard.press('Enter');
  await expectPortalPage(page, '/search-page', SEARCH_HEADING);
});

test('a recovery code signs in; after an administrator’s reset, the password is enough', async ({
  staffPage,
  otherBrowser,
  browserLog,
}) => {
  browserLog.announce(ANSWER(400), ANSWER(401));
  const page = await pageOf(otherBrowser);
  const account = await anAppAccount(staffPage.request, page.request);
  await givePassword(page, account);
  await button(page, 'Sign in').click();
  await expect(codeField(page)).toBeFocused();
  await expect(codeField(page)).toHaveAccessibleDescription(/Please enter a code\.$/);
  await codeField(page).fill('12345');
  await codeField(page).press('Enter');
  await expect(codeField(page)).toHaveAccessibleDescription(/6 digits that your app shows/);
  await codeField(page).fill('000000');
  await codeField(page).press('Enter');
  await expect(codeField(page)).toHaveAccessibleDescription(/This code is wrong/);
  await expect(codeField(page)).toHaveAttribute('aria-invalid', 'true');
  await expect(codeField(page)).toBeFocused();
  await expectAccessible(page);

  await fakeAnswer(page, `**${ADMIN_API_PATH}${SESSION_CALLS.loginSecondFactor}`, { status: 401 });
  await codeField(page).press('Enter');
  await expect(page.getByRole('alert')).toHaveText(
    'This login is over. Please log in again, with a new code.',
  );
  await expectAccessible(page);

  await givePassword(page, account);
  await button(page, 'Use a recovery code').click();
  const recovery = page.getByLabel('Recovery code');
  await expect(recovery).toBeFocused();
  await expect(recovery).toHaveValue('');
  await expectAccessible(page);
  await button(page, 'Use the authenticator app').click();
  await expect(codeField(page)).toBeFocused();
  await button(page, 'Use a recovery code').click();
  await recovery.fill(account.recoveryCodes[0]?.toUpperCase() ?? '');
  await recovery.press('Enter');
  await expectTexts(page, 'You have 9 recovery codes left.');
  await expectAccessible(page);
  await button(page, 'Continue').click();
  await expectPortalPage(page, '/search-page', SEARCH_HEADING);
  const news = await newestMailTo(account.email, 3);
  expect(news.subject).toContain('A recovery code was used');

  // The phone is lost for good.
  await staffPage.goto(`${PORTAL}/users`);
  const row = staffPage.getByRole('listitem').filter({ hasText: account.email });
  await expect(row).toContainText('two-step sign-in');
  await row.getByRole('button', { name: 'Reset two-step sign-in' }).click();
  const dialog = staffPage.getByRole('dialog');
  await expect(dialog).toContainText(account.email);
  await expectAccessible(staffPage);
  const confirm = dialog.getByRole('button', { name: 'Reset two-step sign-in' });
  await confirm.click();
  await expect(dialog).toContainText('Please enter your password.');
  await dialog.getByLabel('Your password').fill('not my password at all');
  await confirm.click();
  await expect(dialog).toContainText('This is not your password.');
  await dialog.getByLabel('Your password').fill(STAFF.password);
  await confirm.click();
  await expect(row.getByRole('button', { name: 'Reset two-step sign-in' })).toHaveCount(0);
  const resetNews = await newestMailTo(account.email, 4);
  expect(resetNews.subject).toContain('Two-step sign-in was reset');

  await page.context().clearCookies();
  const login = new LoginPage(page);
  await login.open();
  await login.signIn(account);
  await expectPortalPage(page, '/search-page', SEARCH_HEADING);
});

test('two-step sign-in gets new codes and is switched off', async ({ staffPage, otherBrowser }) => {
  const page = await pageOf(otherBrowser);
  const account = await anAppAccount(staffPage.request, page.request);
  await openSettings(page);
  await button(page, 'Make new recovery codes').click();
  await page.getByLabel('Password').fill(account.password);
  await page.getByLabel(/^Code from your authenticator app/).fill(appCode(account.key, 1));
  await expectAccessible(page);
  await button(page, 'Make new recovery codes').click();
  await expectTexts(page, 'The older recovery codes no longer work.');
  const listed = page.getByRole('main').getByRole('listitem');
  await expect(listed).toHaveCount(10);
  const codes = await listed.allTextContents();
  expect(codes).not.toContain(account.recoveryCodes[0]);
  await button(page, 'I have saved them').click();

  await button(page, 'Turn off').click();
  await page.getByLabel('Password').fill(account.password);
  await page.getByLabel(/^Code from your authenticator app/).fill(codes[0] ?? '');
  await button(page, 'Turn off').click();
  await expect(page.getByRole('alert')).toHaveText('Two-step sign-in is off now.');
  await expect(page.getByRole('alert')).toBeFocused();
  await expect(button(page, 'Turn on')).toBeVisible();
});
