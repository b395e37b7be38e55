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
import { aGuardian } from '../support/people.js';
import { expect, test } from '../support/test.js';
import { banner, expectPage } from '../support/texts.js';

/** A mailed link that is dead is no dead end. */

const NO_LONGER_VALID = 'The account you are attempting to access is no longer valid.';
const MISMATCH = 'The email address or zip code does not match our records.';
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
  browserLog.announce(ANSWER(400), ANSWER(404));
  const link = await reachMail(page, email);
  await openConfirmForm(page, link);
  const late = await page.context().newPage();
  await openConfirmForm(late, link);
  for (const tries of [
    '4 tries are left',
    '3 tries are left',
    '2 tries are left',
    'One try is left',
  ]) {
    await fillConfirmForm(page, email, '94110');
    await sendConfirmForm(page);
    await expect(page.getByRole('main')).toContainText(tries);
    await expect(banner(page)).toContainText(MISMATCH);
    await expect(page.locator('[aria-invalid]')).toHaveCount(0);
  }
  await sendConfirmForm(page);
  await expectPage(page, '/confirm-registration', NO_LONGER_VALID);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(page.getByRole('main')).toContainText('was wrong 5 times');
  // A sixth, from a form that was open all the time.
  await fillConfirmForm(late, email, aGuardian(email).zipCode);
  await sendConfirmForm(late);
  await expectPage(late, '/confirm-registration', NO_LONGER_VALID);
  await late.close();
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
  await page.getByRole('link', { name: 'Have a new link sent to you' }).click();
  await expectPage(page, '/confirm-registration', NO_LONGER_VALID);
  await askForNewLink(page);
  await openConfirmForm(page, confirmLink(await newestMailTo(email, 2)));
});
