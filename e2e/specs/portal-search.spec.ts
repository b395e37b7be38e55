import { ADMIN_API_PATH, FAMILY_STATE_TEXTS, STAFF_CALLS } from '@kidlab/contract';
import type { Page } from '@playwright/test';

import { EXPORTS, SEARCH } from '../portal-specification.js';
import { expectAccessible } from '../support/accessibility.js';
import { readCsvText } from '../support/exported-files.js';
import { countRequests } from '../support/faults.js';
import { Keyboard } from '../support/keyboard.js';
import {
  columnHead,
  expectColumn,
  expectTotal,
  rows,
  sortBy,
  sortOnPhone,
} from '../support/portal-list.js';
import { SearchPage } from '../support/search-page.js';
import { threeFamilies } from '../support/search-families.js';
import { expect, staffTest as test } from '../support/staff.js';
import { expectTexts } from '../support/texts.js';
import { EXPORT_TEXTS, SEARCH_LABELS, SEARCH_TEXTS } from '../support/portal-texts.js';

const { added: words } = SEARCH_TEXTS;
const COLUMNS = [SEARCH_LABELS.familyName, SEARCH_LABELS.allGuardians, SEARCH_LABELS.allChildren];

/** Counts the requests. */
const countSearches = (page: Page): (() => number) =>
  countRequests(page, (request) => {
    const { pathname } = new URL(request.url());
    const { searchDetails, searchSummary } = STAFF_CALLS;
    return [searchDetails, searchSummary].some((path) => pathname === ADMIN_API_PATH + path);
  });

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
  await expectAccessible(page);

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

test('every field narrows the search, and the address carries all of them', async ({
  staffPage: page,
  email,
}) => {
  const familyName = await threeFamilies(page.request, email);
  const search = new SearchPage(page);
  await search.open();
  await search.field('familyName').fill(` ${familyName} `);
  await search.field('emailAddress').fill(email.toUpperCase());
  await search.field('searchGender').selectOption('Female');
  await search.chooseAges('5', '9');
  await search.submitButton.click();

  await expectColumn(page, 2, ['Abe']);
  expect(JSON.parse(new URL(page.url()).searchParams.get('filter') ?? '')).toEqual({
    gender: 'Female',
    ageUOM: 'Years',
    minAge: '5',
    maxAge: '9',
    emailAddress: email.toUpperCase(),
    familyName,
  });

  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: EXPORT_TEXTS.csv, exact: true }).click();
  const [header, ...details] = (await readCsvText(await downloading)).trim().split('\r\n');
  expect(header).toBe(EXPORTS.details.columns.join(','));
  expect(details, 'the same query, and so one child').toHaveLength(1);
  expect(details[0]).toContain(',Abe,5,Female,');

  await page.reload();
  await expectColumn(page, 2, ['Abe']);
  await expect(search.field('searchGender')).toHaveValue('Female');
  await expect(search.field('minAge')).toHaveValue('5');
  await expect(search.field('familyName')).toHaveValue(familyName);

  // A boy of five and a girl of two do not match a girl of five.
  await search.field('emailAddress').fill(`bea.${email}`);
  await search.submitButton.click();
  await expect(search.noResults).toBeVisible();

  await search.field('searchGender').selectOption('All');
  await search.field('ageUnit').selectOption('Months');
  await search.chooseAges('', '36');
  await search.submitButton.click();
  await expectColumn(page, 2, ['Bo, Bill']);
  await page.goBack();
  await expect(search.noResults).toBeVisible();
  await expect(search.field('searchGender')).toHaveValue('Female');
});

test('a minimum above the maximum runs no search', async ({ staffPage: page }) => {
  const search = new SearchPage(page);
  const searches = countSearches(page);
  const { title, text, close } = SEARCH.invalidAges;
  await search.open();
  await search.chooseAges('3', '2');
  await search.submitButton.click();
  await expect(search.agesDialog.getByRole('heading')).toHaveText(title);
  await expectTexts(page, title, text, close);
  await expectAccessible(page);
  await search.agesDialog.getByRole('button', { name: close, exact: true }).click();
  await expect(search.agesDialog).toHaveCount(0);
  await expect(search.field('minAge')).toHaveValue('');
  await expect(search.field('maxAge')).toHaveValue('');
  await expect(search.submitButton).toBeFocused();

  // By keyboard. Ages compare as numbers: ten months are more than nine.
  const keyboard = new Keyboard(page);
  await keyboard.choose(search.field('ageUnit'), 'Months');
  await keyboard.choose(search.field('minAge'), '10');
  await keyboard.choose(search.field('maxAge'), '9');
  await keyboard.press('Enter');
  await expect(search.agesDialog.getByRole('button', { name: close })).toBeFocused();
  await keyboard.press('Enter');
  await expect(search.agesDialog).toHaveCount(0);
  await expect(search.field('maxAge')).toBeFocused();
  await expect(search.field('maxAge')).toHaveValue('');
  expect(searches(), 'searches for a range that is none').toBe(0);

  await search.chooseAges('9', '9');
  await search.submitButton.click();
  await expect.poll(searches).toBe(1);
});

test('on a phone: cards that open, and a choice of sort order', async ({
  staffPage: page,
  email,
}) => {
  const familyName = await threeFamilies(page.request, email);
  const search = new SearchPage(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await search.open();
  await search.search(familyName);
  const cards = page.getByRole('main').getByRole('listitem').getByRole('link');
  await expect(cards).toHaveCount(3);
  await expect(cards.first()).toContainText(`${SEARCH_LABELS.allChildren}: Bo, Bill`);
  await expect(cards.last()).toContainText(`${SEARCH_LABELS.allGuardians}: ${SEARCH.empty}`);

  await sortOnPhone(page, `${SEARCH_LABELS.allChildren} ascending`);
  await sortOnPhone(page, `${SEARCH_LABELS.allChildren} descending`);
  await expect(cards.last()).toContainText(`${SEARCH_LABELS.allChildren}: ${SEARCH.empty}`);
  await cards.first().click();
  await expect(page).toHaveURL(/\/family-details-page\?guid=/);
});
