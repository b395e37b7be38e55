import { FAMILY_STATE_TEXTS, PORTAL_ROUTES } from '@kidlab/contract';

import { SEARCH } from '../portal-specification.js';
import { expectAccessible } from '../support/accessibility.js';
import { Keyboard } from '../support/keyboard.js';
import {
  columnHead,
  expectColumn,
  expectTotal,
  FilterMenu,
  rows,
  sortBy,
} from '../support/portal-list.js';
import { SearchPage } from '../support/search-page.js';
import { threeFamilies } from '../support/search-families.js';
import { expect, PORTAL, staffTest as test } from '../support/staff.js';
import { SAVED_SEARCH_TEXTS, SEARCH_LABELS, SEARCH_TEXTS } from '../support/portal-texts.js';

const { added: words } = SEARCH_TEXTS;
const COLUMNS = [SEARCH_LABELS.familyName, SEARCH_LABELS.allGuardians, SEARCH_LABELS.allChildren];

test('finds families by mouse, sorts them by column, and opens one with its icon, another with its row', async ({
  staffPage: page,
  email,
  database,
}) => {
  const familyName = await threeFamilies(page.request, email);
  const search = new SearchPage(page);
  await search.open();
  await search.search(familyName.toUpperCase());

  await expect(rows(page)).toHaveCount(3);
  await expectTotal(page, 3, 'families, 3 children');
  for (const name of COLUMNS) {
    await expect(columnHead(page, name)).toHaveAttribute('aria-sort', 'none');
  }
  await expect(rows(page).first().getByRole('cell')).toHaveText([
    familyName,
    `Ben ${familyName}, Bea ${familyName}`,
    'Bo, Bill',
    `b.${email}`,
    FAMILY_STATE_TEXTS.registered,
    '',
  ]);
  for (const [index, text] of [familyName, SEARCH.empty, SEARCH.empty].entries()) {
    await expect(rows(page).last().getByRole('cell').nth(index)).toHaveText(text);
  }

  // For screen readers only: a row has one Tab stop.
  const name = rows(page).first().getByRole('link', { name: familyName, exact: true });
  await expect(name).toHaveAttribute('tabindex', '-1');

  await sortBy(page, SEARCH_LABELS.allChildren);
  await expect(columnHead(page, SEARCH_LABELS.allChildren)).toHaveAttribute(
    'aria-sort',
    'ascending',
  );
  await expectColumn(page, 2, [SEARCH.empty, 'Abe', 'Bo, Bill']);
  await sortBy(page, SEARCH_LABELS.allChildren);
  await expect(columnHead(page, SEARCH_LABELS.allChildren)).toHaveAttribute(
    'aria-sort',
    'descending',
  );
  await expectColumn(page, 2, ['Bo, Bill', 'Abe', SEARCH.empty]);
  await rows(page).last().scrollIntoViewIfNeeded();
  await expect(columnHead(page, SEARCH_LABELS.allChildren)).toBeInViewport();
  await expectAccessible(page);

  const saved = new FilterMenu(page);
  await saved.button.click();
  await expectAccessible(page);
  await saved.entry(SAVED_SEARCH_TEXTS.new_label).click();
  await page.getByLabel(SAVED_SEARCH_TEXTS.query_name).fill('Pilot group');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  const icon = page.getByRole('link', { name: `${words.edit} ${familyName}` });
  await icon.first().click();
  const { guid } = await database.family(`b.${email}`);
  await expect(page).toHaveURL((url) => url.search === `?guid=${guid}`);

  await page.getByRole('link', { name: 'Back to results, 1 of 3' }).click();
  await expect(rows(page)).toHaveCount(3);
  await expect(search.field('familyName')).toHaveValue(familyName.toUpperCase());
  await rows(page).filter({ hasText: 'Ann' }).getByText('Abe', { exact: true }).click();
  const other = await database.family(`a.${email}`);
  await expect(page).toHaveURL((url) => url.search === `?guid=${other.guid}`);
});

test('Reset Parameters clears a date that is only partly typed', async ({ staffPage: page }) => {
  const search = new SearchPage(page);
  await search.open();
  const ageOn = page.getByLabel(SEARCH_LABELS.ageOn);
  const isPartlyTyped = () => ageOn.evaluate((date: HTMLInputElement) => date.validity.badInput);
  await ageOn.pressSequentially('0615');
  await expect.poll(isPartlyTyped).toBe(true);
  await search.resetButton.click();
  await expect.poll(isPartlyTyped).toBe(false);
});

test('finds and opens a family by keyboard alone', async ({ staffPage: page, email, database }) => {
  const familyName = await threeFamilies(page.request, email);
  const search = new SearchPage(page);
  const keyboard = new Keyboard(page);
  await search.open();
  await keyboard.type(search.field('familyName'), familyName);
  await keyboard.choose(search.field('searchGender'), 'Male');
  await keyboard.press('Enter');
  await expect(rows(page)).toHaveCount(1);

  await keyboard.tabTo(columnHead(page, SEARCH_LABELS.familyName).getByRole('button'));
  await keyboard.press('Enter');
  await expect(columnHead(page, SEARCH_LABELS.familyName)).toHaveAttribute(
    'aria-sort',
    'ascending',
  );
  await keyboard.tabTo(rows(page).first());
  await page.keyboard.press('Enter');
  const { guid } = await database.family(`b.${email}`);
  await expect(page).toHaveURL((url) => url.search === `?guid=${guid}`);
});

test('on the narrowest phone, no label of the search is cut off', async ({ staffPage: page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(PORTAL + PORTAL_ROUTES.search);
  const labels = page.getByRole('search').locator('label');
  await expect(labels.first()).toBeVisible();
  const isCut = (all: (HTMLElement | SVGElement)[]): (string | null)[] =>
    all.filter((label) => label.scrollWidth > label.clientWidth).map((label) => label.textContent);
  await expect.poll(() => labels.evaluateAll(isCut)).toEqual([]);
});
