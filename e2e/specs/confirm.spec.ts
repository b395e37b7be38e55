import { MESSAGES } from '@kidlab/contract';
import type { Page } from '@playwright/test';

import { ANSWER, NO_ANSWER } from '../support/browser-log.js';
import { loseAnswer } from '../support/faults.js';
import {
  expectCongratulations,
  fillConfirmForm,
  openConfirmForm,
  reachAgreement,
  reachMail,
  sendConfirmForm,
} from '../support/journey.js';
import { aRegisteredFamily } from '../support/registration-calls.js';
import { expect, test } from '../support/test.js';
import { expectBanner, expectPage } from '../support/texts.js';

const NO_LONGER_VALID = 'The account you are attempting to access is no longer valid.';
const ZIP_CODE = '94608';

async function expectNoLongerValid(page: Page): Promise<void> {
  await expectPage(page, '/confirm-registration', NO_LONGER_VALID);
  await expect(page.getByText('follow the instructions in the email')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Register again' })).toHaveAttribute(
    'href',
    '/kidlab-reg/registration',
  );
  await expect(page.getByRole('link', { name: 'kidlab-support@localhost' })).toBeVisible();
  await expect(page.getByRole('textbox')).toHaveCount(0);
}

test('only the mailed guid opens the confirm form', async ({ page, email, database }) => {
  await page.goto(`/kidlab-reg/confirm-registration?guid=${encodeURIComponent("' or 1=1 --")}`);
  await expectNoLongerValid(page);
  await reachAgreement(page, email);
  const { guid } = await database.family(email);
  const openGuid = async (): Promise<void> => {
    await page.goto(`/kidlab-reg/confirm-registration?guid=${guid}`);
    await expectNoLongerValid(page);
  };
  // A draft that was not agreed to, and one that was.
  await openGuid();
  expect((await database.family(email)).state).toBe('draft');
  await page.request.post('/kidlab-reg/registration/send-confirmation-email', { form: { email } });
  expect((await database.family(email)).state).toBe('awaiting');
  await openGuid();
});

test('opening the link changes nothing, and the form is empty', async ({
  page,
  email,
  database,
  otherBrowser,
}) => {
  const link = await reachMail(page, email);
  // A scanner of the mail provider follows it first.
  await openConfirmForm(await otherBrowser.newPage(), link);
  await openConfirmForm(page, `${link}&email=${encodeURIComponent(email)}&zipCode=${ZIP_CODE}`);
  await expect(page.getByLabel('Confirm email address')).toHaveValue('');
  await expect(page.getByLabel('Confirm zip code')).toHaveValue('');
  expect((await database.family(email)).state).toBe('awaiting');
});

test('a link that expires while the form is open confirms nothing', async ({
  page,
  email,
  database,
  browserLog,
}) => {
  browserLog.announce(ANSWER(410));
  await openConfirmForm(page, await reachMail(page, email));
  await fillConfirmForm(page, email, ZIP_CODE);
  await database.expireLink(email);
  await sendConfirmForm(page);
  await expectBanner(page, NO_LONGER_VALID);
  expect((await database.family(email)).state).toBe('awaiting');
});

test('the link of a confirmed family leads to "Congratulations!"', async ({ page, email }) => {
  const link = await aRegisteredFamily(page.request, email);
  await page.goto(link);
  await expectCongratulations(page);
});

test('a confirmation can be repeated when the response was lost', async ({
  page,
  email,
  database,
  browserLog,
}) => {
  browserLog.announce(NO_ANSWER);
  await openConfirmForm(page, await reachMail(page, email));
  await fillConfirmForm(page, email, ZIP_CODE);
  await loseAnswer(page, '**/families/confirmAndRegister?*');
  await sendConfirmForm(page);
  await expectBanner(page, MESSAGES.connectionLost);
  await sendConfirmForm(page);
  await expectCongratulations(page);
  expect((await database.family(email)).state).toBe('registered');
});
