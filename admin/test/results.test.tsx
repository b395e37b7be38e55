import { expect, test, vi } from 'vitest';
import { GENDERS } from '@kidlab/contract';
import { act, screen, waitFor, within } from '@testing-library/react';

import { BULK_TEXTS, EDIT_TEXTS, HEADER_TEXTS, LIST_TEXTS } from '../src/texts/portal.js';
import { PRESET_TEXTS, SEARCH_TEXTS } from '../src/texts/search.js';
import {
  aLateAnswer,
  alertsSay,
  type Answer,
  expectFocus,
  expectHeading,
  heading,
  press,
  refused,
  serve,
  textsOf,
} from './page.js';
import { aFamily, aGuardian, GUID, open } from './portal.js';

test('before a search, the page shows the latest families and links to unconfirmed', async () => {
  const server = serve({ 'GET /families': { body: [aFamily()] } });
  const { user, address } = open('/search-page');
  const latest = await screen.findByRole('region', { name: SEARCH_TEXTS.added.latest });
  await within(latest).findByRole('link', { name: 'Doe jane@example.org' });
  expect(server.calls('GET /families')[0]?.query.get('sort')).toBe('["id","DESC"]');
  await user.click(screen.getByRole('link', { name: PRESET_TEXTS.unconfirmed }));
  await expectHeading('Families');
  const day = expect.stringMatching(/^\d{4}-\d\d-\d\d$/) as unknown;
  const filter = new URLSearchParams(address().split('?')[1]).get('filter') ?? '';
  expect(JSON.parse(filter)).toEqual({ state: 'awaiting', signedUpTo: day });
});

test('without any family, the list of the latest families is hidden', async () => {
  const { late, release } = aLateAnswer();
  serve({ 'GET /families': () => late });
  open('/search-page');
  const heading = { name: SEARCH_TEXTS.added.latest };
  await screen.findByRole('region', heading);
  release({ body: [], total: 0 });
  await waitFor(() => expect(screen.queryByRole('region', heading)).toBeNull());
});

test('a dashboard bar, its table row and the preset open the same children', async () => {
  const row = { ageYears: 3, children: 2 };
  const children = [
    { ...row, gender: 'Male' },
    { ...row, gender: 'Female' },
  ];
  serve({ 'GET /figures/children': { body: children }, 'GET /families': { body: [] } });
  const { user } = open('/landing-page');
  const hrefOf = async (name: string): Promise<string | null> =>
    (await screen.findByRole('link', { name })).getAttribute('href');
  const bar = await hrefOf('3 years 4');
  const card = await screen.findByRole('region', { name: 'Children we can invite' });
  await user.click(within(card).getByText('Show table'));
  const line = within(card).getByRole('row', { name: '3 2 2 0 0 4' });
  const ofAge = within(line).getByRole('rowheader');
  expect(within(ofAge).getByRole('link').getAttribute('href')).toBe(bar);
  const filters = within(line)
    .getAllByRole('link')
    .map((link) => new URLSearchParams(link.getAttribute('href')?.split('?')[1]).get('filter'));
  const asked = JSON.parse(filters[0] ?? '') as object;
  expect(filters.slice(1).map((filter) => JSON.parse(filter ?? '') as unknown)).toEqual(
    GENDERS.map((gender) => ({ ...asked, gender })),
  );
  await user.click(screen.getByRole('link', { name: HEADER_TEXTS.search }));
  expect(await hrefOf(PRESET_TEXTS.three)).toBe(bar);
});

test('a grid selects all rows that match its filter, on all pages', async () => {
  const families = [1, 2, 3].map((id) => aFamily({ id, familyName: `Doe ${String(id)}` }));
  const seated = Array.from({ length: 11 }, (_, index) => ({
    ...{ id: index, childId: index, firstName: 'Maya' },
    ...{ state: 'accepted', startsLocal: '2999-01-12T09:30' },
  }));
  const server = serve({
    'GET /families': ({ query }) => ({
      // Only the first row is on the first page.
      body: query.get('range') === '[0,24]' ? families.slice(0, 1) : families,
      total: 3,
    }),
    'GET /invitations': {
      body: [{ id: 12, studyName: 'Blocks 3', participations: seated }],
      total: 1,
    },
  });
  const { user } = open(`/families?filter=${encodeURIComponent('{"state":"awaiting"}')}`);
  await user.click(await screen.findByRole('checkbox', { name: 'Select all' }));
  const bar = screen.getByRole('group', { name: LIST_TEXTS.bulkActions });
  await user.click(within(bar).getByRole('button', { name: 'Select all 3 families' }));
  await waitFor(() => {
    expect(document.activeElement?.textContent).toBe(LIST_TEXTS.unselect);
  });
  await user.click(within(bar).getByRole('button', { name: BULK_TEXTS.delete }));
  await screen.findByRole('heading', { name: 'Delete 3 families' });
  await screen.findByText('This frees 11 seats in upcoming sessions.');
  // Text wraps on a phone; a label would be cut.
  expect(screen.getByText(`${BULK_TEXTS.typeNumber}: 3`).tagName).toBe('P');
  screen.getByRole('textbox', { name: BULK_TEXTS.number });
  expect(server.calls('GET /invitations')[0]?.query.get('filter')).toBe('{"familyId":[1,2,3]}');
  const filters = server
    .calls('GET /families')
    .map(({ query }) => JSON.parse(query.get('filter') ?? 'null') as unknown);
  expect(filters.slice(-2)).toEqual([{ state: 'awaiting' }, { id: [1, 2, 3] }]);
});

test.each([
  ['the list is sorted before its rows arrive', /^Family Name/],
  ['all were unselected before its rows arrive', LIST_TEXTS.unselect],
])('"Select all" selects nothing if %s', async (_, name) => {
  const { late, release } = aLateAnswer();
  const families = [1, 2, 3].map((id) => aFamily({ id }));
  const page = { body: families.slice(0, 1), total: 3 };
  serve({
    'GET /families': ({ query }) => (query.get('range') === '[0,24]' ? page : late),
  });
  const { user } = open('/families');
  await user.click(await screen.findByRole('checkbox', { name: 'Select all' }));
  await press(user, 'Select all 3 families');
  await user.click(screen.getByRole('button', { name }));
  await waitFor(() => {
    expect(screen.queryByRole('group', { name: LIST_TEXTS.bulkActions })).toBeNull();
  });
  await act(async () => {
    release({ body: families, total: 3 });
    await late;
  });
  await user.click(await screen.findByRole('checkbox', { name: 'Select all' }));
  screen.getByRole('button', { name: 'Select all 3 families' });
});

test('"Select all" says why it failed, and works at the next try', async () => {
  const families = [1, 2, 3].map((id) => aFamily({ id }));
  const page = { body: families.slice(0, 1), total: 3 };
  let all: Answer = refused(500, 'Too busy.');
  serve({
    'GET /families': ({ query }) => (query.get('range') === '[0,24]' ? page : all),
  });
  const { user } = open('/families');
  await user.click(await screen.findByRole('checkbox', { name: 'Select all' }));
  await press(user, 'Select all 3 families');
  await alertsSay('Too busy.');
  all = { body: families, total: 3 };
  await press(user, 'Select all 3 families');
  await screen.findByText('3 selected', { selector: '[role=status]' });
});

test('a double click opens one confirmation, and none if the rows no longer exist', async () => {
  let rows = [aFamily()];
  const server = serve({ 'GET /families': () => ({ body: rows }) });
  const reads = (): number => server.calls('GET /families').length;
  const { user } = open('/families');
  await user.click(await screen.findByRole('checkbox', { name: 'Select all' }));
  const bar = screen.getByRole('group', { name: LIST_TEXTS.bulkActions });
  const before = reads();
  const button = within(bar).getByRole('button', { name: BULK_TEXTS.delete });
  act(() => {
    button.click();
    button.click();
  });
  await screen.findByRole('heading', { name: 'Delete 1 family' });
  expect(reads()).toBe(before + 1);
  await user.click(screen.getByRole('button', { name: EDIT_TEXTS.cancel }));
  await waitFor(() => {
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  rows = [];
  await user.click(within(bar).getByRole('button', { name: BULK_TEXTS.delete }));
  await screen.findByText(BULK_TEXTS.noneLeft);
  await screen.findByText(LIST_TEXTS.nothing);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('rows that could not be read are read again, and a failure is reported once', async () => {
  const failed = refused(502, 'Too busy.');
  const answers = [failed, { body: [aFamily()] }];
  const server = serve({ 'GET /families': { body: [aFamily()] } });
  const { user } = open('/families');
  await user.click(await screen.findByRole('checkbox', { name: 'Select all' }));
  const bar = screen.getByRole('group', { name: LIST_TEXTS.bulkActions });
  const button = within(bar).getByRole('button', { name: BULK_TEXTS.delete });
  server.answer({ 'GET /families': () => answers.shift() ?? failed });
  await user.click(button);
  await screen.findByRole('heading', { name: 'Delete 1 family' });
  await user.click(screen.getByRole('button', { name: EDIT_TEXTS.cancel }));
  await waitFor(() => {
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  act(() => {
    button.click();
    button.click();
  });
  await screen.findByText('Too busy.', undefined, { timeout: 3_000 });
  server.answer({ 'GET /families': { body: [] } });
  await user.click(button);
  // The next notice follows when the first is closed: a second failure would come before it.
  await screen.findByText(LIST_TEXTS.nothing);
  await user.keyboard('{Escape}');
  await screen.findByText(BULK_TEXTS.noneLeft);
});

test('"Try again" gets the focus when the focused header disappears with the rows', async () => {
  const server = serve({ 'GET /families': { body: [aFamily()] } });
  const { user } = open('/families');
  const header = await screen.findByRole('button', { name: /^Family Name/ });
  server.answer({ 'GET /families': refused(500, 'Too busy.') });
  await user.click(header);
  await expectFocus(() => screen.queryByRole('button', { name: LIST_TEXTS.tryAgain }));
});

test('a child that matches the search is highlighted', async () => {
  const family = { id: 1, guid: GUID, familyName: 'Doe', email: 'jane@example.org' };
  serve({
    'GET /family-guardian-child/summary': {
      body: [{ ...family, allChildren: 'Bo, Bill', childMatches: [false, true] }],
    },
    'GET /family-guardian-child/count': { body: { families: 1, children: 1 } },
  });
  open(`/search-page?filter=${encodeURIComponent('{"gender":"Male"}')}`);
  await screen.findByRole('cell', { name: 'Bo, Bill' });
  expect(textsOf('mark')).toEqual(['Bill']);
});

test('only a cell whose text is cut has a tooltip', async () => {
  serve({ 'GET /families': { body: [aFamily()] } });
  const { user } = open('/families');
  const address = await screen.findByText('jane@example.org');
  await user.hover(address);
  expect(address.title).toBe('');
  await user.unhover(address);
  const wide = vi.spyOn(address, 'scrollWidth', 'get').mockReturnValue(1);
  await user.hover(address);
  expect(address.title).toBe('jane@example.org');
  wide.mockRestore();
});

test('a list offers a retry if the server was busy, but not if it refused the query', async () => {
  const server = serve({ 'GET /families': refused(400, 'No such filter.') });
  const { user } = open('/families');
  await screen.findByText(LIST_TEXTS.unknown);
  expect(screen.queryByRole('button', { name: LIST_TEXTS.tryAgain })).toBeNull();
  server.answer({ 'GET /families': refused(429, 'Too busy.') });
  await user.click(screen.getByRole('button', { name: 'Refresh' }));
  await screen.findByText('Too busy.');
  screen.getByRole('button', { name: LIST_TEXTS.tryAgain });
});

test('an unknown sort on a later page is not reported in the words of the API', async () => {
  serve({ 'GET /families': refused(400, 'sort must be ["column","ASC"].') });
  open('/families?sort=old&order=ASC&page=3');
  await waitFor(() => expect(screen.getAllByText(LIST_TEXTS.unknown)).toHaveLength(2));
  expect(screen.queryByText(/column/)).toBeNull();
});

test('by keyboard, the row with the focus shows its text in full', async () => {
  serve({ 'GET /families': { body: [aFamily()] } });
  const { user } = open('/families');
  const name = await screen.findByRole('link', { name: 'Doe' });
  const styleOf = (): (string | undefined)[] => {
    const { display, whiteSpace } = getComputedStyle(name.closest('.cell') ?? name);
    return [display, whiteSpace];
  };
  expect(styleOf()).not.toEqual(['block', 'normal']);
  await user.click(screen.getByRole('checkbox', { name: 'Select Doe (7)' }));
  await user.tab({ shift: true });
  expect(document.activeElement).toBe(name.closest('tr'));
  expect(styleOf()).toEqual(['block', 'normal']);
});

test('an address that is a link may break before its "@", and its name has no space', async () => {
  const mail = { id: '1', familyGuid: GUID, toAddress: 'jane@example.org', kind: 'confirmation' };
  serve({ 'GET /mails': { body: [{ ...mail, state: 'sent', attempts: 1 }] } });
  open('/mails');
  const link = await screen.findByRole('link', { name: 'jane@example.org' });
  expect(link.innerHTML).toBe('jane<wbr>@example.org');
});

test('the button for comfortable spacing looks pressed while it is', async () => {
  serve({ 'GET /families': { body: [aFamily()] } });
  const { user } = open('/families');
  const button = await screen.findByRole('button', { name: LIST_TEXTS.comfortable });
  const before = getComputedStyle(button).backgroundColor;
  await user.click(button);
  await waitFor(() => expect(button.getAttribute('aria-pressed')).toBe('true'));
  expect(getComputedStyle(button).backgroundColor).not.toBe(before);
});

test('the confirmation of a deletion tells guardians with the same name apart', async () => {
  const twins = [aGuardian(11), aGuardian(12, { email: 'other@example.org' })];
  serve({ 'GET /guardians': { body: twins } });
  const { user } = open('/guardians');
  await user.click(await screen.findByRole('checkbox', { name: 'Select all' }));
  await user.click(screen.getByRole('button', { name: BULK_TEXTS.delete }));
  await screen.findByRole('heading', { name: 'Delete 2 guardians' });
  expect(textsOf('[role="dialog"] li')).toEqual([
    'Jane O’Brien (jane@example.org)',
    'Jane O’Brien (other@example.org)',
  ]);
});

test('a list whose filter the server refuses offers to clear it', async () => {
  serve({
    'GET /families': ({ query }) =>
      query.get('filter') === '{}' ? { body: [aFamily()] } : refused(400, 'No such filter.'),
  });
  const { user } = open('/families?filter={"old":"x"}');
  await user.click(await screen.findByRole('link', { name: LIST_TEXTS.clearFilters }));
  await screen.findByRole('row', { name: /Doe/ });
  await expectFocus(heading);
});
