import { FOLLOW_UP } from '../portal-specification.js';
import { expectAccessible } from '../support/accessibility.js';
import { NO_ANSWER } from '../support/browser-log.js';
import { holdAnswer, loseRequest } from '../support/faults.js';
import { reachMail } from '../support/journey.js';
import { newestMailTo } from '../support/mailbox.js';
import { expect, PORTAL, staffTest as test } from '../support/staff.js';
import { expectTexts } from '../support/texts.js';

test('the follow-up page sends once, says so, and what came of it', async ({
  staffPage,
  otherBrowser,
  database,
  email,
  browserLog,
}) => {
  browserLog.announce(NO_ANSWER);
  await reachMail(await otherBrowser.newPage(), email);
  await database.makeSecondNoticeDue(email);
  await loseRequest(staffPage, '**/emails/send-follow-up-emails');

  await staffPage.goto(`${PORTAL}/send-follow-up-email`);
  await expect(staffPage.getByText('The follow-up emails could not be sent.')).toBeVisible();
  await expectAccessible(staffPage);
  await staffPage.getByRole('button', { name: 'Try again' }).click();

  await expect(
    staffPage.getByText(/^(\d+) follow-up emails? (is|are) on (its|their) way\.$/),
  ).toBeVisible();
  await expectAccessible(staffPage);
  await newestMailTo(email, 2);
  await staffPage.reload();
  await expect(staffPage.getByText(/follow-up emails/).first()).toBeVisible();
  expect(await database.queuedMails(email)).toBe(2);
});

test('while it sends, the follow-up page says so', async ({ staffPage }) => {
  const held = await holdAnswer(staffPage, '**/emails/send-follow-up-emails');
  await staffPage.goto(`${PORTAL}/send-follow-up-email`);
  await expectTexts(staffPage, FOLLOW_UP.sending);
  held.release();
  await expect(staffPage.getByText(FOLLOW_UP.sending)).toHaveCount(0);
});
