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
import { expectPage } from '../support/texts.js';

/** A mailed link that is dead is no dead end. */

const NO_LONGER_VALID = 'The account you are attempting to access is no longer valid.';
const SENT =
  'If your registration still waits to be confirmed, an email with a new link is on its way.';

async function askForNewLink(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Send me a new link' }).click();
  await expect(page.getByRole('status')).toHaveText(SENT);
  await expect(page.getByRole('status')).toBeFocused();
  await expectAccessible(page);
}

test('after a mistyped zip code: tries count down, a new link comes, the right one is taken', async ({
  page,
  email,
  database,
  browserLog,
}) => {
  browserLog.announce(ANSWER(400));
  await openConfirmForm(page, await reachMail(page, email));
  for (const tries of [
    '4 tries are left',
    '3 tries are left',
    '2 tries are left',
    'One try is left',
  ]) {
    await fillConfirmForm(page, email, '94110');
    await sendConfirmForm(page);
    await expect(page.getByRole('main')).toContainText(tries);
  }
  await sendConfirmForm(page);
  await expectPage(page, '/confirm-registration', NO_LONGER_VALID);
  await expect(page.getByRole('main')).toContainText('was wrong 5 times');
  await askForNewLink(page);

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

test('the page for expired links leads to a new one', async ({ page, email, database }) => {
  const link = await reachMail(page, email);
  await database.expireLink(email);
  await page.goto(link);
  await expect(page).toHaveURL(/expired-registration-token/);
  await page.getByRole('link', { name: 'Have a new link sent to you' }).click();
  await expectPage(page, '/confirm-registration', NO_LONGER_VALID);
  await askForNewLink(page);
  await openConfirmForm(page, confirmLink(await newestMailTo(email, 2)));
});
