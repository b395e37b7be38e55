import { ANSWER, NO_ANSWER } from '../support/browser-log.js';
import { fakeAnswer, loseAnswer, loseRequest } from '../support/faults.js';
import { agree, expectVerify, reachAgreement } from '../support/journey.js';
import { newestMailTo } from '../support/mailbox.js';
import { expectNothingKept } from '../support/tabs.js';
import { expect, test } from '../support/test.js';
import { expectBanner, expectPage } from '../support/texts.js';

const FIRST = '**/registration/send-confirmation-email';
const CONNECTION_LOST =
  'We could not reach the server. Please check your internet connection and try again.';

for (const [what, address, lose] of [
  ['the request of the first call', FIRST, loseRequest],
  ['the answer to the first call', FIRST, loseAnswer],
] as const) {
  test(`when ${what} is lost, the button comes back and the next try mails once`, async ({
    page,
    email,
    database,
    browserLog,
  }) => {
    browserLog.announce(NO_ANSWER);
    await reachAgreement(page, email);
    await lose(page, address);
    await agree(page);
    await expectBanner(page, CONNECTION_LOST);
    const button = page.getByRole('button', { name: 'I agree', exact: true });
    await expect(button).toHaveAttribute('aria-disabled', 'false');

    await agree(page);
    await expectVerify(page);
    await newestMailTo(email);
    expect(await database.queuedMails(email)).toBe(1);
    expect((await database.family(email)).state).toBe('awaiting');
  });
}

test('a server that fails is told of', async ({ page, email, database, browserLog }) => {
  browserLog.announce(ANSWER(500));
  await reachAgreement(page, email);
  await fakeAnswer(page, FIRST, { status: 500 });
  await agree(page);
  await expectBanner(page, 'Something went wrong on our side. Please try again.');
  expect((await database.family(email)).state).toBe('draft');
});

for (const [entry, message] of [
  ['email', 'Email is missing. Cannot continue.'],
  ['guid', 'GUID is missing. Please restart the registration.'],
] as const) {
  test(`without the ${entry} in the browser's storage nothing is sent`, async ({
    page,
    email,
    database,
  }) => {
    await reachAgreement(page, email);
    await page.evaluate((key) => {
      sessionStorage.removeItem(key);
    }, `kidlab-reg.${entry}`);
    await agree(page);
    await expectBanner(page, message);
    expect(await database.queuedMails(email)).toBe(0);
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
