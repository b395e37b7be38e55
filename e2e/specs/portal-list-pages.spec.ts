import { STAFF_MESSAGES } from '@kidlab/contract';

import { ANSWER } from '../support/browser-log.js';
import { rows } from '../support/portal-list.js';
import { aFamily } from '../support/staff-family.js';
import { expect, PORTAL, staffTest as test } from '../support/staff.js';

test('of a list that is not counted to its end, no last page is shown', async ({
  staffPage: page,
  email,
}) => {
  await aFamily(page.request, email);
  await page.route('**/admin/api/families?*', async (route) => {
    // Whichever page is asked for, it has the first one's rows.
    const first = new URL(route.request().url());
    first.searchParams.set('range', '[0,24]');
    const response = await route.fetch({ url: first.href });
    const headers = { ...response.headers(), 'content-range': 'families 0-24/1001' };
    await route.fulfill({ response, headers });
  });
  await page.goto(`${PORTAL}/families?page=2`);
  await expect(
    page.getByRole('status').filter({ hasText: 'more than 1,000 families' }),
  ).toBeVisible();
  const pages = page.getByRole('button', { name: /^Go to .*page/ });
  await expect(pages).toHaveCount(2);
  await expect(page.getByText('26-50 of more than 50')).toBeVisible();
  await page.getByRole('button', { name: 'Go to next page' }).click();
  await expect(pages).toHaveCount(2);
  await expect(page.getByText('51-75 of more than 75')).toBeVisible();
});

test('a page that a list does not have is said', async ({ staffPage: page, email }) => {
  await aFamily(page.request, email);
  const query = new URLSearchParams({ filter: JSON.stringify({ q: email }), page: '300' });
  await page.goto(`${PORTAL}/families?${query.toString()}`);
  await expect(
    page.getByRole('alert').filter({ hasText: 'There is no page 300: this is page 1.' }),
  ).toBeVisible();
  await expect(rows(page)).toHaveCount(1);
});

test('a page beyond the reach of a list says to narrow the search', async ({
  staffPage: page,
  email,
  browserLog,
}) => {
  browserLog.announce(ANSWER(400));
  await aFamily(page.request, email);
  for (const grid of ['families', 'guardians', 'children']) {
    await page.goto(`${PORTAL}/${grid}?page=9999`);
    await expect(rows(page).first()).toBeVisible();
    await expect(page.getByRole('alert')).toHaveText(STAFF_MESSAGES.beyondReach);
  }
});
