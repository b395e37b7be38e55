import type { Locator, Page } from '@playwright/test';

import { REPORT } from '../portal-specification.js';
import { aFamilyName } from '../support/made-up.js';
import { anAwaitingFamily } from '../support/registration-calls.js';
import { Keyboard } from '../support/keyboard.js';
import { columnHead, expectColumn, rows } from '../support/portal-list.js';
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

test('finds, filters and opens families by keyboard alone', async ({
  staffPage: page,
  otherBrowser,
  email,
  database,
}) => {
  const familyName = await threeFamilies(page, email);
  await anAwaitingFamily(otherBrowser.request, email, { lastName: familyName });
  const report = new ReportPage(page);
  const keyboard = new Keyboard(page);
  await report.open();
  await keyboard.type(report.familyName, familyName);
  await keyboard.press('Enter');
  await expectColumn(page, EMAIL, [`a.${email}`, `c.${email}`, `b.${email}`, email]);

  await keyboard.tabTo(report.unconfirmedButton);
  await keyboard.press('Space');
  await expect(report.unconfirmedButton).toHaveAttribute('aria-pressed', 'true');
  await expectColumn(page, EMAIL, [email]);
  // The active preset is filled, like the search button.
  const ground = (button: Locator): Promise<string> =>
    button.evaluate((element) => getComputedStyle(element).backgroundColor);
  await expect
    .poll(() => ground(report.unconfirmedButton))
    .toBe(await ground(page.getByRole('button', { name: REPORT.search })));
  // The focus is on the results.
  await keyboard.tabTo(report.unconfirmedButton);
  await keyboard.press('Space');
  await expect(rows(page)).toHaveCount(4);

  await keyboard.tabTo(columnHead(page, 'Email Address').getByRole('button'));
  await keyboard.press('Enter');
  await expectColumn(page, EMAIL, [`a.${email}`, `b.${email}`, `c.${email}`, email]);
  await keyboard.tabTo(rows(page).first());
  await keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const { guid } = await database.family(`b.${email}`);
  await expect(page).toHaveURL((url) => url.search === `?guid=${guid}`);
});
