import { PASSWORD, PORTAL_ROUTES } from '@kidlab/contract';

import { expectAccessible } from '../support/accessibility.js';
import { ANSWER } from '../support/browser-log.js';
import { Keyboard } from '../support/keyboard.js';
import { LoginPage } from '../support/login-page.js';
import { newestMailTo, setPasswordLink } from '../support/mailbox.js';
import {
  aStaffAccount,
  expect,
  expectPortalPage,
  STAFF,
  sessionTest as test,
} from '../support/staff.js';
import { expectTexts } from '../support/texts.js';
import { LOGIN, PORTAL_HEADINGS, PORTAL_TITLE } from '../portal-specification.js';

const SEARCH_HEADING = PORTAL_HEADINGS['/search-page'];

test('by keyboard alone, with the specified texts: empty fields are refused, signing in leads to the search page', async ({
  page,
}) => {
  const login = new LoginPage(page);
  await login.open();
  await expect(page).toHaveTitle(PORTAL_TITLE);
  await expectTexts(page, LOGIN.heading, LOGIN.email, LOGIN.password, LOGIN.submit);
  await expect(login.email).toHaveAttribute('placeholder', 'user@example.org');
  await expect(login.email).toHaveAttribute('autocomplete', 'username');
  await expect(login.password).toHaveAttribute('autocomplete', 'current-password');
  await expect(login.email).toBeFocused();

  await page.keyboard.press('Enter');
  await expectTexts(
    page,
    'Please enter your Kid Lab email (e.g. user@example.org)',
    'Please enter your Kid Lab password',
  );
  await expect(login.email).toBeFocused();
  await expectAccessible(page);

  await page.keyboard.type(STAFF.email);
  await page.keyboard.press('Tab');
  await page.keyboard.type(STAFF.password);
  await page.keyboard.press('Enter');
  await expectPortalPage(page, '/search-page', SEARCH_HEADING);
  await expectTexts(page, `Logged In As: ${STAFF.email}`);
  await expect
    .poll(() => page.evaluate(() => sessionStorage.getItem('loggedInAs')))
    .toBe(STAFF.email);
});

test('a forgotten password is replaced by a mailed link, which works once', async ({
  page,
  staffPage,
  browserLog,
}) => {
  browserLog.announce(ANSWER(400), ANSWER(401));
  const account = await aStaffAccount(staffPage.request);
  await page.context().clearCookies();
  const login = new LoginPage(page);
  await login.open();
  await login.forgotten.click();
  await expectPortalPage(page, PORTAL_ROUTES.forgotPassword, 'Forgot password?');
  await expect(page).toHaveTitle(`${PORTAL_TITLE} – Forgot password?`);
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Email me a link' }).click();
  await expectTexts(page, 'Please enter your Kid Lab email (e.g. user@example.org)');
  await page.getByLabel('Email Address').fill(account.email.toUpperCase());
  await page.getByLabel('Email Address').press('Enter');
  await expect(page.getByRole('status')).toContainText('an email with a link is on its way');
  await expectAccessible(page);

  const link = setPasswordLink(await newestMailTo(account.email, 2));
  await page.goto(link);
  await expectPortalPage(page, PORTAL_ROUTES.setPassword, 'Set your password');
  await expect(page).toHaveTitle(`${PORTAL_TITLE} – Set your password`);
  const password = page.getByLabel('New password', { exact: true });
  const repeated = page.getByLabel('Repeat the new password');
  const submit = page.getByRole('button', { name: 'Set password' });
  await expect(password).toHaveAttribute('autocomplete', 'new-password');

  await password.fill('too short');
  await submit.click();
  await expectTexts(
    page,
    `Please choose a password of at least ${String(PASSWORD.minLength)} characters.`,
  );
  await expect(password).toBeFocused();
  await password.fill('kites and blocks 2026');
  await repeated.fill('kites and blocks 2027');
  await submit.click();
  await expectTexts(page, 'The passwords do not match.');
  await expect(repeated).toBeFocused();
  await expectAccessible(page);

  await password.fill('passwordpassword');
  await repeated.fill('passwordpassword');
  await submit.click();
  await expectTexts(
    page,
    'Please choose a password that is harder to guess: this one is too common.',
  );
  await page.getByLabel('Show password').check();
  await expect(password).toHaveAttribute('type', 'text');
  await password.fill('kites and blocks 2026');
  await repeated.fill('kites and blocks 2026');
  await submit.click();
  await expectTexts(page, 'Your password is set. You can sign in with it now.', 'Go to login');
  await expectAccessible(page);

  await page.goto(link);
  await expect(page.getByRole('alert')).toHaveText(
    'This link is no longer valid. If you set your password with it, please log in. If not, please use “Forgot password?” on the login page to get a new one.',
  );
  await expectAccessible(page);
  const keyboard = new Keyboard(page);
  await keyboard.tabTo(page.getByRole('link', { name: 'Forgot password?' }));
  await page.keyboard.press('Enter');
  await expectPortalPage(page, PORTAL_ROUTES.forgotPassword, 'Forgot password?');
  await page.getByRole('link', { name: 'Back to login' }).click();
  await login.signIn(account);
  await expect(page.getByRole('alert')).toHaveText(LOGIN.failed);
  await login.signIn({ email: account.email, password: 'kites and blocks 2026' });
  await expectPortalPage(page, '/search-page', SEARCH_HEADING);
});
