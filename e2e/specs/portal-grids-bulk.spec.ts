import { ADMIN_API_PATH, FAMILY_LABELS, STAFF_CALLS, STAFF_MESSAGES } from '@kidlab/contract';
import type { Locator, Page } from '@playwright/test';

import { DETAILS } from '../portal-family-specification.js';
import { expectAccessible } from '../support/accessibility.js';
import { ANSWER } from '../support/browser-log.js';
import { readCsvText } from '../support/exported-files.js';
import { fakeAnswer, holdRequests } from '../support/faults.js';
import { Keyboard } from '../support/keyboard.js';
import { aFamilyName } from '../support/made-up.js';
import { newestMailTo } from '../support/mailbox.js';
import { anAwaitingFamily } from '../support/registration-calls.js';
import { expectTotal, FilterMenu, rows } from '../support/portal-list.js';
import { aFamily, field } from '../support/staff-family.js';
import {
  expect,
  expectFamilyPage,
  expectPortalPage,
  PORTAL,
  staffTest as test,
} from '../support/staff.js';
import { expectTexts } from '../support/texts.js';
import { REPORT } from '../portal-specification.js';
import { BULK_TEXTS, LIST_TEXTS } from '../support/portal-texts.js';

const bar = (page: Page): Locator => page.getByRole('group', { name: 'Selected rows' });
const dialogOf = (page: Page): Locator =>
  page.getByRole('dialog').or(page.getByRole('alertdialog'));

async function openFamilies(page: Page, q: string): Promise<void> {
  const query = new URLSearchParams({ filter: JSON.stringify({ q }) });
  await page.goto(`${PORTAL}/families?${query.toString()}`);
  await expectPortalPage(page, '/families', 'Families');
}

async function selectAll(page: Page): Promise<void> {
  await page.locator('thead').getByRole('checkbox').check();
}

test('the verification email is sent again to unconfirmed families; the others are skipped', async ({
  staffPage: page,
  otherBrowser,
  email,
  database,
  browserLog,
}) => {
  browserLog.announce(ANSWER(409));
  await anAwaitingFamily(otherBrowser.request, email);
  await database.ageOnlyMail(email);
  await aFamily(page.request, `done.${email}`);
  await openFamilies(page, email);
  await expectTotal(page, 2);
  await selectAll(page);
  await expectAccessible(page);
  await bar(page).getByRole('button', { name: BULK_TEXTS.resend }).click();
  await expectTexts(page, REPORT.resend.question, BULK_TEXTS.resendQuestion);
  await expectAccessible(page);
  await dialogOf(page).getByRole('button', { name: 'Yes' }).click();
  await expectTexts(page, `1 ${BULK_TEXTS.sent}, 1 ${BULK_TEXTS.leftOut}.`);
  await newestMailTo(email, 2);
  await dialogOf(page).getByRole('button', { name: LIST_TEXTS.close }).click();
  await expect(bar(page)).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();

  // Rows that the server refuses are named.
  await fakeAnswer(page, `**${STAFF_CALLS.resend}*`, {
    status: 409,
    contentType: 'text/plain',
    body: STAFF_MESSAGES.mailLimit,
  });
  await selectAll(page);
  await bar(page).getByRole('button', { name: BULK_TEXTS.resend }).click();
  await dialogOf(page).getByRole('button', { name: 'Yes' }).click();
  await expect(dialogOf(page).getByRole('listitem')).toContainText(email);
  await expect(dialogOf(page).getByRole('listitem')).toContainText(STAFF_MESSAGES.mailLimit);
  await expectAccessible(page);
});

test('selected families are exported, and deleted after their number is typed; the message names failures', async ({
  staffPage: page,
  email,
  browserLog,
}) => {
  browserLog.announce(ANSWER(500), ANSWER(404));
  const name = aFamilyName();
  for (const one of ['a', 'b', 'c']) {
    await aFamily(page.request, `${one}.${email}`, { familyName: name });
  }
  await fakeAnswer(page, `**${STAFF_CALLS.familyById}/*`, { status: 500, body: 'broken' });
  await openFamilies(page, name);
  await expectTotal(page, 3);
  await rows(page).nth(0).getByRole('checkbox').check();
  await rows(page).nth(2).getByRole('checkbox').check();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    bar(page).getByRole('button', { name: 'Export to CSV' }).click(),
  ]);
  const lines = (await readCsvText(download)).trim().split(/\r?\n/);
  expect(lines).toHaveLength(1 + 2);
  // The latest first, as on the page.
  expect(lines[1]).toContain(`c.${email}`);
  expect(lines[2]).toContain(`a.${email}`);

  await selectAll(page);
  await bar(page).getByRole('button', { name: DETAILS.delete }).click();
  await expectTexts(page, 'Delete 3 families', DETAILS.deleteQuestion);
  const number = dialogOf(page).getByRole('textbox');
  await expect(number).toBeFocused();
  const erase = dialogOf(page).getByRole('button', { name: DETAILS.delete });
  for (const wrong of ['', '2', 'three']) {
    await number.fill(wrong);
    await erase.click();
    await expectTexts(page, BULK_TEXTS.wrongNumber);
  }
  await expectAccessible(page);

  await number.fill('3');
  await erase.click();
  await expectTexts(page, `2 ${BULK_TEXTS.deleted}, 1 ${BULK_TEXTS.failed}.`);
  await expect(dialogOf(page).getByRole('listitem')).toHaveCount(1);
  await dialogOf(page).getByRole('button', { name: LIST_TEXTS.close }).click();
  await expectTotal(page, 1);
  await expect(bar(page)).toHaveCount(0);
});

test('by keyboard alone: one family is deleted, and stopping keeps the rest', async ({
  staffPage: page,
  email,
}) => {
  const name = aFamilyName();
  for (const one of ['a', 'b', 'c']) {
    await aFamily(page.request, `${one}.${email}`, { familyName: name });
  }
  const answer = await holdRequests(page, `**${STAFF_CALLS.familyById}/*`);
  await openFamilies(page, name);
  await expectTotal(page, 3);
  const keyboard = new Keyboard(page);
  await keyboard.tabTo(page.locator('thead').getByRole('checkbox'));
  await keyboard.press('Space');
  await keyboard.tabTo(bar(page).getByRole('button', { name: DETAILS.delete }));
  await keyboard.press('Enter');
  await expect(dialogOf(page).getByRole('textbox')).toBeFocused();
  await page.keyboard.type('3');
  await keyboard.press('Enter');
  await expect(dialogOf(page).getByRole('button', { name: BULK_TEXTS.stop })).toBeFocused();
  await keyboard.press('Enter');
  answer.release();
  await expectTexts(page, `1 ${BULK_TEXTS.deleted}, 2 ${BULK_TEXTS.untouched}.`);
  await keyboard.press('Enter');
  await expectTotal(page, 2);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('on a phone, rows are cards that can be selected, filtered and opened', async ({
  staffPage: page,
  email,
}) => {
  const name = aFamilyName();
  const family = await aFamily(page.request, email, { familyName: name });
  await page.setViewportSize({ width: 320, height: 800 });
  await openFamilies(page, name);
  await expectTotal(page, 1);
  const card = page.getByRole('listitem').filter({ hasText: email });
  await card.getByRole('checkbox', { name: `Select ${name} (${String(family.id)})` }).check();
  await expect(bar(page)).toBeVisible();
  await new FilterMenu(page).show(FAMILY_LABELS.city);
  const width = async (): Promise<number> => (await field(page, 'city').boundingBox())?.width ?? 0;
  await expect.poll(width).toBeGreaterThan(150);
  await card.getByRole('link').click();
  await expectFamilyPage(page);
  const kept = await page.request.get(`${ADMIN_API_PATH}/families/${String(family.id)}`);
  expect(kept.status()).toBe(200);
});
