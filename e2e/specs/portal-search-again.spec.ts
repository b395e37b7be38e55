import { PORTAL_ROUTES } from '@kidlab/contract';

import { expectAccessible } from '../support/accessibility.js';
import { columnHead, expectTotal, FilterMenu, rows, sortBy } from '../support/portal-list.js';
import { threeFamilies } from '../support/search-families.js';
import { SearchPage } from '../support/search-page.js';
import { expect, PORTAL, staffTest as test } from '../support/staff.js';
import { SAVED_SEARCH_TEXTS, SEARCH_LABELS } from '../support/portal-texts.js';

test('a search is saved under a name and opened again', async ({ staffPage: page, email }) => {
  const familyName = await threeFamilies(page.request, email);
  const search = new SearchPage(page);
  const saved = new FilterMenu(page);
  await search.open();
  await expect(saved.button, 'nothing to save').toHaveCount(0);

  await search.search(familyName);
  await expect(rows(page)).toHaveCount(3);
  await sortBy(page, SEARCH_LABELS.allChildren);
  await expect(page).toHaveURL(/sort=allChildren/);
  await saved.button.click();
  await expectAccessible(page);
  await saved.entry(SAVED_SEARCH_TEXTS.new_label).click();
  await page.getByLabel(SAVED_SEARCH_TEXTS.query_name).fill('Pilot group');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await search.resetButton.click();
  await page.reload();
  await saved.button.click();
  await saved.entry('Pilot group').click();
  await expect(rows(page)).toHaveCount(3);
  await expect(search.field('familyName')).toHaveValue(familyName);
  await expect(page).toHaveURL(/sort=allChildren/);
});

test('the server sorts and pages', async ({ staffPage: page, email }) => {
  const familyName = await threeFamilies(page.request, email);
  const search = new SearchPage(page);
  const emails = page.locator('tbody tr td:nth-child(4)');
  const ranges: (string | null)[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname.endsWith('/summary')) ranges.push(searchParams.get('range'));
  });
  const query = new URLSearchParams({ filter: JSON.stringify({ familyName }), perPage: '2' });
  await page.goto(`${PORTAL}${PORTAL_ROUTES.search}?${query.toString()}`);
  await expectTotal(page, 3, 'families, 3 children');
  const head = columnHead(page, SEARCH_LABELS.emailAddress);
  await sortBy(page, SEARCH_LABELS.emailAddress);
  await expect(head).toHaveAttribute('aria-sort', 'ascending');
  await expect(emails).toHaveText([`a.${email}`, `b.${email}`]);
  await sortBy(page, SEARCH_LABELS.emailAddress);
  await expect(emails).toHaveText([`c.${email}`, `b.${email}`]);
  await rows(page).last().scrollIntoViewIfNeeded();
  await expect(head).toBeInViewport();

  await page.getByRole('button', { name: 'Go to page 2' }).click();
  await expect(emails).toHaveText([`a.${email}`]);
  await expect(page.getByText('3-3 of 3')).toBeVisible();
  await page.reload();
  await expect(emails).toHaveText([`a.${email}`]);
  expect(new Set(ranges)).toEqual(new Set(['[0,1]', '[2,3]']));

  // A new search starts on the first page and keeps the order.
  await search.field('searchGender').selectOption('Female');
  await search.submitButton.click();
  await expectTotal(page, 2, 'families, 2 children');
  await expect(emails).toHaveText([`b.${email}`, `a.${email}`]);
});
