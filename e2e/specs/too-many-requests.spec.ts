import { ANSWER } from '../support/browser-log.js';
import { fakeAnswer } from '../support/faults.js';
import { GuardianPage } from '../support/guardian-page.js';
import {
  agree,
  expectAgreement,
  expectVerify,
  reachAgreement,
  reachList,
} from '../support/journey.js';
import { aGuardian, MAYA } from '../support/people.js';
import { expect, test } from '../support/test.js';
import { expectBanner, expectPage } from '../support/texts.js';

const SENTENCE =
  'Too many requests have come from your connection or for this email address. Nothing is lost: please try again in a few minutes.';
const SAVE_FAILED = 'There was an error submitting your registration. Please try again.';
const REFUSAL = {
  status: 429,
  contentType: 'application/json',
  body: JSON.stringify({ statusCode: 429, message: SENTENCE }),
};

test.beforeEach(({ browserLog }) => {
  browserLog.announce(ANSWER(429));
});

test('step 1 says so and keeps what was typed', async ({ page, email }) => {
  await fakeAnswer(page, '**/families/registerAndLinkGuardian', REFUSAL);
  const step = new GuardianPage(page);
  await step.open();
  const guardian = aGuardian(email);
  await step.fill(guardian);
  await step.submit();
  await expectBanner(page, SENTENCE);
  await expect(step.firstName).toHaveValue(guardian.firstName);
  await expect(step.phone).toHaveValue(guardian.phone);

  await step.submit();
  await expectPage(page, '/children-step', 'Child Information');
});

test('step 2 says so and keeps the children', async ({ page, email }) => {
  const step = await reachList(page, email, [MAYA]);
  await fakeAnswer(page, '**/kidlab-reg/children', REFUSAL);
  await step.continueButton.click();
  await expectBanner(page, SAVE_FAILED, SENTENCE);
  await step.expectList('Maya');

  await step.continueButton.click();
  await expectAgreement(page);
});

test('step 3 says so, and the next try goes through', async ({ page, email }) => {
  await reachAgreement(page, email);
  await fakeAnswer(page, '**/registration/send-confirmation-email', REFUSAL);
  await agree(page);
  await expectBanner(page, SENTENCE);

  await agree(page);
  await expectVerify(page);
});
