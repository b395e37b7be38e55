import { afterEach, expect, test, vi } from 'vitest';
import { AUDIT_ACTION_NAMES, FAMILY_LABELS } from '@kidlab/contract';
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';

import { SEARCH } from '../../e2e/portal-specification.js';
import { AUDIT_LABELS } from '../src/texts/operations.js';
import { FILTER_TEXTS, periodFault } from '../src/texts/portal.js';
import {
  cellsOf,
  enter,
  expectFault,
  expectFocus,
  expectHeading,
  field,
  onPhone,
  optionsOf,
  rows,
  serve,
  type Server,
} from './page.js';
import { aFamily, GUID, open } from './portal.js';

const FAMILIES = 'GET /families';

afterEach(() => {
  vi.restoreAllMocks();
});

/** Opens the grid with a filter. @param shown names of empty filters to show. */
async function openFamilies(
  filter: object = {},
  shown: readonly string[] = [],
): Promise<{ server: Server; user: UserEvent }> {
  const server = serve({ [FAMILIES]: { body: [aFamily()] } });
  const query = new URLSearchParams({
    filter: JSON.stringify(filter),
    displayedFilters: JSON.stringify(Object.fromEntries(shown.map((name) => [name, true]))),
  });
  const { user } = open(`/families?${query.toString()}`);
  await expectHeading('Families');
  await screen.findByText('1 family');
  return { server, user };
}

const filtersAsked = (server: Server): unknown[] =>
  server.calls(FAMILIES).map(({ query }) => JSON.parse(query.get('filter') ?? 'null') as unknown);

const lastAsked = (server: Server, filter: object): Promise<void> =>
  waitFor(() => {
    expect(filtersAsked(server).at(-1)).toEqual(filter);
  });

test('families: a filter is shown on demand; each one is sent', async () => {
  const sent = {
    referredBy: 'Flyer',
    zipCode: '946',
    city: 'emery',
    registeredFrom: '2020-01-01',
    registeredTo: '2020-01-02',
    gender: 'Female',
    minAge: '2',
    maxAge: '3',
  };
  const [first, ...others] = Object.keys(sent);
  const { server, user } = await openFamilies({}, others);
  await user.click(screen.getByRole('button', { name: FILTER_TEXTS.saved }));
  await user.click(screen.getByRole('menuitemcheckbox', { name: FAMILY_LABELS.referredBy }));
  await waitFor(() => field(String(first)));
  for (const [name, value] of Object.entries(sent)) await enter(user, name, value);
  await lastAsked(server, sent);
});

test('families: an invalid age range is reported and cleared; another unit clears the ages', async () => {
  const chosen = { gender: 'Male', ageUOM: 'Years', minAge: '2', maxAge: '8' };
  const { server, user } = await openFamilies(chosen, Object.keys(chosen));
  await lastAsked(server, chosen);
  await enter(user, 'minAge', '9');
  const dialog = await screen.findByRole('alertdialog', { name: SEARCH.invalidAges.title });
  within(dialog).getByText(SEARCH.invalidAges.text);
  const close = within(dialog).getByRole('button', { name: SEARCH.invalidAges.close });
  await expectFocus(() => close);
  await user.click(close);
  await waitFor(() => {
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });
  expect([field('minAge').value, field('maxAge').value]).toEqual(['', '']);
  await lastAsked(server, { gender: 'Male', ageUOM: 'Years' });

  await enter(user, 'maxAge', '8');
  await lastAsked(server, { gender: 'Male', ageUOM: 'Years', maxAge: '8' });
  await enter(user, 'ageUOM', 'Months');
  await lastAsked(server, { gender: 'Male', ageUOM: 'Months' });
  expect(field('maxAge').value).toBe('');
  expect(filtersAsked(server)).not.toContainEqual(expect.objectContaining({ minAge: '9' }));
  const { first, last } = SEARCH.ages.Months;
  expect(optionsOf('minAge')).toHaveLength(1 + last - first + 1);
});

test('families: removing a filter puts the focus on the filter menu', async () => {
  const { user } = await openFamilies({}, ['city']);
  await user.click(screen.getByRole('button', { name: 'Remove this filter' }));
  await waitFor(() => expect(document.querySelector('[name="city"]')).toBeNull());
  expect(document.activeElement?.textContent).toBe(FILTER_TEXTS.saved);
});

test('grids: a text filter is limited to the length that the server accepts', async () => {
  await openFamilies({}, ['city']);
  expect([field('q').maxLength, field('city').maxLength]).toEqual([99, 99]);
});

test('audit trail: a period that ends before it begins is an error, and is not sent', async () => {
  const EVENTS = 'GET /audit-events';
  const server = serve({ [EVENTS]: { body: [] } });
  const { user } = open('/audit-events');
  await screen.findByText('0 entries');
  const filters = () =>
    server.calls(EVENTS).map(({ query }) => JSON.parse(query.get('filter') ?? '{}') as object);
  await enter(user, 'to', '2026-03-01');
  await waitFor(() => expect(filters().at(-1)).toEqual({ to: '2026-03-01' }));
  await enter(user, 'from', '2026-03-02');
  await expectFault('from', periodFault(AUDIT_LABELS.from, AUDIT_LABELS.to));
  // Another change is sent together with the dates, once they are valid.
  await enter(user, 'actor', 'jane');
  await enter(user, 'to', '2026-03-02');
  await waitFor(() =>
    expect(filters().at(-1)).toEqual({ actor: 'jane', from: '2026-03-02', to: '2026-03-02' }),
  );
  expect(field('from').getAttribute('aria-invalid')).toBe('false');
  expect(filters()).not.toContainEqual(
    expect.objectContaining({ from: '2026-03-02', to: '2026-03-01' }),
  );
});

test('audit trail: What and Record offer each code in plain words, and send the code', async () => {
  const EVENTS = 'GET /audit-events';
  const event = {
    id: 1,
    occurredAt: '2026-03-01T17:00:00.000Z',
    actor: 'system',
    action: 'slot.cancelled',
    subjectType: 'slot',
    subjectId: '4',
    before: { seats: 6, startsLocal: '2027-01-12T09:30', agreementVersion: '1', sequence: 0 },
    after: {
      seats: 8,
      startsLocal: '2027-01-12T10:00',
      agreementVersion: '2',
      sequence: 1,
      cancelledAt: '2027-01-11T18:00:00Z',
    },
  };
  const server = serve({ [EVENTS]: { body: [event] } });
  const { user } = open('/audit-events');
  await screen.findByText('1 entry');
  expect(cellsOf(rows()[0]).join()).toContain('system,Session canceled,Session,4');
  // A field without a label has its name in words.
  expect(rows()[0]?.querySelector('summary')?.textContent).toBe(
    'Seats, From, Agreement version, Canceled',
  );
  expect(rows()[0]?.querySelector('dl')?.textContent).toContain('none → 01/11/2027 10:00:00');
  expect(optionsOf('action')).toHaveLength(1 + Object.keys(AUDIT_ACTION_NAMES).length);
  await user.selectOptions(field('action'), 'Session canceled');
  await user.selectOptions(field('subjectType'), 'Session');
  await waitFor(() => {
    const asked = server.calls(EVENTS).at(-1)?.query.get('filter');
    expect(JSON.parse(asked ?? '')).toEqual({ action: 'slot.cancelled', subjectType: 'slot' });
  });
});

test('audit trail: a phone shows the record and the changes, too', async () => {
  onPhone();
  const event = {
    id: 1,
    occurredAt: '2026-03-01T17:00:00.000Z',
    actor: 'system',
    action: 'invitation.withdrawn',
    subjectType: 'family',
    subjectId: GUID,
    before: null,
    after: { withdrawnReason: 'paused' },
  };
  serve({ 'GET /audit-events': { body: [event] } });
  open('/audit-events');
  const link = await screen.findByRole('link', { name: GUID });
  const card = link.closest('li');
  expect(card?.textContent).toBe(
    `Invitation withdrawn · system03/01/2026 09:00:00Family ${GUID}ReasonReasonnone → the family asked for a pause`,
  );
  expect(card?.querySelector('summary')?.textContent).toBe('Reason');
});

test('audit trail: a phone shows two filters, and the others on demand or when they are in use', async () => {
  onPhone();
  serve({ 'GET /audit-events': { body: [] } });
  const { user } = open(`/audit-events?filter=${encodeURIComponent('{"subjectId":"4"}')}`);
  const button = await screen.findByRole('button', { name: FILTER_TEXTS.saved });
  const shown = (): string[] =>
    [...document.querySelectorAll('form [name]')].map((each) => each.getAttribute('name') ?? '');
  expect(shown()).toEqual(['actor', 'action', 'subjectId']);
  await user.click(button);
  await user.click(await screen.findByRole('menuitemcheckbox', { name: AUDIT_LABELS.from }));
  await waitFor(() => expect(shown()).toEqual(['actor', 'action', 'subjectId', 'from']));
});
