import { ANSWER } from '../support/browser-log.js';
import { ChildrenPage } from '../support/children-page.js';
import {
  agree,
  expectAgreement,
  expectCongratulations,
  expectVerify,
  fillConfirmForm,
  openConfirmForm,
  reachAgreement,
  reachList,
  reachVerify,
  sendConfirmForm,
} from '../support/journey.js';
import { confirmLink, newestMailTo } from '../support/mailbox.js';
import { expectNothingKept, openTwin } from '../support/tabs.js';
import { expect, test } from '../support/test.js';
import { expectPage } from '../support/texts.js';

/** What one tab does, the other ones of the same registration hear. */

test('a second tab learns that the registration was canceled', async ({ page, email }) => {
  const step = await reachList(page, email);
  const twin = await openTwin(page);
  await new ChildrenPage(twin).expectList('Maya');
  await step.cancelButton.click();
  await page.getByRole('button', { name: 'Yes, cancel my registration' }).click();
  await expectPage(page, '/cancel-registration', 'Your registration has been canceled');
  await expectPage(twin, '/cancel-registration', 'Your registration has been canceled');
  await expectNothingKept(twin);
});

test('a second tab learns that the session has expired', async ({
  page,
  email,
  database,
  browserLog,
}) => {
  browserLog.announce(ANSWER(401));
  await reachAgreement(page, email);
  const twin = await openTwin(page);
  await expectAgreement(twin);
  await database.endDraft(email);
  await agree(page);
  await expectPage(page, '/session-expired', 'Session Expired!');
  await expectPage(twin, '/session-expired', 'Session Expired!');
  await expectNothingKept(twin);
});

test('a second tab learns that the agreement was accepted, and sends no second email', async ({
  page,
  email,
  database,
}) => {
  await reachAgreement(page, email);
  const twin = await openTwin(page);
  await expectAgreement(twin);
  await agree(page);
  await expectVerify(page);
  await expectVerify(twin);
  await expect(twin.getByRole('main')).toContainText(email);
  expect(await database.queuedMails(email)).toBe(1);
});

test('the waiting tab learns that the registration was confirmed in another tab', async ({
  page,
  context,
  email,
}) => {
  await reachVerify(page, email);
  const reader = await context.newPage();
  await openConfirmForm(reader, confirmLink(await newestMailTo(email)));
  await fillConfirmForm(reader, email, '94608');
  await sendConfirmForm(reader);
  await expectCongratulations(reader);
  await expectNothingKept(reader);
  await expectCongratulations(page);
});
