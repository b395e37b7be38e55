import type { Locator, Page } from '@playwright/test';

import { EXPORTS, REPORT } from '../portal-specification.js';
import { aFamilyName } from '../support/made-up.js';
import { anAwaitingFamily } from '../support/registration-calls.js';
import { readCsvText } from '../support/exported-files.js';
import { Keyboard } from '../support/keyboard.js';
import { columnHead, expectColumn, rows, sortBy } from '../support/portal-list.js';
import { ReportPage } from '../support/report-page.js';
import { aStaffFamily } from '../support/staff-families.js';
import { expect, staffTest as test } from '../support/staff.js';

const EMAIL = REPORT.columns.indexOf('Email Address');

/** Three families with one name, added by staff one after another. */
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

test('is sorted by registration, latest first, and by a column that is clicked', async ({
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
  // The active preset is filled, as in the search.
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
