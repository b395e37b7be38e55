import { MESSAGES } from '@kidlab/contract';

import { ANSWER, NO_ANSWER } from '../support/browser-log.js';
import { loseAnswer } from '../support/faults.js';
import { GuardianPage } from '../support/guardian-page.js';
import { reachVerify } from '../support/journey.js';
import { aGuardian } from '../support/people.js';
import { expect, test } from '../support/test.js';
import { expectBanner, expectPage } from '../support/texts.js';

const REGISTER = '**/families/registerAndLinkGuardian';
const CONTACT = 'If you need help, please contact kidlab-support@localhost.';

async function send(step: GuardianPage, email: string): Promise<void> {
  await step.open();
  await step.fill(aGuardian(email));
  await step.submit();
}

test('an address that awaits confirmation is refused, and gets no second email', async ({
  page,
  email,
  database,
  browserLog,
  otherBrowser,
}) => {
  browserLog.announce(ANSWER(409));
  await reachVerify(page, email);
  const stranger = await otherBrowser.newPage();
  await send(new GuardianPage(stranger), email.toUpperCase());
  await expectBanner(
    stranger,
    `Looks like you are registered but need to confirm your email address. Please check your email and look for an email from the lab to confirm your registration. ${CONTACT}`,
  );
  await expect(stranger.getByRole('link', { name: 'kidlab-support@localhost' })).toHaveAttribute(
    'href',
    'mailto:kidlab-support@localhost',
  );
  expect((await database.family(email)).state).toBe('awaiting');
  expect(await database.queuedMails(email)).toBe(1);
});

test('after a lost response the input stays, and the retry creates one family', async ({
  page,
  email,
  database,
  browserLog,
}) => {
  browserLog.announce(NO_ANSWER);
  await loseAnswer(page, REGISTER);
  const step = new GuardianPage(page);
  await send(step, email);
  await expectBanner(page, MESSAGES.connectionLost);
  const guardian = aGuardian(email);
  await expect(step.firstName).toHaveValue(guardian.firstName);
  await expect(step.phone).toHaveValue(guardian.phone);
  await expect(step.yearOfBirth).toHaveValue(guardian.yearOfBirth);

  await step.submit();
  await expectPage(page, '/children-step', 'Child Information');
  expect(await database.families(email)).toHaveLength(1);
  expect(await database.guardians(email)).toHaveLength(1);
});
