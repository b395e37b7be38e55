import { MESSAGES } from '@kidlab/contract';

import { ANSWER, NO_ANSWER } from '../support/browser-log.js';
import { loseAnswer, loseRequest } from '../support/faults.js';
import { agree, expectVerify, reachAgreement } from '../support/journey.js';
import { newestMailTo } from '../support/mailbox.js';
import { expectNothingKept } from '../support/tabs.js';
import { expect, test } from '../support/test.js';
import { expectBanner, expectPage } from '../support/texts.js';

for (const [what, lose] of [
  ['the request of the first call', loseRequest],
  ['the answer to the first call', loseAnswer],
] as const) {
  test(`when ${what} is lost, the button comes back and the next try mails once`, async ({
    page,
    email,
    database,
    browserLog,
  }) => {
    browserLog.announce(NO_ANSWER);
    await reachAgreement(page, email);
    await lose(page, '**/registration/send-confirmation-email');
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
}

test('"I do not agree" after the end of the draft says what became of the data', async ({
  page,
  email,
  database,
  browserLog,
}) => {
  browserLog.announce(ANSWER(404));
  await reachAgreement(page, email);
  await database.endDraft(email);
  await page.getByRole('button', { name: 'I do not agree', exact: true }).click();
  await expectPage(page, '/cancel-registration', 'Your registration has been canceled');
  await expectNothingKept(page);
  expect(await database.queuedMails(email)).toBe(0);
});
