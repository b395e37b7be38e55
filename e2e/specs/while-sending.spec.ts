import { NO_ANSWER } from '../support/browser-log.js';
import { loseAnswer, loseRequest } from '../support/faults.js';
import { agree, expectVerify, reachAgreement } from '../support/journey.js';
import { newestMailTo } from '../support/mailbox.js';
import { expect, test } from '../support/test.js';

/** What the server has accepted is a success. */

for (const [what, lose] of [
  ['the request', loseRequest],
  ['the answer', loseAnswer],
] as const) {
  test(`an agreement that was accepted is a success, though ${what} of the second call is lost`, async ({
    page,
    email,
    database,
    browserLog,
  }) => {
    browserLog.announce(NO_ANSWER);
    await reachAgreement(page, email);
    await lose(page, '**/registration/update-family-details');
    await agree(page);
    await expectVerify(page);
    await newestMailTo(email);
    expect(await database.queuedMails(email)).toBe(1);
  });
}
