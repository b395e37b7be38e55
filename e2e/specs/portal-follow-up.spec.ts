import { FOLLOW_UP } from '../portal-specification.js';
import { expectAccessible } from '../support/accessibility.js';
import { NO_ANSWER } from '../support/browser-log.js';
import { loseRequest } from '../support/faults.js';
import { Keyboard } from '../support/keyboard.js';
import { newestMailTo } from '../support/mailbox.js';
import { anAwaitingFamily } from '../support/registration-calls.js';
import { expect, PORTAL, staffTest as test } from '../support/staff.js';

const outcome = (queued: number): string => {
  if (queued === 0) return FOLLOW_UP.none;
  return queued === 1 ? FOLLOW_UP.one : FOLLOW_UP.many(queued);
};

test('the follow-up page sends once, and shows progress and result', async ({
  staffPage,
  otherBrowser,
  database,
  email,
  browserLog,
}) => {
  browserLog.announce(NO_ANSWER);
  await anAwaitingFamily(otherBrowser.request, email);
  await database.makeSecondNoticeDue(email);
  await loseRequest(staffPage, '**/emails/send-follow-up-emails');

  await staffPage.goto(`${PORTAL}/send-follow-up-email`);
  await expect(staffPage.getByText('The follow-up emails may not have been sent.')).toBeVisible();
  await expectAccessible(staffPage);
  const answer = staffPage.waitForResponse('**/emails/send-follow-up-emails');
  await staffPage.getByRole('button', { name: 'Try again' }).click();

  // Another test may have just sent this family's notice, so the server's response says how many this visit sent.
  const { queued } = (await (await answer).json()) as { queued: number };
  await expect(staffPage.getByText(outcome(queued), { exact: true })).toBeVisible();
  await expectAccessible(staffPage);
  await newestMailTo(email, 2);
  await staffPage.reload();
  await expect(staffPage.getByText(/follow-up emails/).first()).toBeVisible();
  expect(await database.queuedMails(email)).toBe(2);
});

test('by keyboard alone: the sidebar asks first, then the page sends', async ({ staffPage }) => {
  await staffPage.goto(`${PORTAL}/landing-page`);
  const keyboard = new Keyboard(staffPage);
  await keyboard.tabTo(staffPage.getByRole('button', { name: 'Send Follow-Up Emails' }));
  await keyboard.press('Enter');
  await expect(staffPage.getByRole('alertdialog')).toContainText('Send follow-up emails now?');
  const answer = staffPage.waitForResponse('**/emails/send-follow-up-emails');
  await keyboard.tabTo(
    staffPage.getByRole('alertdialog').getByRole('button', { name: 'Send', exact: true }),
  );
  await keyboard.press('Enter');

  const { queued } = (await (await answer).json()) as { queued: number };
  await expect(staffPage).toHaveURL(`${PORTAL}/send-follow-up-email`);
  await expect(staffPage.getByText(outcome(queued), { exact: true })).toBeVisible();
});
