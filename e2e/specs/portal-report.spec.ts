import { MESSAGES } from '@kidlab/contract';
import type { Locator, Page } from '@playwright/test';

import { EXPORTS, HEADER, PORTAL_HEADINGS, REPORT } from '../portal-specification.js';
import { expectAccessible } from '../support/accessibility.js';
import { aFamilyName } from '../support/made-up.js';
import { anAwaitingFamily } from '../support/registration-calls.js';
import { ANSWER, NO_ANSWER } from '../support/browser-log.js';
import { readCsvText } from '../support/exported-files.js';
import { countRequests, fakeAnswer } from '../support/faults.js';
import { Keyboard } from '../support/keyboard.js';
import {
  columnHead,
  expectColumn,
  expectTotal,
  rows,
  sortBy,
  useDesktop,
} from '../support/portal-list.js';
import { REPORT_CALL, ReportPage, STORED } from '../support/report-page.js';
import { aStaffFamily } from '../support/staff-families.js';
import { expect, staffTest as test } from '../support/staff.js';
import { expectTexts } from '../support/texts.js';
import { LIST_TEXTS, REPORT_TEXTS } from '../../admin/src/texts/index.js';

const EMAIL = REPORT.columns.indexOf('Email Address');

/** Three families of one name, registered one after the other by staff. */
async function threeFamilies(page: Page, email: string): Promise<string> {
  const familyName = aFamilyName();
  for (const who of ['b', 'c', 'a']) {
    await aStaffFamily(page.request, `${who}.${email}`, {
      familyName,
      okayToContactIndicator: who === 'c' ? 'N' : 'Y',
      ...(who === 'c' ? { guardians: [] } : {}),
    });
  }
  return familyName;
}

const countReports = (page: Page): (() => number) =>
  countRequests(
    page,
    (request) =>
      new URL(request.url()).pathname.endsWith('/registration-report') &&
      request.resourceType() === 'fetch',
  );

/** Leaves not a character of room. */
function fillSessionStorage(): void {
  let text = 'x'.repeat(1024 * 1024);
  for (let part = 0; text !== ''; part += 1) {
    try {
      sessionStorage.setItem(`part${String(part)}`, text);
    } catch {
      text = text.slice(0, Math.floor(text.length / 2));
    }
  }
}

/** `MM/DD/YYYY HH:MM:SS` on the lab's clocks, in other words than the product's. */
function onLabClocks(moment: Date | null): string {
  if (moment === null) return REPORT.empty;
  const text = moment.toLocaleString('sv-SE', { timeZone: 'America/Los_Angeles' });
  const [, year = '', month = '', day = '', time = ''] =
    /^(\d{4})-(\d\d)-(\d\d) (\d\d:\d\d:\d\d)$/.exec(text) ?? [];
  return `${month}/${day}/${year} ${time}`;
}

test('has the headings, buttons and columns of the specification', async ({
  staffPage: page,
  email,
}) => {
  const familyName = await threeFamilies(page, email);
  const report = new ReportPage(page);
  const calls = countReports(page);
  await report.open();
  await expectTexts(page, PORTAL_HEADINGS['/registration-report'], REPORT.search, REPORT.reset);
  expect(calls(), 'reports before anybody asked').toBe(0);
  await expectAccessible(page);
  await useDesktop(page);

  const asked = page.waitForRequest(REPORT_CALL);
  await report.search(`  ${familyName.toUpperCase()} `);
  expect(new URL((await asked).url()).searchParams.get('familyName')).toBe(
    familyName.toLowerCase(),
  );
  await expectTotal(page, 3);
  await expect(page.getByRole('columnheader')).toHaveText(REPORT.columns);
  await expectAccessible(page);
});

test('shows what the specification says of each value', async ({
  staffPage: page,
  email,
  database,
}) => {
  const familyName = await threeFamilies(page, email);
  const report = new ReportPage(page);
  await report.open();
  await report.search(familyName);
  await expect(rows(page)).toHaveCount(3);
  const { id, registeredDate } = await database.family(`a.${email}`);
  await expect(report.row(`a.${email}`).getByRole('cell')).toHaveText([
    String(id),
    `a.${email}`,
    familyName,
    'Jane',
    onLabClocks(registeredDate),
    REPORT.no,
    REPORT.yes,
    REPORT.empty,
    REPORT.yes,
    '',
  ]);
  await report.expectCell(`c.${email}`, 'Guardians', REPORT.empty);
  await report.expectCell(`c.${email}`, 'Okay To Contact', REPORT.no);
});

test('is sorted by registration, latest first, and by any column that is clicked', async ({
  staffPage: page,
  email,
}) => {
  const familyName = await threeFamilies(page, email);
  const report = new ReportPage(page);
  const addresses = (...who: string[]): string[] => who.map((one) => `${one}.${email}`);
  await report.open();
  await report.search(familyName);
  await expectColumn(page, EMAIL, addresses('a', 'c', 'b'));
  await expect(columnHead(page, REPORT.sortedBy)).toHaveAttribute('aria-sort', 'descending');

  await sortBy(page, REPORT.sortedBy);
  await expect(columnHead(page, REPORT.sortedBy)).toHaveAttribute('aria-sort', 'ascending');
  await expectColumn(page, EMAIL, addresses('b', 'c', 'a'));

  await sortBy(page, 'Email Address');
  await expectColumn(page, EMAIL, addresses('a', 'b', 'c'));
  await sortBy(page, 'Email Address');
  await expectColumn(page, EMAIL, addresses('c', 'b', 'a'));
  await expect(columnHead(page, 'Email Address')).toHaveAttribute('aria-sort', 'descending');
  await expect(columnHead(page, REPORT.sortedBy)).toHaveAttribute('aria-sort', 'none');

  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: EXPORTS.toCsv, exact: true }).click();
  const lines = (await readCsvText(await downloading)).split('\r\n').slice(1, 4);
  expect(lines.map((line) => line.split(',')[EMAIL])).toEqual(addresses('c', 'b', 'a'));

  for (const column of REPORT.columns.slice(0, -1)) {
    await sortBy(page, column);
    await expect(columnHead(page, column)).toHaveAttribute('aria-sort', 'ascending');
    await expect(rows(page)).toHaveCount(3);
  }
});

test('an empty report, and one that failed', async ({ staffPage: page, email, browserLog }) => {
  const familyName = await threeFamilies(page, email);
  const report = new ReportPage(page);
  const failure = page.getByRole('alert');
  await report.open();
  await report.search('nobody has this name');
  await expectTexts(page, REPORT.noResults);
  await expect(failure).toHaveCount(0);
  await expectAccessible(page);
  await useDesktop(page);

  await report.search(familyName);
  await expect(rows(page)).toHaveCount(3);
  browserLog.announce(ANSWER(500), NO_ANSWER);
  await fakeAnswer(page, REPORT_CALL, { status: 500 });
  await report.searchButton.click();
  await expect(failure).toContainText(`${REPORT_TEXTS.added.failed} ${MESSAGES.serverError}`);
  await expectTexts(page, REPORT.noResults);
  await expect(page.getByRole('table')).toHaveCount(0);
  await expectAccessible(page);
  await useDesktop(page);

  await page.getByRole('button', { name: LIST_TEXTS.tryAgain, exact: true }).click();
  await expect(rows(page)).toHaveCount(3);
  await page.route(REPORT_CALL, (route) => route.abort());
  await report.searchButton.click();
  await expect(failure).toContainText(`${REPORT_TEXTS.added.failed} ${MESSAGES.connectionLost}`);
  await expectTexts(page, REPORT.noResults);
});

test('Reset Parameters clears the results and the stored report', async ({
  staffPage: page,
  email,
}) => {
  const familyName = await threeFamilies(page, email);
  const report = new ReportPage(page);
  const stored = (): Promise<string | null> =>
    page.evaluate((key) => sessionStorage.getItem(key), STORED);
  await report.open();
  await report.search(familyName);
  await expect(rows(page)).toHaveCount(3);
  await expect.poll(stored).toContain(familyName);

  await report.resetButton.click();
  await expect(page.getByRole('table')).toHaveCount(0);
  await expect(report.familyName).toHaveValue('');
  await expect.poll(() => stored()).toBeNull();
  await page.reload();
  await expect(report.familyName).toHaveValue('');
  await expect(page.getByRole('table')).toHaveCount(0);
});

test('the last report is restored without asking the server', async ({
  staffPage: page,
  email,
}) => {
  const familyName = await threeFamilies(page, email);
  const report = new ReportPage(page);
  await report.open();
  await report.search(familyName);
  await sortBy(page, 'Email Address');
  await expectColumn(page, EMAIL, [`a.${email}`, `b.${email}`, `c.${email}`]);

  const calls = countReports(page);
  await page.reload();
  await expectColumn(page, EMAIL, [`a.${email}`, `b.${email}`, `c.${email}`]);
  await expect(columnHead(page, 'Email Address')).toHaveAttribute('aria-sort', 'ascending');
  await expect(report.familyName).toHaveValue(familyName);

  // The same when the page is opened by its bare address.
  await report.open();
  await expectColumn(page, EMAIL, [`a.${email}`, `b.${email}`, `c.${email}`]);
  await expect(report.familyName).toHaveValue(familyName);
  expect(calls(), 'reports asked for again').toBe(0);

  await aStaffFamily(page.request, `d.${email}`, { familyName });
  await report.searchButton.click();
  await expect(rows(page)).toHaveCount(4);
  await page.reload();
  await expect(rows(page)).toHaveCount(4);
});

test('a broken store is only logged', async ({ staffPage: page, email, browserLog }) => {
  const familyName = await threeFamilies(page, email);
  const report = new ReportPage(page);
  browserLog.announce(/^The registration report could not be (restored|kept)\.$/);
  for (const broken of ['{', '[]', '{"familyName":"x","search":"","total":1,"results":[{}]}']) {
    await report.open();
    await page.evaluate(
      ([key = '', text = '']) => {
        sessionStorage.setItem(key, text);
      },
      [STORED, broken],
    );
    const logged = page.waitForEvent('console', (message) => message.type() === 'error');
    await page.reload();
    expect((await logged).text()).toBe('The registration report could not be restored.');
    await expect(page.getByRole('table')).toHaveCount(0);
    await page.evaluate(() => {
      sessionStorage.clear();
    });
  }

  await report.open();
  await page.evaluate(fillSessionStorage);
  const logged = page.waitForEvent('console', (message) => message.type() === 'error');
  await report.search(familyName);
  await expect(rows(page)).toHaveCount(3);
  expect((await logged).text()).toBe('The registration report could not be kept.');
});

test('logging out takes the stored report with it', async ({
  staffPage: page,
  email,
  browserLog,
}) => {
  // The login page asks who is signed in.
  browserLog.announce(ANSWER(401));
  const familyName = await threeFamilies(page, email);
  const report = new ReportPage(page);
  await report.open();
  await report.search(familyName);
  await expect(rows(page)).toHaveCount(3);
  await page.getByText(HEADER.logOut, { exact: true }).click();
  await expect(page).toHaveURL(/\/login$/);
  await expect
    .poll(() => page.evaluate(() => JSON.stringify(sessionStorage)))
    .not.toContain(familyName);
});

test('"Unconfirmed" shows only families that are still to confirm', async ({
  staffPage: page,
  otherBrowser,
  email,
}) => {
  const familyName = await threeFamilies(page, email);
  await anAwaitingFamily(otherBrowser.request, email, { lastName: familyName });
  const report = new ReportPage(page);
  await report.open();
  await report.familyName.fill(familyName);
  await report.unconfirmedButton.click();
  await expect(report.unconfirmedButton).toHaveAttribute('aria-pressed', 'true');
  await expectColumn(page, EMAIL, [email]);
  // It looks as it is: filled, like the presets of the search.
  const ground = (button: Locator): Promise<string> =>
    button.evaluate((element) => getComputedStyle(element).backgroundColor);
  await expect
    .poll(() => ground(report.unconfirmedButton))
    .toBe(await ground(page.getByRole('button', { name: REPORT.search })));
  await expect(page.getByText('Dates and times are those of the lab')).toBeVisible();
  await page.reload();
  await expect(report.unconfirmedButton).toHaveAttribute('aria-pressed', 'true');
  await expectColumn(page, EMAIL, [email]);

  await report.unconfirmedButton.click();
  await expect(report.unconfirmedButton).toHaveAttribute('aria-pressed', 'false');
  await expect(rows(page)).toHaveCount(4);
  await expectColumn(page, EMAIL, [`a.${email}`, `c.${email}`, `b.${email}`, email]);
});

test('finds and opens a family by keyboard alone', async ({ staffPage: page, email, database }) => {
  const familyName = await threeFamilies(page, email);
  const report = new ReportPage(page);
  const keyboard = new Keyboard(page);
  await report.open();
  await keyboard.type(report.familyName, familyName);
  await keyboard.press('Enter');
  await expect(rows(page)).toHaveCount(3);
  await keyboard.tabTo(columnHead(page, 'Email Address').getByRole('button'));
  await keyboard.press('Enter');
  await expectColumn(page, EMAIL, [`a.${email}`, `b.${email}`, `c.${email}`]);
  await keyboard.tabTo(rows(page).first());
  await keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const { guid } = await database.family(`b.${email}`);
  await expect(page).toHaveURL((url) => url.search === `?guid=${guid}`);
});
