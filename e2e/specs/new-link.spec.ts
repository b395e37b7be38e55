import { BASE_PATH, PUBLIC_CALLS } from '@kidlab/contract';
import type { Page } from '@playwright/test';

import { expectAccessible } from '../support/accessibility.js';
import { ANSWER } from '../support/browser-log.js';
import {
  expectCongratulations,
  fillConfirmForm,
  openConfirmForm,
  reachMail,
  sendConfirmForm,
} from '../support/journey.js';
import { confirmLink, newestMailTo } from '../support/mailbox.js';
import { expect, test } from '../support/test.js';
import { expectBanner, expectPage } from '../support/texts.js';

/** A mailed link that no longer works offers a new one. */

const NO_LONGER_VALID = 'The account you are attempting to access is no longer valid.';
const SENT =
  'If your registration is still waiting to be confirmed, we will email you a new link. It usually comes within minutes, but can take an hour.';

async function askForNewLink(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Send me a new link' }).click();
  await expect(page.getByRole('status')).toHaveText(SENT);
  await expect(page.getByRole('status')).toBeFocused();
}

test('after a mistyped zip code, tries count down, a new link comes, and the right zip code is accepted', async ({
  page,
  email,
  database,
  browserLog,
}) => {
  browserLog.announce(ANSWER(400));
  const link = await reachMail(page, email);
  await openConfirmForm(page, link);
  await fillConfirmForm(page, email, '94110');
  await sendConfirmForm(page);
  await expect(page.getByRole('status').filter({ hasText: '4 tries are left' })).toBeVisible();
  await expectBanner(page, 'The email address or zip code does not match our records.');
  await expect(page.locator('[aria-invalid]')).toHaveCount(0);
  const { search } = new URL(link);
  for (let tries = 0; tries < 3; tries += 1) {
    await page.request.post(BASE_PATH + PUBLIC_CALLS.confirmAndRegister + search, {
      data: { email, zipCode: '94110', recaptchaToken: 'off' },
    });
  }
  await sendConfirmForm(page);
  await expectPage(page, '/confirm-registration', NO_LONGER_VALID);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(page.getByRole('main')).toContainText('was wrong 5 times');
  await page.goto(link);
  await expectPage(page, '/confirm-registration', NO_LONGER_VALID);
  expect((await database.family(email)).state).toBe('awaiting');
  await askForNewLink(page);
  await expectAccessible(page);

  await openConfirmForm(page, confirmLink(await newestMailTo(email, 2)));
  await expect(page.getByRole('main')).toContainText('Enter the right one here');
  await expectAccessible(page);
  await fillConfirmForm(page, email, '94110');
  await sendConfirmForm(page);
  await expectCongratulations(page);
  expect(await database.family(email)).toMatchObject({
    state: 'registered',
    zipCode: '94110',
    city: 'San Francisco',
  });
});

test('the page for expired links sends a new link', async ({ page, email, database }) => {
  const link = await reachMail(page, email);
  await database.expireLink(email);
  await page.goto(link);
  await expect(page).toHaveURL(/\/kidlab-reg\/admin\/expired-registration-token\?guid=/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Expired Registration Token');
  // Parents may translate it, unlike the portal’s other pages.
  await expect(page.locator('html[translate]')).toHaveCount(0);
  await page.getByRole('link', { name: 'Get a new link' }).click();
  await expectPage(page, '/confirm-registration', NO_LONGER_VALID);
  await askForNewLink(page);
  await openConfirmForm(page, confirmLink(await newestMailTo(email, 2)));
});
