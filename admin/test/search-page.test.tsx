import { afterEach, expect, test, vi } from 'vitest';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';

import { SEARCH } from '../../e2e/portal-specification.js';
import { EXPORT_TEXTS } from '../src/texts/export.js';
import { FILTER_TEXTS, SAVED_SEARCH_TEXTS } from '../src/texts/portal.js';
import { SEARCH_LABELS, SEARCH_TEXTS } from '../src/texts/search.js';
import { enter, expectFocus, field, onPhone, press, rowsShown, serve } from './page.js';
import { aSummary, filterAt, found, openSearch, submit, SUMMARY } from './searches.js';
import { stubExports } from './stub-exports.js';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test('the search is in the address, calls and export; Back shows the previous one', async () => {
  const posted = stubExports();
  const server = serve(found(aSummary(1)));
  const { user, address, router } = await openSearch();
  const query = {
    ...{ gender: 'Female', ageUOM: 'Years', minAge: '5', maxAge: '9' },
    ...{ emailAddress: 'JANE@example.org', familyName: 'Okafor' },
  };
  await enter(user, 'familyName', ' Okafor ');
  await enter(user, 'emailAddress', query.emailAddress);
  await enter(user, 'searchGender', 'Female');
  await enter(user, 'minAge', '5');
  await enter(user, 'maxAge', '9');
  await submit(user);
  await rowsShown(1);
  expect(filterAt(address())).toEqual(query);
  expect(Object.fromEntries(server.calls(SUMMARY)[0]?.query ?? [])).toMatchObject(query);
  await press(user, EXPORT_TEXTS.csv);
  expect(posted).toMatchObject([{ list: { query } }]);
  await user.click(await screen.findByRole('button', { name: EXPORT_TEXTS.cancel }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

  server.answer(found());
  await enter(user, 'searchGender', 'All');
  await submit(user);
  await screen.findByText(SEARCH.noResults);
  server.answer(found(aSummary(1)));
  await act(() => router.navigate(-1));
  await rowsShown(1);
  const shown = ['familyName', 'searchGender', 'minAge'].map((name) => field(name).value);
  expect(shown).toEqual(['Okafor', 'Female', '5']);
});

test('a minimum above the maximum runs no search; the focus returns to where it was', async () => {
  const server = serve(found(aSummary(1)));
  const { user } = await openSearch();
  const answer = async (where: () => Element | null): Promise<void> => {
    const dialog = await screen.findByRole('alertdialog', { name: SEARCH.invalidAges.title });
    within(dialog).getByText(SEARCH.invalidAges.text);
    await expectFocus(() => within(dialog).getByRole('button'));
    await user.keyboard('{Enter}');
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect([field('minAge').value, field('maxAge').value]).toEqual(['', '']);
    await expectFocus(where);
  };
  await enter(user, 'minAge', '3');
  await enter(user, 'maxAge', '2');
  await submit(user);
  await answer(() => screen.getByRole('button', { name: SEARCH_TEXTS.added.submit }));

  await enter(user, 'ageUnit', 'Months');
  await enter(user, 'minAge', '10');
  await enter(user, 'maxAge', '9');
  act(() => field('maxAge').focus());
  await user.keyboard('{Enter}');
  await answer(() => field('maxAge'));
  expect(server.calls(SUMMARY)).toEqual([]);

  await enter(user, 'minAge', '9');
  await enter(user, 'maxAge', '9');
  await submit(user);
  await rowsShown(1);
  expect(server.calls(SUMMARY)).toHaveLength(1);
});

test('the server pages and sorts; a new search keeps the order, and starts at page 1', async () => {
  const server = serve({ ...found(aSummary(1)), [SUMMARY]: { body: [aSummary(1)], total: 3 } });
  const { user, address } = await openSearch(
    '?filter=%7B%22familyName%22%3A%22Okafor%22%7D&perPage=2',
  );
  await rowsShown(1);
  const asked = (sort: string, range: string): Promise<void> =>
    waitFor(() => {
      const [call] = server.calls(SUMMARY).slice(-1);
      expect([call?.query.get('sort'), call?.query.get('range')]).toEqual([sort, range]);
    });
  const head = screen.getByRole('columnheader', { name: SEARCH_LABELS.emailAddress });
  for (const [order, state] of [
    ['ASC', 'ascending'],
    ['DESC', 'descending'],
  ] as const) {
    await user.click(within(head).getByRole('button'));
    await asked(`["email","${order}"]`, '[0,1]');
    await waitFor(() => expect(head.getAttribute('aria-sort')).toBe(state));
  }
  await user.click(screen.getByRole('button', { name: 'Go to page 2' }));
  await asked('["email","DESC"]', '[2,3]');
  await screen.findByText('3-3 of 3');

  await enter(user, 'searchGender', 'Female');
  await submit(user);
  await asked('["email","DESC"]', '[0,1]');
  expect(new URLSearchParams(address().split('?')[1]).get('page')).toBe('1');
});

test('on a phone, the results are cards with a choice of order', async () => {
  onPhone();
  const server = serve(found(aSummary(1), aSummary(2, { allGuardians: null })));
  const { user, address } = await openSearch('?filter=%7B%22familyName%22%3A%22Okafor%22%7D');
  await screen.findByText('2 families, 4 children');
  const cards = within(screen.getByRole('main')).getAllByRole('listitem');
  expect(cards[0]?.textContent).toContain(`${SEARCH_LABELS.allChildren}: Bo, Bill`);
  expect(cards[1]?.textContent).toContain(`${SEARCH_LABELS.allGuardians}: ${SEARCH.empty}`);
  for (const [order, sent] of [
    ['ascending', 'ASC'],
    ['descending', 'DESC'],
  ]) {
    await user.click(screen.getByRole('button', { name: /^Sort by/ }));
    const name = `${SEARCH_LABELS.allChildren} ${String(order)}`;
    await user.click(await screen.findByRole('menuitem', { name }));
    await waitFor(() => {
      expect(server.calls(SUMMARY).at(-1)?.query.get('sort')).toBe(
        `["allChildren","${String(sent)}"]`,
      );
    });
  }
  const [first] = await screen.findAllByRole('link', { name: /Bo, Bill/ });
  if (first !== undefined) await user.click(first);
  await waitFor(() => expect(address()).toContain('/family-details-page?guid='));
});

test('a search is saved under a name with its order, and opened again after a reload', async () => {
  serve(found(aSummary(1)));
  const { user } = await openSearch();
  const menu = (): HTMLElement | null => screen.queryByRole('button', { name: FILTER_TEXTS.saved });
  expect(menu()).toBeNull();
  await enter(user, 'familyName', 'Okafor');
  await submit(user);
  await rowsShown(1);
  await user.click(screen.getByRole('button', { name: SEARCH_LABELS.allChildren }));
  await press(user, FILTER_TEXTS.saved);
  await user.click(await screen.findByRole('menuitem', { name: SAVED_SEARCH_TEXTS.new_label }));
  await user.type(
    await screen.findByLabelText(SAVED_SEARCH_TEXTS.query_name),
    'Pilot group{Enter}',
  );
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

  cleanup();
  const later = await openSearch();
  await press(later.user, FILTER_TEXTS.saved);
  await later.user.click(await screen.findByRole('menuitem', { name: 'Pilot group' }));
  await rowsShown(1);
  expect(field('familyName').value).toBe('Okafor');
  expect(later.address()).toMatch(/sort=allChildren/);
});
