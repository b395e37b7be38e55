import type { Page } from '@playwright/test';

import { expectAccessible } from '../support/accessibility.js';
import { Keyboard } from '../support/keyboard.js';
import { aFamilyName } from '../support/made-up.js';
import { expectTotal, rows, sortBy, useDesktop } from '../support/portal-list.js';
import { threeFamilies } from '../support/search-families.js';
import { SearchPage } from '../support/search-page.js';
import { aStaffFamily } from '../support/staff-families.js';
import { expect, staffTest as test } from '../support/staff.js';
import { SEARCH } from '../portal-specification.js';
import {
  FILTER_TEXTS as SAVED,
  PRESET_TEXTS as PRESETS,
  removeSavedSearch,
  SEARCH_TEXTS,
} from '../../admin/src/texts/index.js';

const filterOf = (page: Page): unknown =>
  JSON.parse(new URL(page.url()).searchParams.get('filter') ?? 'null') as unknown;

for (const [preset, filter] of [
  [PRESETS.everybody, { ageUOM: 'Years' }],
  [PRESETS.awaiting, { ageUOM: 'Years', state: 'awaiting' }],
  [PRESETS.underTwo, { ageUOM: 'Years', minAge: '0', maxAge: '1' }],
  [PRESETS.twoToThree, { ageUOM: 'Years', minAge: '2', maxAge: '3' }],
  [PRESETS.fourToFive, { ageUOM: 'Years', minAge: '4', maxAge: '5' }],
] as const) {
  test(`the preset "${preset}" searches at once`, async ({ staffPage: page }) => {
    const search = new SearchPage(page);
    await search.open();
    const link = page.getByRole('link', { name: preset, exact: true });
    await link.click();
    await expect.poll(() => filterOf(page)).toEqual(filter);
    await expect(link).toHaveAttribute('aria-current', 'true');
    await expect(page.getByRole('status').filter({ hasText: /famil(y|ies), / })).toBeVisible();
    const { minAge, maxAge } = { ...SEARCH.defaults, ...filter };
    await expect(search.field('minAge')).toHaveValue(minAge);
    await expect(search.field('maxAge')).toHaveValue(maxAge);
  });
}

test('a search is saved under a name, opened again and removed', async ({
  staffPage: page,
  email,
}) => {
  const familyName = await threeFamilies(page.request, email);
  const search = new SearchPage(page);
  const menu = page.getByRole('button', { name: SAVED.saved, exact: true });
  const entry = (name: string) => page.getByRole('menuitem', { name, exact: true });
  await search.open();
  await menu.click();
  await expect(entry(SAVED.noSaved)).toBeDisabled();
  await expect(entry(SAVED.save)).toBeDisabled();
  await expectAccessible(page);
  await useDesktop(page);
  await page.keyboard.press('Escape');
  await expect(menu).toBeFocused();

  await search.search(familyName);
  await expect(rows(page)).toHaveCount(3);
  await sortBy(page, SEARCH_TEXTS.columns.allChildren);
  await expect(page).toHaveURL(/sort=allChildren/);
  await menu.click();
  await entry(SAVED.save).click();
  const dialog = page.getByRole('alertdialog', { name: SAVED.save });
  await dialog.getByLabel(SAVED.name).fill('Pilot group');
  await expectAccessible(page);
  await useDesktop(page);
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(menu).toBeFocused();

  await search.resetButton.click();
  await page.reload();
  await menu.click();
  await entry('Pilot group').click();
  await expect(rows(page)).toHaveCount(3);
  await expect(search.field('familyName')).toHaveValue(familyName);
  await expect(page).toHaveURL(/sort=allChildren/);

  await menu.click();
  await entry(removeSavedSearch('Pilot group')).click();
  await menu.click();
  await expect(entry('Pilot group')).toHaveCount(0);
  await expect(entry(SAVED.save)).toBeEnabled();
});

test('saving under a name that is taken replaces that search', async ({ staffPage: page }) => {
  const search = new SearchPage(page);
  const keyboard = new Keyboard(page);
  const menu = page.getByRole('button', { name: SAVED.saved, exact: true });
  for (const familyName of ['First', 'Second']) {
    await search.open();
    await search.search(familyName);
    await expect.poll(() => filterOf(page)).toMatchObject({ familyName });
    await keyboard.tabTo(menu);
    await keyboard.press('Enter');
    await keyboard.press('End');
    await page.keyboard.press('Enter');
    const name = page.getByRole('alertdialog').getByLabel(SAVED.name);
    await expect(name).toBeFocused();
    await page.keyboard.type('Mine');
    await page.keyboard.press('Enter');
    await expect(menu).toBeFocused();
  }
  await search.open();
  await menu.click();
  await page.getByRole('menuitem', { name: 'Mine' }).click();
  await expect(search.field('familyName')).toHaveValue('Second');
});

test('the server sorts and pages', async ({ staffPage: page, email }) => {
  const familyName = aFamilyName();
  const numbers = Array.from({ length: 27 }, (_, index) => String(index).padStart(2, '0'));
  for (const number of numbers) {
    await aStaffFamily(page.request, `n${number}.${email}`, { familyName });
  }
  const search = new SearchPage(page);
  const emails = page.locator('tbody tr td:nth-child(4)');
  const ranges: (string | null)[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname.endsWith('/summary')) ranges.push(searchParams.get('range'));
  });
  await search.open();
  await search.search(familyName);
  await expectTotal(page, 27, 'families, 27 children');
  await sortBy(page, SEARCH_TEXTS.added.emailAddress);
  await expect(emails.first()).toHaveText(`n00.${email}`);
  await sortBy(page, SEARCH_TEXTS.added.emailAddress);
  await expect(emails.first()).toHaveText(`n26.${email}`);
  await expect(rows(page)).toHaveCount(25);

  await page.getByRole('button', { name: 'Go to page 2' }).click();
  await expect(emails).toHaveText([`n01.${email}`, `n00.${email}`]);
  await expect(page.getByText('26–27 of 27')).toBeVisible();
  await page.reload();
  await expect(emails).toHaveText([`n01.${email}`, `n00.${email}`]);
  expect(new Set(ranges)).toEqual(new Set(['[0,24]', '[25,49]']));

  // A new search begins at its first page, in the same order.
  await search.field('emailAddress').fill(`n0`);
  await search.submitButton.click();
  await expectTotal(page, 10, 'families, 10 children');
  await expect(emails.first()).toHaveText(`n09.${email}`);
});
