import {
  ADMIN_API_PATH,
  type FamilyDetailRow,
  MESSAGES,
  PORTAL_ROUTES,
  STAFF_CALLS,
} from '@kidlab/contract';
import type { Locator, Page } from '@playwright/test';

import { EXPORTS, SEARCH } from '../portal-specification.js';
import { expectAccessible } from '../support/accessibility.js';
import { NO_ANSWER } from '../support/browser-log.js';
import { csvRecord, readCsvText, readSheet } from '../support/exported-files.js';
import { loseRequest } from '../support/faults.js';
import { Keyboard } from '../support/keyboard.js';
import { aFamilyName } from '../support/made-up.js';
import { aStaffFamily } from '../support/staff-families.js';
import { expect, PORTAL, staffTest as test } from '../support/staff.js';
import {
  EXPORT_TEXTS,
  exportDone,
  exportHeading,
  LIST_TEXTS,
  SEARCH_LABELS,
  SEARCH_TEXTS,
} from '../support/portal-texts.js';

const DETAILS = ADMIN_API_PATH + STAFF_CALLS.searchDetails;

/** Calls that return all rows, not those that count them. */
const allRowsOf =
  (path: string) =>
  ({ pathname, searchParams }: URL): boolean =>
    pathname === path && !searchParams.has('range');

async function search(page: Page, familyName: string): Promise<void> {
  await page.goto(PORTAL + PORTAL_ROUTES.search);
  await page.getByLabel(SEARCH_LABELS.familyName).fill(familyName);
  await page.getByRole('button', { name: SEARCH_TEXTS.added.submit, exact: true }).click();
  await expect(page.getByRole('table')).toContainText(familyName);
}

const exportButton = (page: Page, name: string): Locator =>
  page.getByRole('button', { name, exact: true });

async function exported(page: Page, button: string) {
  const downloading = page.waitForEvent('download');
  await exportButton(page, button).click();
  return downloading;
}

/** Two families: one whose names are hard to export, and one with two children. */
async function twoFamilies(page: Page, email: string): Promise<string> {
  const familyName = aFamilyName();
  const guardian = {
    email,
    primaryPhone: '(510) 555-0100',
    zipCode: '02134',
    relationshipToChild: 'Mother',
  } as const;
  const child = {
    gender: 'Female',
    monthOfBirth: '01',
    yearOfBirth: '2024',
    whichHandId: "Don't know",
    languageSpokenAtHome: 'Telugo',
  } as const;
  await aStaffFamily(page.request, email, {
    familyName,
    guardians: [{ ...guardian, firstName: '-Jane', lastName: 'O"Neil' }],
    children: [{ ...child, firstName: 'constructor' }],
  });
  await aStaffFamily(page.request, `second.${email}`, {
    familyName: `${familyName}-Doe`,
    guardians: [{ ...guardian, firstName: 'Zoë', lastName: 'Doe' }],
    children: [
      { ...child, firstName: 'Maya' },
      { ...child, firstName: 'Ben', gender: 'Male' },
    ],
  });
  return familyName;
}

/** The label of the employee option, as set in the page. */
async function employeeLabel(page: Page): Promise<string> {
  const meta = page.locator('meta[name="employee-referral-label"]');
  return (await meta.getAttribute('content')) ?? '';
}

async function detailRows(page: Page, familyName: string): Promise<string[][]> {
  const answer = await page.request.get(DETAILS, { params: { familyName } });
  const rows = (await answer.json()) as FamilyDetailRow[];
  const employee = await employeeLabel(page);
  return rows.map((row) =>
    EXPORTS.details.columns.map((column) =>
      column === 'referredBy' && row.referredBy === 'Employee'
        ? employee
        : String(row[column] ?? ''),
    ),
  );
}

test('exports to Excel and CSV move no button; a notice stays until the next search', async ({
  staffPage: page,
  email,
}) => {
  const familyName = await twoFamilies(page, email);
  await search(page, familyName);
  const places = (): Promise<unknown[]> =>
    Promise.all(
      [EXPORTS.toExcel, EXPORTS.toCsv].map((name) => exportButton(page, name).boundingBox()),
    );
  const before = await places();

  const download = await exported(page, EXPORTS.toExcel);
  expect(download.suggestedFilename()).toBe(EXPORTS.details.excel);
  const { columns, sheet: name } = EXPORTS.details;
  const sheet = await readSheet(download, columns.length);
  const expected = await detailRows(page, familyName);
  expect(expected).toHaveLength(3);
  expect(sheet.name).toBe(name);
  expect(sheet.rows).toEqual([columns, ...expected]);
  // Ages are numbers; zip codes, phone numbers and whatever looks like a formula are text.
  expect([...sheet.numbers]).toEqual(['F2', 'F3', 'F4']);
  expect(sheet.hasFormulas).toBe(false);
  await expect(page.getByText(exportDone(EXPORTS.details.excel, 3))).toBeVisible();

  const downloadOfCsv = await exported(page, EXPORTS.toCsv);
  expect(downloadOfCsv.suggestedFilename()).toBe(EXPORTS.details.csv);
  const neutral = expected.map((row) =>
    row.map((field) => (/^[=+\-@]/.test(field) ? `'${field}` : field)),
  );
  const text = await readCsvText(downloadOfCsv);
  expect(text).toBe([columns, ...neutral].map(csvRecord).join(''));
  const notice = page.getByText(exportDone(EXPORTS.details.csv, 3));
  await expect(notice).toBeVisible();
  await expect.poll(places).toEqual(before);

  await page.getByLabel(SEARCH_LABELS.familyName).fill(aFamilyName());
  await page.getByRole('button', { name: SEARCH_TEXTS.added.submit, exact: true }).click();
  await expect(page.getByText(SEARCH.noResults)).toBeVisible();
  await expect(notice).toHaveCount(0);
});

test('by keyboard alone: search, export, cancel, fail and try again', async ({
  staffPage: page,
  browserLog,
  email,
}) => {
  browserLog.announce(NO_ANSWER);
  const familyName = await twoFamilies(page, email);
  await page.goto(PORTAL + PORTAL_ROUTES.search);
  const keyboard = new Keyboard(page);
  await keyboard.type(page.getByLabel(SEARCH_LABELS.familyName), familyName);
  await keyboard.press('Enter');
  await expect(page.getByRole('table')).toContainText(familyName);
  const toExcel = exportButton(page, EXPORTS.toExcel);
  await keyboard.tabTo(toExcel);
  // A response that never arrives.
  await page.route(allRowsOf(DETAILS), (route) =>
    route.request().method() === 'HEAD' ? route.fallback() : undefined,
  );
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: exportHeading(EXPORTS.details.excel) });
  await expect(dialog.getByRole('progressbar', { name: EXPORT_TEXTS.progress })).toBeVisible();
  await expect(dialog).toContainText('0 of 3 rows');
  await expect(dialog.getByRole('button', { name: EXPORT_TEXTS.cancel })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(toExcel).toBeFocused();
  await expect(page.getByText(EXPORT_TEXTS.cancelled)).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(toExcel).toBeFocused();
  await page.unrouteAll({ behavior: 'ignoreErrors' });

  await loseRequest(page, `**${DETAILS}?*`, 'GET');
  await page.keyboard.press('Enter');
  const failed = page.getByRole('dialog');
  await expect(failed.getByRole('alert')).toHaveText(
    `${EXPORT_TEXTS.failed} ${MESSAGES.connectionLost}`,
  );
  await expect(failed.getByRole('button', { name: LIST_TEXTS.close })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(failed).toBeHidden();
  await expect(toExcel).toBeFocused();
  const downloadingAgain = page.waitForEvent('download');
  await page.keyboard.press('Enter');
  expect((await downloadingAgain).suggestedFilename()).toBe(EXPORTS.details.excel);
  await expect(failed).toBeHidden();
  await expect(toExcel).toBeFocused();
});

test('the file of a sorted search has the order of the page', async ({
  staffPage: page,
  email,
}) => {
  const familyName = await twoFamilies(page, email);
  await search(page, familyName);
  const header = page.getByRole('columnheader', { name: SEARCH_LABELS.familyName });
  for (const order of ['ascending', 'descending']) {
    await header.getByRole('button').click();
    await expect(header).toHaveAttribute('aria-sort', order);
  }

  const sheet = await readSheet(
    await exported(page, EXPORTS.toExcel),
    EXPORTS.details.columns.length,
  );

  const emails = sheet.rows.slice(1).map(([first]) => first);
  expect(emails).toEqual([`second.${email}`, `second.${email}`, email]);
});
