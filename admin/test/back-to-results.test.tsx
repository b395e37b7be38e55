import { afterEach, expect, test, vi } from 'vitest';
import { act, screen, waitFor } from '@testing-library/react';

import { familyDetailsPath } from '../src/layout/links.js';
import { LIST_TEXTS } from '../src/texts/portal.js';
import { SEARCH_TEXTS } from '../src/texts/search.js';
import { aLateAnswer, press, rowsShown, serve, tableGone } from './page.js';
import { aChild, aFamily, aGuardian, GUID, open } from './portal.js';
import { aCandidate, PAGE } from './study-records.js';

const OTHER = '00000000-0000-4000-8000-000000000000';
const FAMILY = {
  [`GET /families/getByGuid/${GUID}`]: { body: aFamily({ familyName: 'Opened' }) },
  'GET /mails': { body: [] },
};
const back = (): HTMLElement | null =>
  screen.queryByRole('link', { name: new RegExp(`^${LIST_TEXTS.backToResults}`) });

async function openFamily({ router }: ReturnType<typeof open>): Promise<void> {
  await act(() => router.navigate(familyDetailsPath(GUID)));
  await screen.findByRole('heading', { level: 1, name: 'Opened' });
}

afterEach(() => {
  vi.restoreAllMocks();
});

test('a new page starts at its top; on Back, the browser restores the position', async () => {
  const scrollTo = vi.spyOn(window, 'scrollTo').mockReturnValue();
  serve({ ...FAMILY, 'GET /guardians': { body: [aGuardian(1)] } });
  const shown = open('/guardians');
  await rowsShown(1);
  await openFamily(shown);
  expect(scrollTo).toHaveBeenCalledOnce();
  await act(() => shown.router.navigate(-1));
  await rowsShown(1);
  expect(scrollTo).toHaveBeenCalledOnce();
});

test.each([
  ['/families?page=2', 'families', aFamily({ id: 1, guid: OTHER }), aFamily({ id: 2 })],
  ['/guardians?page=2', 'guardians', aGuardian(1, { familyGuid: OTHER }), aGuardian(2)],
  ['/children?page=2', 'children', aChild(1, { familyGuid: OTHER }), aChild(2)],
  ['/invite?id=3', 'candidates', aCandidate(1, { familyGuid: OTHER }), aCandidate(2)],
])('a family leads back to %s, and says which row it is', async (list, call, first, second) => {
  serve({ ...PAGE, ...FAMILY, [`GET /${call}`]: { body: [first, second], total: 123 } });
  const shown = open(list);
  await rowsShown(2);
  await openFamily(shown);
  const position = list.includes('page=2') ? 27 : 2;
  const link = screen.getByRole('link', {
    name: `${LIST_TEXTS.backToResults}, ${String(position)} of 123`,
  });
  await shown.user.click(link);
  await rowsShown(2);
  expect(shown.address()).toBe(list);
});

test('with two siblings in the list, the link gives no position', async () => {
  serve({ ...FAMILY, 'GET /children': { body: [aChild(1), aChild(2)] } });
  const shown = open('/children');
  await rowsShown(2);
  await openFamily(shown);
  expect(back()?.textContent).toBe(LIST_TEXTS.backToResults);
});

test('a family that the last list does not show has no link to it', async () => {
  const others = { body: [aGuardian(1, { familyGuid: OTHER })] };
  serve({ ...FAMILY, 'GET /children': { body: [aChild(1)] }, 'GET /guardians': others });
  const shown = open('/children');
  await rowsShown(1);
  await openFamily(shown);
  expect(back()).not.toBeNull();
  await act(() => shown.router.navigate('/guardians'));
  await rowsShown(1);
  await openFamily(shown);
  expect(back()).toBeNull();
});

test('while the next page loads, a row leads back to the page that it is on', async () => {
  const { late } = aLateAnswer();
  serve({
    ...FAMILY,
    'GET /children': ({ query }) =>
      query.get('range') === '[0,24]' ? { body: [aChild(1)], total: 26 } : late,
  });
  const shown = open('/children');
  await rowsShown(1);
  await press(shown.user, 'Go to page 2');
  await waitFor(() => {
    expect(shown.address()).toContain('page=2');
  });
  await openFamily(shown);
  expect(back()?.textContent).toBe(`${LIST_TEXTS.backToResults}, 1 of 26`);
});

test.each([
  ['/search-page', '{"familyName":"Doe"}'],
  ['/search-page', '{}'],
  ['/registration-report', '{}'],
])('after a reset, no family leads back to %s with %s', async (path, filter) => {
  const names = { firstName: null, allGuardians: null, allChildren: null, childMatches: null };
  const found = { body: [{ ...aFamily(), ...names }] };
  serve({
    ...FAMILY,
    'GET /family-guardian-child/summary': found,
    'GET /family-guardian-child/count': { body: { families: 1, children: 1 } },
    'GET /registration-report': found,
  });
  const shown = open(`${path}?filter=${encodeURIComponent(filter)}`);
  await rowsShown(1);
  await press(shown.user, SEARCH_TEXTS.reset);
  await tableGone();
  await openFamily(shown);
  expect(back()).toBeNull();
});
