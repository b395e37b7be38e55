import { afterEach, expect, test, vi } from 'vitest';
import {
  ADMIN_BASE_PATH,
  CHILD_LABELS,
  FAMILY_LABELS,
  GUARDIAN_LABELS,
  type ExportedGrid,
  STAFF_MESSAGES,
} from '@kidlab/contract';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';

import { DETAILS } from '../../e2e/portal-family-specification.js';
import { editGuardianPath, familyDetailsPath } from '../src/layout/links.js';
import { EXPORT_TEXTS } from '../src/texts/export.js';
import { OPERATIONS_TEXTS } from '../src/texts/operations.js';
import { BULK_TEXTS, LIST_TEXTS } from '../src/texts/portal.js';
import { REPORT_TEXTS } from '../src/texts/search.js';
import {
  aLateAnswer,
  alertsSay,
  CONNECTION_LOST,
  enter,
  expectHeading,
  onPhone,
  press,
  refused,
  rowsShown,
  serve,
  textsOf,
} from './page.js';
import { aChild, aFamily, aGuardian, GUID, open } from './portal.js';
import { stubExports } from './stub-exports.js';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const ROWS = {
  families: [aFamily()],
  guardians: [aGuardian(11)],
  children: [aChild(21)],
} as const satisfies Record<ExportedGrid, unknown>;
const GRIDS = ['families', 'guardians', 'children'] as const;

const { familyName, email, state, okayToContactIndicator, zipCode, registeredDate } = FAMILY_LABELS;

test.each([
  [
    'families',
    [familyName, email, state, okayToContactIndicator, zipCode, registeredDate],
    // The latest first.
    [registeredDate, 'registeredDate', 'DESC'],
    [],
  ],
  [
    'guardians',
    [
      GUARDIAN_LABELS.firstName,
      GUARDIAN_LABELS.lastName,
      GUARDIAN_LABELS.familyName,
      GUARDIAN_LABELS.relationshipToChild,
      GUARDIAN_LABELS.email,
      GUARDIAN_LABELS.primaryPhone,
      GUARDIAN_LABELS.isPrimaryIndicator,
      DETAILS.edit,
    ],
    [GUARDIAN_LABELS.firstName, 'firstName', 'ASC'],
    [
      ['Doe', `/family-details-page?guid=${GUID}`],
      ['Edit Jane O’Brien', '/edit-guardian?'],
    ],
  ],
  [
    'children',
    [
      CHILD_LABELS.firstName,
      CHILD_LABELS.familyName,
      CHILD_LABELS.birth,
      CHILD_LABELS.age,
      CHILD_LABELS.gender,
      CHILD_LABELS.whichHandId,
      CHILD_LABELS.languageSpokenAtHome,
      DETAILS.edit,
    ],
    // The youngest first.
    [CHILD_LABELS.birth, 'birth', 'DESC'],
    [
      ['Doe', `/family-details-page?guid=${GUID}`],
      ['Edit Maya (Doe)', '/edit-child?'],
    ],
  ],
] as const)(
  'the grid of %s has its columns, sorts by one, and links',
  async (grid, columns, sorted, links) => {
    const server = serve({ [`GET /${grid}`]: { body: ROWS[grid] } });
    const { user, address } = open(`/${grid}`);
    await rowsShown(1);
    expect(textsOf('thead th').filter(Boolean)).toEqual(columns);
    for (const [name, path] of links) {
      expect(screen.getByRole('link', { name }).getAttribute('href')).toContain(path);
    }
    const [label, column, order] = sorted;
    const head = screen.getByRole('columnheader', { name: label });
    await user.click(within(head).getByRole('button'));
    await waitFor(() => {
      const [call] = server.calls(`GET /${grid}`).slice(-1);
      expect(call?.query.get('sort')).toBe(JSON.stringify([column, order]));
    });
    expect(new URLSearchParams(address().split('?')[1]).get('sort')).toBe(column);
    await waitFor(() => expect(head.getAttribute('aria-sort')).toMatch(order.toLowerCase()));
  },
);

test.each(GRIDS)('all of %s are exported, with the filter of the list', async (grid) => {
  const posted = stubExports();
  serve({ [`GET /${grid}`]: { body: ROWS[grid] } });
  const { user } = open(`/${grid}?filter=${encodeURIComponent('{"q":"doe"}')}`);
  await rowsShown(1);
  await press(user, EXPORT_TEXTS.csv);
  expect(posted).toMatchObject([
    { format: 'csv', list: { path: `/exports/${grid}`, query: { filter: '{"q":"doe"}' } } },
  ]);
});

const bar = (): HTMLElement | null => screen.queryByRole('group', { name: LIST_TEXTS.bulkActions });

test('a click opens a row, unless it is for one of its links or selects text', async () => {
  serve({ 'GET /guardians': { body: [aGuardian(11)] } });
  const { user, address, router } = open('/guardians');
  await rowsShown(1);
  const aunt = (): HTMLElement => screen.getByRole('cell', { name: 'Aunt' });
  const selected = { isCollapsed: false } as Selection;
  const selection = vi.spyOn(window, 'getSelection').mockReturnValue(selected);
  fireEvent.click(aunt());
  expect(address()).toBe('/guardians');
  selection.mockRestore();

  await user.click(screen.getByRole('link', { name: 'Edit Jane O’Brien' }));
  expect(address()).toBe(editGuardianPath(GUID, 11));
  await act(() => router.navigate(-1));
  await rowsShown(1);
  await user.click(aunt());
  expect(address()).toBe(familyDetailsPath(GUID));
});

test('Ctrl and Enter open a row in a new tab', async () => {
  const newTab = vi.spyOn(window, 'open').mockReturnValue(null);
  serve({ 'GET /guardians': { body: [aGuardian(11)] } });
  const { user, address } = open('/guardians');
  await rowsShown(1);
  act(() => screen.getByRole('cell', { name: 'Aunt' }).closest('tr')?.focus());
  await user.keyboard('{Control>}{Enter}{/Control}');
  expect(newTab).toHaveBeenCalledWith(
    ADMIN_BASE_PATH + familyDetailsPath(GUID),
    '_blank',
    'noopener',
  );
  expect(address()).toBe('/guardians');
  await user.keyboard('{Enter}');
  expect(address()).toBe(familyDetailsPath(GUID));
});

test('the status shows the total and, after page 1, the page, which begins there', async () => {
  serve({ 'GET /families': { body: [aFamily()], total: 60 } });
  const { user } = open('/families');
  await rowsShown(1);
  await user.click(screen.getByRole('button', { name: 'Go to page 2' }));
  const status = await screen.findByText('60 families · Page 2');
  // The button is out of view then: react-admin has scrolled to the top.
  await waitFor(() => expect(document.activeElement).toBe(status));
  await user.click(screen.getByRole('button', { name: 'Go to page 1' }));
  expect((await screen.findByText('60 families')).getAttribute('role')).toBe('status');
});

test('another page, order or filter clears the selection, and so does leaving the list', async () => {
  serve({
    'GET /families': { body: [aFamily()], total: 60 },
    'GET /guardians': { body: ROWS.guardians },
  });
  const { user, router } = open('/families');
  await rowsShown(1);
  const selectAll = async (): Promise<void> => {
    await user.click(await screen.findByRole('checkbox', { name: 'Select all' }));
    await waitFor(() => expect(bar()).not.toBeNull());
  };
  for (const change of [
    () => user.click(screen.getByRole('button', { name: 'Go to page 2' })),
    () => user.click(screen.getByRole('button', { name: FAMILY_LABELS.email })),
    () => enter(user, 'q', 'doe'),
    async () => {
      const sideBar = screen.getByRole('navigation', { name: 'All pages' });
      await user.click(within(sideBar).getByRole('link', { name: 'Guardians' }));
      await expectHeading('Guardians');
      await act(() => router.navigate(-1));
      await expectHeading('Families');
      await rowsShown(1);
    },
  ]) {
    await selectAll();
    await change();
    await waitFor(() => expect(bar()).toBeNull());
    expect(screen.queryByRole('checkbox', { checked: true })).toBeNull();
  }
});

test.each([
  ['guardians', 'Jane O’Brien (jane@example.org)', STAFF_MESSAGES.lastGuardian],
  ['children', 'Maya (Doe)', STAFF_MESSAGES.lastChild],
] as const)(
  'a row of %s that can’t be deleted is named with the reason',
  async (grid, name, reason) => {
    const [{ id }] = ROWS[grid];
    serve({
      [`GET /${grid}`]: { body: ROWS[grid] },
      [`DELETE /${grid}/${String(id)}`]: refused(409, reason),
    });
    const { user } = open(`/${grid}`);
    await user.click(await screen.findByRole('checkbox', { name: 'Select all' }));
    await press(user, BULK_TEXTS.delete);
    await screen.findByRole('dialog');
    await user.type(screen.getByRole('textbox', { name: BULK_TEXTS.number }), '1{Enter}');
    await waitFor(() => {
      expect(textsOf('[role="dialog"] li')).toEqual([`${name}: ${reason}`]);
    });
    await press(user, LIST_TEXTS.close);
    await rowsShown(1);
  },
);

test('rows that someone else deletes first count as deleted', async () => {
  serve({
    'GET /families': { body: ROWS.families },
    'DELETE /families/familyId/7': refused(404, STAFF_MESSAGES.guidNotFound),
  });
  const { user } = open('/families');
  await user.click(await screen.findByRole('checkbox', { name: 'Select all' }));
  await press(user, BULK_TEXTS.delete);
  await screen.findByRole('dialog');
  await user.type(screen.getByRole('textbox', { name: BULK_TEXTS.number }), '1{Enter}');
  await screen.findByText('1 deleted.');
});

test('leaving the list stops an action on its rows', async () => {
  const { late, release } = aLateAnswer();
  const server = serve({
    'GET /families': { body: [aFamily(), aFamily({ id: 8 })] },
    'DELETE /families/familyId/7': () => late,
  });
  const { user, router } = open('/families');
  await user.click(await screen.findByRole('checkbox', { name: 'Select all' }));
  await press(user, BULK_TEXTS.delete);
  await screen.findByRole('dialog');
  await user.type(screen.getByRole('textbox', { name: BULK_TEXTS.number }), '2{Enter}');
  await screen.findByText('0 of 2');
  await act(() => router.navigate('/guardians'));
  await expectHeading('Guardians');
  await act(async () => {
    release({ status: 204 });
    await late;
  });
  expect(server.calls('DELETE /families/familyId/8')).toEqual([]);
});

const FAILED_MAIL = {
  id: '0b6b3c8e-6f0e-4a1c-9d55-3f1f0a2b7c11',
  kind: 'confirmation',
  state: 'failed',
  toAddress: 'jane@example.org',
  familyGuid: GUID,
  createdAt: '2026-03-01T17:00:00.000Z',
  serverAnswer: '550 No such mailbox',
};
const RETRY = `POST /mails/${FAILED_MAIL.id}/retry`;
const RETRY_BUTTON = `${OPERATIONS_TEXTS.retry}: ${FAILED_MAIL.toAddress}`;

test('on a phone, a failed email says why, links to its family and can be resent', async () => {
  onPhone();
  const server = serve({
    'GET /mails': { body: [FAILED_MAIL] },
    [RETRY]: { body: { message: '' } },
  });
  const { user } = open('/mails');
  const card = (await screen.findByText(FAILED_MAIL.serverAnswer)).closest('li');
  expect(card?.querySelector('a')?.getAttribute('href')).toMatch(new RegExp(`guid=${GUID}$`));
  await press(user, RETRY_BUTTON);
  await waitFor(() => expect(server.calls(RETRY)).toHaveLength(1));
});

test('after a retry with a lost response, the list shows the state of the email', async () => {
  const server = serve({
    'GET /mails': { body: [FAILED_MAIL] },
    [RETRY]: null,
  });
  const { user } = open('/mails');
  await screen.findByRole('button', { name: RETRY_BUTTON });
  server.answer({ 'GET /mails': { body: [{ ...FAILED_MAIL, state: 'sent' }] } });
  await press(user, RETRY_BUTTON);
  await alertsSay(CONNECTION_LOST);
  await waitFor(() => expect(screen.queryByRole('button', { name: RETRY_BUTTON })).toBeNull());
});

test('on a phone, the report shows since when a family has been waiting', async () => {
  onPhone();
  const firstEmailSentDate = '2026-05-04T17:00:00.000Z';
  const row = { id: 7, guid: GUID, familyName: 'Doe', registeredDate: null, firstEmailSentDate };
  serve({ 'GET /registration-report': { body: [row] } });
  open('/registration-report?filter={}');
  const card = await screen.findByRole('link', { name: /Doe/ });
  expect(card.textContent).toContain(`${REPORT_TEXTS.added.waitingSince}: 05/04/2026`);
});
