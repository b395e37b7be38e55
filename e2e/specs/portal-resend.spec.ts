import { STAFF_MESSAGES } from '@kidlab/contract';
import type { Page } from '@playwright/test';

import { REPORT } from '../portal-specification.js';
import { expectAccessible } from '../support/accessibility.js';
import { ANSWER } from '../support/browser-log.js';
import { aFamilyName } from '../support/made-up.js';
import { anAwaitingFamily } from '../support/registration-calls.js';
import { fakeAnswer, holdRequests } from '../support/faults.js';
import { Keyboard } from '../support/keyboard.js';
import { newestMailTo } from '../support/mailbox.js';
import { aGuardian } from '../support/people.js';
import { sortOnPhone } from '../support/portal-list.js';
import { REPORT_CALL, ReportPage, RESEND_CALL } from '../support/report-page.js';
import { aStaffFamily } from '../support/staff-families.js';
import { expect, staffTest as test } from '../support/staff.js';
import { expectTexts } from '../support/texts.js';
import { REPORT_TEXTS } from '../support/portal-texts.js';

const { question, text, cancel, confirm, success, failure } = REPORT.resend;

async function openReport(page: Page, familyName: string): Promise<ReportPage> {
  const report = new ReportPage(page);
  await report.open();
  await report.search(familyName);
  await expect(page.getByRole('table')).toBeVisible();
  return report;
}

/** Expects these sentences of the dialog in red. */
async function expectRed(report: ReportPage, ...sentences: string[]): Promise<void> {
  for (const sentence of sentences) {
    const element = report.dialog.getByText(sentence, { exact: true });
    await expect(element).toHaveCSS('color', 'rgb(168, 32, 26)');
  }
}

test('by keyboard alone: a resend updates its row, which gets the focus back', async ({
  staffPage: page,
  otherBrowser,
  email,
  database,
}) => {
  const familyName = aFamilyName();
  await anAwaitingFamily(otherBrowser.request, email, { lastName: familyName });
  await aStaffFamily(page.request, `a.${email}`, { familyName });
  await expect.poll(async () => (await database.family(email)).firstEmailSentDate).not.toBeNull();
  await database.forgetFirstMail(email);
  await database.ageOnlyMail(email);
  // Before the page opens, because a call of an open page may slip past a new route.
  const held = await holdRequests(page, RESEND_CALL);
  const report = await openReport(page, familyName);
  await expect(report.resendIcon(email)).toBeVisible();
  await expect(report.row(`a.${email}`)).toBeVisible();
  await expect(report.resendIcon(`a.${email}`), 'a confirmed family').toHaveCount(0);
  await report.expectCell(email, 'Confirmation Email Sent', REPORT.no);
  await report.expectCell(email, 'User Confirmed', REPORT.no);
  await report.expectCell(email, 'Date Registered', REPORT.empty);

  const keyboard = new Keyboard(page);
  await keyboard.tabTo(report.resendIcon(email));
  await keyboard.press('Enter');
  await expectTexts(page, question, text.replace('{email}', email), cancel, confirm);
  await expect(report.inDialog(cancel)).toBeFocused();
  await expectAccessible(page);
  for (const key of ['Escape', 'Enter']) {
    await expect(report.inDialog(cancel)).toBeFocused();
    await page.keyboard.press(key);
    await expect(report.dialog).toHaveCount(0);
    await expect(report.resendIcon(email)).toBeFocused();
    await keyboard.press('Enter');
  }

  await expect(report.inDialog(cancel)).toBeFocused();
  await keyboard.press('Tab');
  await expect(report.inDialog(confirm)).toBeFocused();
  await keyboard.press('Enter');
  await expectTexts(page, REPORT_TEXTS.added.sending);
  held.release();
  await expect(report.dialog.getByRole('heading')).toHaveText(success);
  await expect(report.inDialog(REPORT_TEXTS.added.close)).toBeFocused();
  await expectAccessible(page);
  await newestMailTo(email, 2);
  await expect.poll(async () => (await database.family(email)).firstEmailSentDate).not.toBeNull();
  await keyboard.press('Enter');
  await expect(report.dialog).toHaveCount(0);
  await expect(report.resendIcon(email)).toBeFocused();
  await report.expectCell(email, 'Confirmation Email Sent', REPORT.yes);
});

test('on a phone: labeled values, a failed resend in red, and a choice of sort order', async ({
  staffPage: page,
  otherBrowser,
  email,
  browserLog,
}) => {
  browserLog.announce(ANSWER(409));
  const familyName = aFamilyName();
  await anAwaitingFamily(otherBrowser.request, email, { lastName: familyName });
  await aStaffFamily(page.request, `a.${email}`, { familyName });
  await fakeAnswer(page, RESEND_CALL, {
    status: 409,
    contentType: 'text/plain',
    body: STAFF_MESSAGES.mailLimit,
  });
  await page.setViewportSize({ width: 320, height: 640 });
  const report = new ReportPage(page);
  await report.open();
  const asked = page.waitForResponse(REPORT_CALL);
  await report.search(familyName);
  await asked;
  const cards = page.getByRole('main').getByRole('listitem');
  await expect(cards).toHaveCount(2);
  const card = cards.filter({ has: report.resendIcon(email) });
  await expect(card).toHaveCount(1);
  for (const [column, value] of [
    ['Guardians', aGuardian(email).firstName],
    ['Date Registered', REPORT.empty],
    ['User Confirmed', REPORT.no],
    ['Second Notice Sent Date', REPORT.empty],
    ['Okay To Contact', REPORT.yes],
  ] as const) {
    await expect(card).toContainText(`${column}: ${value}`);
  }
  await sortOnPhone(page, `${REPORT.sortedBy} ascending`);
  await expect(cards.first()).toContainText(`User Confirmed: ${REPORT.no}`);
  await expectAccessible(page);

  await report.resendIcon(email).click();
  await report.inDialog(confirm).click();
  await expect(report.dialog.getByRole('heading')).toHaveText(failure);
  await expectRed(report, failure, STAFF_MESSAGES.mailLimit);
  await expectAccessible(page);
  await report.inDialog(REPORT_TEXTS.added.close).click();
  await expect(report.resendIcon(email)).toBeFocused();
});
