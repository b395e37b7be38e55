import type { Page } from '@playwright/test';

import { ANSWER, NO_ANSWER } from '../support/browser-log.js';
import { GuardianPage } from '../support/guardian-page.js';
import { loseRequest } from '../support/faults.js';
import {
  agree,
  expectAgreement,
  expectCongratulations,
  expectVerify,
  fillConfirmForm,
  openConfirmForm,
  reachVerify,
  sendConfirmForm,
} from '../support/journey.js';
import { confirmLink, newestMailTo, removeLink } from '../support/mailbox.js';
import { aGuardian, LEO, MAYA } from '../support/people.js';
import { expect, test } from '../support/test.js';
import { expectPage } from '../support/texts.js';
import { ChildrenPage } from '../support/children-page.js';

const TOO_SOON =
  'We sent the email a moment ago. Please wait a few minutes before sending it again.';

test('the page says where the mail went, for how long it counts and what to do without it', async ({
  page,
  email,
}) => {
  await reachVerify(page, email);
  const main = page.getByRole('main');
  await expect(main).toContainText(email);
  await expect(main).toContainText('within 72 hours');
  await expect(main).toContainText('within a few minutes');
  await expect(main).toContainText('spam');
  await expect(page.getByRole('link', { name: 'kidlab-support@localhost' })).toBeVisible();
});

test('"Send it again" waits some minutes; then the newer link counts and the older is dead', async ({
  page,
  email,
  database,
  browserLog,
}) => {
  browserLog.announce(ANSWER(429));
  await reachVerify(page, email);
  const older = confirmLink(await newestMailTo(email));
  const again = page.getByRole('button', { name: 'Send it again' });
  await again.click();
  await expect(page.getByRole('status')).toHaveText(TOO_SOON);
  expect(await database.queuedMails(email)).toBe(1);

  await database.ageLastMail(email);
  await again.click();
  await expect(page.getByRole('status')).toHaveText('A confirmation email is on its way.');
  const newer = confirmLink(await newestMailTo(email, 2));
  expect(newer).not.toBe(older);
  await page.goto(older);
  await expectPage(
    page,
    '/confirm-registration',
    'The account you are attempting to access is no longer valid.',
  );
  await openConfirmForm(page, newer);
});

test('"Send it again" tells of a lost connection and of a session that is over', async ({
  page,
  email,
  database,
  browserLog,
}) => {
  browserLog.announce(NO_ANSWER, ANSWER(401));
  await reachVerify(page, email);
  await loseRequest(page, '**/registration/resend-confirmation-email');
  const again = page.getByRole('button', { name: 'Send it again' });
  await again.click();
  await expect(page.getByRole('status')).toHaveText(
    'We could not reach the server. Please check your internet connection and try again.',
  );
  await database.endDraft(email);
  await again.click();
  await expect(page.getByRole('status')).toHaveText(
    'It can’t be sent again from this page any more. The link in the email that we sent is still good for its time. If no email has come, please sign up again with the same email address: we will then send a new one.',
  );
  await expect(page.getByRole('status')).toBeFocused();
  await expect(page.getByRole('button')).toHaveCount(0);
  expect((await database.family(email)).state).toBe('awaiting');
});

for (const [what, sentence, status, end] of [
  [
    'is confirmed',
    'Your registration is confirmed already, so there is nothing to send. You can close this page.',
    409,
    async (page: Page, email: string): Promise<void> => {
      await openConfirmForm(page, confirmLink(await newestMailTo(email)));
      await fillConfirmForm(page, email, aGuardian(email).zipCode);
      await sendConfirmForm(page);
      await expectCongratulations(page);
    },
  ],
  [
    'was removed',
    'This registration is not there any more, so there is nothing to send. You are welcome to sign up again.',
    404,
    async (page: Page, email: string): Promise<void> => {
      await page.goto(removeLink(await newestMailTo(email)));
      await page.getByRole('button', { name: 'Remove my data' }).click();
      await expectPage(page, '/remove-my-data', 'Your data has been removed.');
    },
  ],
] as const) {
  test(`"Send it again" says so when the registration ${what}, and offers it no more`, async ({
    page,
    email,
    browserLog,
    otherBrowser,
  }) => {
    browserLog.announce(ANSWER(status));
    await reachVerify(page, email);
    await end(await otherBrowser.newPage(), email);
    await page.getByRole('button', { name: 'Send it again' }).click();

    await expect(page.getByRole('status')).toHaveText(sentence);
    await expect(page.getByRole('status')).toBeFocused();
    await expect(page.getByRole('button')).toHaveCount(0);
  });
}

test('a mistyped address is corrected without typing the rest again', async ({
  page,
  email,
  database,
}) => {
  const mistyped = `x${email}`;
  await reachVerify(page, mistyped, [MAYA, LEO]);
  await newestMailTo(mistyped);
  await page.getByRole('button', { name: 'Change it' }).click();

  const stepOne = new GuardianPage(page);
  await stepOne.expectReady();
  expect(await database.families(mistyped)).toEqual([]);
  const guardian = aGuardian(mistyped);
  await expect(stepOne.email).toHaveValue(mistyped);
  await expect(stepOne.phone).toHaveValue(guardian.phone);
  await stepOne.email.fill(email);
  await stepOne.yearOfBirth.selectOption(guardian.yearOfBirth);
  await stepOne.submit();

  const stepTwo = new ChildrenPage(page);
  await stepTwo.expectList('Maya', 'Leo');
  await stepTwo.continueButton.click();
  await expectAgreement(page);
  await agree(page);
  await expectVerify(page);
  await newestMailTo(email);
  expect(await database.childNames(email)).toEqual(['Maya', 'Leo']);
});

test('both "almost complete" pages say so without a registration', async ({ page }) => {
  for (const path of ['/verify-registration', '/registration-complete']) {
    await page.goto(`/kidlab-reg${path}`);
    await expectPage(page, path, 'Your registration is almost complete');
    await expect(page.getByRole('main')).toContainText('72 hours');
    await expect(page.getByRole('button', { name: 'Send it again' })).toHaveCount(0);
  }
});
