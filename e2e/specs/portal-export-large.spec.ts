import { setTimeout } from 'node:timers/promises';

import { ADMIN_API_PATH, type FamilyDetailRow, PORTAL_ROUTES, STAFF_CALLS } from '@kidlab/contract';
import type { CDPSession, Download, Page } from '@playwright/test';

import { EXPORTS } from '../portal-specification.js';
import { csvRecord, readCsvText, readSheet } from '../support/exported-files.js';
import { aStaffFamily } from '../support/staff-families.js';
import { expect, PORTAL, sessionTest as test } from '../support/staff.js';
import { exportDone, SEARCH_LABELS, SEARCH_TEXTS } from '../support/portal-texts.js';

const IS_LONG = process.env['KIDLAB_TESTS'] === 'long';
/**
 * Rows that staff must be able to export in a browser tab. A fifth is enough to detect code that holds all at once.
 */
const ROWS = IS_LONG ? 100_000 : 20_000;
/** Milliseconds that a busy machine may take for one file, and between two readings of the page's memory. */
const PATIENCE = 90_000;
const LOOK_EVERY = 50;
/** Maximum heap of the page meanwhile, in MB. A hundred thousand rows are about 40 MB of text. */
const MOST_HEAP = IS_LONG ? 250 : 60;

const DETAILS = ADMIN_API_PATH + STAFF_CALLS.searchDetails;

const detailRow = (index: number): FamilyDetailRow => ({
  guid: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
  familyName: `Family-${String(index)}`,
  email: `family.${String(index)}@example.org`,
  primaryPhone: `(510) 555-${String(index % 10_000).padStart(4, '0')}`,
  guardianFirstName: `Zoë ${String(index % 977)}`,
  guardianLastName: `O'Neil "${String(index % 1013)}"`,
  childFirstName: `-Kid ${String(index)}`,
  childAge: index % 11,
  childGender: 'Decline to state',
  whichHandId: "Don't know",
  languageSpokenAtHome: 'Chinese (Mandarin)',
  zipCode: String(index % 100_000).padStart(5, '0'),
  city: 'Berkeley',
  referredBy: 'Berkeley Parents Network',
});

const rows = Array.from({ length: ROWS }, (_, index) => detailRow(index));
const cells = rows.map((row) => EXPORTS.details.columns.map((column) => String(row[column])));
/** One row per line, like the server's response. */
const body = `[${rows.map((row) => JSON.stringify(row)).join('\n,')}\n]`;

/** Answers the export's calls itself, so that the rows don't fill the other tests' database. */
async function serveRows(page: Page): Promise<void> {
  await page.route(
    ({ pathname }) => pathname === DETAILS,
    (route) =>
      route.fulfill(
        new URL(route.request().url()).searchParams.has('range')
          ? { json: [], headers: { 'Content-Range': `family-guardian-child */${String(ROWS)}` } }
          : { contentType: 'application/json', body },
      ),
  );
}

/** The page's peak JavaScript heap while something happens, in MB. The worker's heap does not count. */
async function mostHeapWhile(cdp: CDPSession, happening: Promise<unknown>): Promise<number> {
  let most = 0;
  const look = async (): Promise<boolean> => {
    const { usedSize } = await cdp.send('Runtime.getHeapUsage');
    most = Math.max(most, usedSize / 1e6);
    await setTimeout(LOOK_EVERY);
    return false;
  };
  const isOver = happening.then(() => true);
  while (!(await Promise.race([isOver, look()])));
  return most;
}

const table = [[...EXPORTS.details.columns], ...cells];

async function expectSheet(download: Download): Promise<void> {
  const sheet = await readSheet(download, EXPORTS.details.columns.length);
  expect(sheet.name).toBe(EXPORTS.details.sheet);
  expect(sheet.numbers.size).toBe(ROWS);
  expect(sheet.rows).toHaveLength(table.length);
  // One comparison: a matcher for each of a million cells takes minutes.
  expect(JSON.stringify(sheet.rows) === JSON.stringify(table), 'the same cells').toBe(true);
}

async function expectText(download: Download): Promise<void> {
  const neutral = table.map((row) => row.map((field) => field.replace(/^-/, "'-")));
  const text = await readCsvText(download);
  expect(text === neutral.map(csvRecord).join(''), 'the same text').toBe(true);
}

test(`${String(ROWS)} rows are exported`, async ({ staffPage: page, email }, { annotations }) => {
  test.setTimeout(4 * PATIENCE);
  await aStaffFamily(page.request, email);
  await serveRows(page);
  await page.goto(PORTAL + PORTAL_ROUTES.search);
  await page.getByLabel(SEARCH_LABELS.emailAddress).fill(email);
  await page.getByRole('button', { name: SEARCH_TEXTS.added.submit, exact: true }).click();
  await expect(page.getByRole('table')).toBeVisible();
  const cdp = await page.context().newCDPSession(page);

  for (const [button, fileName, expectFile] of [
    [EXPORTS.toExcel, EXPORTS.details.excel, expectSheet],
    [EXPORTS.toCsv, EXPORTS.details.csv, expectText],
  ] as const) {
    const downloading = page.waitForEvent('download', { timeout: PATIENCE });
    await page.getByRole('button', { name: button, exact: true }).click();
    const most = await mostHeapWhile(cdp, downloading);
    const download = await downloading;
    await expect(page.getByText(exportDone(fileName, ROWS))).toBeVisible();
    annotations.push({ type: `${fileName}: most heap`, description: `${most.toFixed(0)} MB` });
    expect(most).toBeLessThan(MOST_HEAP);

    await expectFile(download);
  }
});
