import { MESSAGES } from '@kidlab/contract';

import { NO_ANSWER } from '../support/browser-log.js';
import { loseAnswer } from '../support/faults.js';
import { agree, expectVerify, reachAgreement } from '../support/journey.js';
import { newestMailTo } from '../support/mailbox.js';
import { expect, test } from '../support/test.js';
import { expectBanner } from '../support/texts.js';

test('when the first response is lost, the button works again, and the retry sends one email', async ({
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
