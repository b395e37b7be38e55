import { MESSAGES } from '@kidlab/contract';

import { NO_ANSWER } from '../support/browser-log.js';
import { loseAnswer } from '../support/faults.js';
import { GuardianPage } from '../support/guardian-page.js';
import {
  agree,
  expectAgreement,
  expectCongratulations,
  expectVerify,
  fillConfirmForm,
  openConfirmForm,
  reachAgreement,
  reachList,
  reachMail,
  sendConfirmForm,
} from '../support/journey.js';
import { newestMailTo } from '../support/mailbox.js';
import { aGuardian, LEO, MAYA } from '../support/people.js';
import { expect, test } from '../support/test.js';
import { expectBanner, expectPage } from '../support/texts.js';
import { BANNER_MESSAGES } from '../specification.js';

/** The server's response to each form is lost: the form can be sent again, and nothing happens twice. */

test('step 1: the input stays, and the retry creates one family', async ({
  page,
  email,
  database,
  browserLog,
}) => {
  browserLog.announce(NO_ANSWER);
  await loseAnswer(page, '**/families/registerAndLinkGuardian');
  const step = new GuardianPage(page);
  const guardian = aGuardian(email);
  await step.open();
  await step.fill(guardian);
  await step.submit();
  await expectBanner(page, MESSAGES.connectionLost);
  await expect(step.firstName).toHaveValue(guardian.firstName);
  await expect(step.phone).toHaveValue(guardian.phone);
  await expect(step.yearOfBirth).toHaveValue(guardian.yearOfBirth);

  await step.submit();
  await expectPage(page, '/children-step', 'Child Information');
  expect(await database.families(email)).toHaveLength(1);
  expect(await database.guardians(email)).toHaveLength(1);
});

test('step 2: the retry does not duplicate the child', async ({
  page,
  email,
  database,
  browserLog,
}) => {
  browserLog.announce(NO_ANSWER);
  const step = await reachList(page, email, [MAYA, LEO]);
  await loseAnswer(page, '**/kidlab-reg/children', 'POST');
  await step.continueButton.click();
  await expectBanner(page, BANNER_MESSAGES.childSaveFailed);
  await step.expectList('Maya', 'Leo');

  await step.continueButton.click();
  await expectAgreement(page);
  expect(await database.childNames(email)).toEqual(['Maya', 'Leo']);
});

test('step 3: the button works again, and the retry sends one email', async ({
  page,
  email,
  database,
  browserLog,
}) => {
  browserLog.announce(NO_ANSWER);
  await reachAgreement(page, email);
  await loseAnswer(page, '**/registration/send-confirmation-email');
  await agree(page);
  await expectBanner(page, MESSAGES.connectionLost);
  const button = page.getByRole('button', { name: 'I agree', exact: true });
  await expect(button).toHaveAttribute('aria-disabled', 'false');

  await agree(page);
  await expectVerify(page);
  await newestMailTo(email);
  expect(await database.queuedMails(email)).toBe(1);
  expect((await database.family(email)).state).toBe('awaiting');
});

test('the confirmation can be repeated', async ({ page, email, database, browserLog }) => {
  browserLog.announce(NO_ANSWER);
  await openConfirmForm(page, await reachMail(page, email));
  await fillConfirmForm(page, email, '94608');
  await loseAnswer(page, '**/families/confirmAndRegister?*');
  await sendConfirmForm(page);
  await expectBanner(page, MESSAGES.connectionLost);
  await sendConfirmForm(page);
  await expectCongratulations(page);
  expect((await database.family(email)).state).toBe('registered');
});
