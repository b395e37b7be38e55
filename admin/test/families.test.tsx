import { afterEach, describe, expect, test, vi } from 'vitest';
import { type MailRow, STAFF_MESSAGES } from '@kidlab/contract';
import { act, screen, waitFor, within } from '@testing-library/react';

import { DETAILS } from '../../e2e/portal-family-specification.js';
import { HEADER } from '../../e2e/portal-specification.js';
import { LIST_TEXTS } from '../src/texts/portal.js';
import { DELETE_TEXTS, FACT_TEXTS, FAMILY_PAGE_TEXTS, mailedToText } from '../src/texts/record.js';
import { REPORT_TEXTS, resendQuestion } from '../src/texts/search.js';
import {
  alertsSay,
  aLateAnswer,
  CONNECTION_LOST,
  expectHeading,
  press,
  refused,
  serve,
  SERVER_ERROR,
  expectFocus,
  heading,
} from './page.js';
import { aChild, aFamily, aGuardian, GUID, open } from './portal.js';

const READ = `GET /families/getByGuid/${GUID}`;
const NO_MAILS = { 'GET /mails': { body: [] } };
const DETAILS_PAGE = `/family-details-page?guid=${GUID}`;

const RESEND = 'POST /registration/send-on-demand-registration-email';
const A_MAIL = {
  id: '0b6b3c8e-6f0e-4a1c-9d55-3f1f0a2b7c11',
  kind: 'confirmation',
  state: 'sent',
  toAddress: 'jane@example.org',
  familyId: 7,
  familyGuid: GUID,
  createdAt: '2026-05-04T17:00:00.000Z',
  nextAttemptAt: null,
  sentAt: '2026-05-04T17:00:00.000Z',
  attempts: 1,
  serverAnswer: null,
} satisfies MailRow;

const cardOf = (name: string): Promise<HTMLElement> => screen.findByRole('article', { name });

afterEach(() => {
  vi.restoreAllMocks();
});

describe('the page of a family', () => {
  test('with two guardians and five children, no more can be added', async () => {
    const children = ['Maya', 'Leo', 'Ana', 'Tom', 'Zoë'];
    const family = aFamily({
      guardians: [
        aGuardian(12, { firstName: 'Bea' }),
        aGuardian(11, { firstName: 'Ann', isPrimaryIndicator: 'N' }),
      ],
      children: children.map((firstName, index) => aChild(21 + index, { firstName })),
    });
    serve({ [READ]: { body: family }, ...NO_MAILS });
    open(DETAILS_PAGE);
    await cardOf('Maya');
    const cards = screen.getAllByRole('article');
    expect(cards.map((card) => within(card).getByRole('heading').textContent)).toEqual([
      'Bea O’Brien',
      'Ann O’Brien',
      ...children,
    ]);
    for (const card of cards) {
      expect(within(card).getByRole('button').textContent).toBe(DETAILS.delete);
    }
    expect(screen.queryByRole('link', { name: DETAILS.addGuardian })).toBeNull();
    expect(screen.queryByRole('link', { name: DETAILS.addChild })).toBeNull();
  });

  test('each child has its invitations, with links to the study and the session', async () => {
    const [maya, leo] = [aChild(21), aChild(22, { firstName: 'Leo' })];
    const answer = {
      id: 41,
      version: 2,
      childId: 22,
      firstName: 'Leo',
      state: 'attended',
      slotId: 8,
      startsLocal: '2026-03-10T09:30',
      waitingBefore: null,
      ageConfirmedAt: null,
    };
    const invitation = {
      id: 12,
      studyId: 3,
      studyName: 'Blocks',
      state: 'sent',
      sentAt: '2026-02-18T05:00:00.000Z',
      participations: [
        answer,
        { ...answer, id: 40, childId: 21, firstName: 'Maya', state: 'declined', slotId: null },
      ],
    };
    const server = serve({
      [READ]: { body: aFamily({ children: [maya, leo] }) },
      ...NO_MAILS,
      'GET /invitations': {
        body: [
          {
            ...invitation,
            id: 14,
            studyName: 'Crayons',
            state: 'queued',
            sentAt: null,
            participations: [{ ...answer, id: 44, state: 'invited', slotId: null }],
          },
          {
            ...invitation,
            id: 15,
            studyName: 'Puzzles',
            state: 'withdrawn',
            sentAt: null,
            participations: [{ ...answer, id: 45, state: 'invited', slotId: null }],
          },
          invitation,
        ],
      },
    });
    open(DETAILS_PAGE);
    const table = await screen.findByRole('group', { name: 'Invitations' });
    const rows = within(table).getAllByRole('row').slice(1);
    expect(rows.map(({ children }) => [...children].map(({ textContent }) => textContent))).toEqual(
      [
        ['Maya', 'Blocks', '02/17/2026', 'Said no', ''],
        ['Leo', 'Crayons', 'Being sent', 'No answer yet', ''],
        ['Leo', 'Puzzles', 'Withdrawn', '', ''],
        ['Leo', 'Blocks', '02/17/2026', 'Came', 'Tue, Mar 10, 2026, 9:30 AM'],
      ],
    );
    const links = within(table).getAllByRole('link');
    expect(links.at(-1)?.getAttribute('href')).toMatch(/\/session\?id=8$/);
    expect(server.calls('GET /invitations')[0]?.query.get('filter')).toBe('{"familyId":[7]}');
  });

  test('an address can be copied; a blocked clipboard is reported', async () => {
    vi.stubGlobal('isSecureContext', true);
    serve({ [READ]: { body: aFamily() }, ...NO_MAILS });
    const { user } = open(DETAILS_PAGE);
    const copy = within(await cardOf('Jane O’Brien')).getByRole('button', {
      name: 'Copy jane@example.org',
    });
    await user.click(copy);
    await screen.findByText('Email Address copied');
    expect(await navigator.clipboard.readText()).toBe('jane@example.org');
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new Error('refused'));
    await user.click(copy);
    await screen.findByText(FACT_TEXTS.notCopied);
  });

  test('a failed deletion is reported in the dialog, and nothing is removed', async () => {
    const two = [
      aGuardian(11, { firstName: 'Ann' }),
      aGuardian(12, { firstName: 'Bea', isPrimaryIndicator: 'N' }),
    ];
    const server = serve({
      [READ]: { body: aFamily({ guardians: two }) },
      ...NO_MAILS,
      'DELETE /guardians/11': refused(409, STAFF_MESSAGES.lastGuardian),
    });
    const { user } = open(DETAILS_PAGE);
    await user.click(within(await cardOf('Ann O’Brien')).getByRole('button'));
    const dialog = await screen.findByRole('alertdialog');
    const confirm = within(dialog).getByRole('button', { name: DETAILS.delete });
    await user.click(confirm);
    await within(dialog).findByText(STAFF_MESSAGES.lastGuardian);
    server.answer({ 'DELETE /guardians/11': null });
    await user.click(confirm);
    await within(dialog).findByText(CONNECTION_LOST);

    server.answer({
      'DELETE /guardians/11': { status: 200, body: two[0] },
      [READ]: { body: aFamily({ guardians: two.slice(1) }) },
    });
    await user.click(confirm);
    await waitFor(() => {
      expect(screen.queryByRole('article', { name: 'Ann O’Brien' })).toBeNull();
    });
    await cardOf('Bea O’Brien');
  });

  test('a child that a colleague deleted is reported, and the page is reloaded', async () => {
    const [maya, leo] = [aChild(21), aChild(22, { firstName: 'Leo' })];
    const server = serve({
      [READ]: { body: aFamily({ children: [maya, leo] }) },
      ...NO_MAILS,
      'DELETE /children/21': refused(404, 'There is no such child.'),
    });
    const { user } = open(DETAILS_PAGE);
    await cardOf('Maya');
    server.answer({ [READ]: { body: aFamily({ children: [leo] }) } });
    await press(user, 'Delete Maya');
    const dialog = await screen.findByRole('alertdialog');
    await user.click(within(dialog).getByRole('button', { name: DETAILS.delete }));
    await alertsSay(DELETE_TEXTS.child.gone);
    await waitFor(() => {
      expect(screen.queryByRole('article', { name: 'Maya' })).toBeNull();
    });
    await cardOf('Leo');
  });

  test('says that mail still goes to the family’s address after its guardian is gone', async () => {
    const other = aGuardian(12, { firstName: 'Bea', email: 'bea@example.org' });
    serve({ [READ]: { body: aFamily({ guardians: [aGuardian(11), other] }) }, ...NO_MAILS });
    const { user } = open(DETAILS_PAGE);
    const note = mailedToText('jane@example.org');
    await screen.findByRole('article', { name: 'Bea O’Brien' });
    await press(user, 'Delete Bea O’Brien');
    const dialog = await screen.findByRole('alertdialog');
    expect(within(dialog).queryByText(note)).toBeNull();
    await press(user, 'Cancel');
    await waitFor(() => {
      expect(screen.queryByRole('alertdialog')).toBeNull();
    });

    await press(user, 'Delete Jane O’Brien');

    await within(await screen.findByRole('alertdialog')).findByText(note);
  });

  test('the verification email is sent again, and the emails are reloaded', async () => {
    const server = serve({
      [READ]: { body: aFamily({ state: 'awaiting' }) },
      ...NO_MAILS,
      [RESEND]: { body: { message: 'Queued.', mailed: true } },
    });
    const { user } = open(DETAILS_PAGE);
    await screen.findByText(FAMILY_PAGE_TEXTS.noMails);
    await press(user, FAMILY_PAGE_TEXTS.resend);
    const dialog = within(await screen.findByRole('dialog'));
    dialog.getByText(resendQuestion('jane@example.org'));
    expect(server.calls(RESEND)).toEqual([]);
    await user.click(dialog.getByRole('button', { name: REPORT_TEXTS.resendConfirm }));
    await dialog.findByText(REPORT_TEXTS.resendSuccess);
    expect(server.calls(RESEND).map(({ query }) => query.get('email'))).toEqual([
      'jane@example.org',
    ]);

    server.answer({ 'GET /mails': { body: [A_MAIL] } });
    await user.click(dialog.getByRole('button', { name: REPORT_TEXTS.added.close }));
    await screen.findByText('Sent');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('a family that has confirmed gets no verification email', async () => {
    serve({ [READ]: { body: aFamily() }, ...NO_MAILS });
    open(DETAILS_PAGE);
    await screen.findByText(FAMILY_PAGE_TEXTS.noMails);
    expect(screen.queryByRole('button', { name: FAMILY_PAGE_TEXTS.resend })).toBeNull();
  });

  test('shows loading and failures', async () => {
    const { late, release } = aLateAnswer();
    const server = serve({ [READ]: () => late, ...NO_MAILS });
    const { user } = open(DETAILS_PAGE);
    await expectHeading('Family Details');
    await screen.findByText(DETAILS.loading);
    release({ status: 500, body: 'broken' });
    await screen.findByText(DETAILS.failed);
    server.answer({ [READ]: { body: aFamily() } });
    await press(user, LIST_TEXTS.tryAgain);
    await cardOf('Maya');
  });

  test.each(['', 'nonsense', '00000000-0000-4000-8000-000000000000'])(
    'the guid "%s" is not found',
    async (guid) => {
      serve({ [`GET /families/getByGuid/${guid}`]: refused(404, DETAILS.notFound) });
      open(`/family-details-page?guid=${guid}`);
      await screen.findByText(DETAILS.notFound);
    },
  );

  test('two dots are no guid: a browser would turn them into a call for all families', async () => {
    const server = serve({});
    open('/family-details-page?guid=..');
    await screen.findByText(DETAILS.notFound);
    expect(server.calls('GET /families/')).toEqual([]);
  });
});

describe('the overview', () => {
  test('shows the family from the navigation state; its Edit and Delete do nothing', async () => {
    const server = serve({ [READ]: { body: aFamily() }, ...NO_MAILS });
    const { user, address } = open(DETAILS_PAGE);
    await cardOf('Maya');
    await user.click(screen.getByRole('link', { name: 'Family Overview' }));
    await expectHeading('Family Overview');
    const reads = server.calls(READ).length;
    for (const text of ['Doe', 'Jane O’Brien', 'Maya']) screen.getByText(text);
    for (const label of [DETAILS.edit, DETAILS.delete]) {
      const link = screen.getByRole('link', { name: label });
      expect(link.getAttribute('aria-disabled')).toBe('true');
      await user.click(link);
    }
    expect(address()).toBe('/family-overview');
    expect(server.calls(READ)).toHaveLength(reads);
    await user.click(screen.getByRole('link', { name: 'Family Details' }));
    await expectHeading('Doe');
  });

  test('a family without guardians and children in the navigation state is shown', async () => {
    serve();
    const { router } = open('/family-overview');
    const { guardians: _, children: __, ...family } = aFamily();
    await expectHeading('Family Overview');
    await act(() => router.navigate('/family-overview', { state: { family } }));
    await screen.findByText('Doe');
  });

  test('without a family, it shows a hint and a link back', async () => {
    serve();
    const { user } = open('/family-overview');
    await expectHeading('Family Overview');
    const hint = await screen.findByText(FAMILY_PAGE_TEXTS.overviewMissing);
    const way = hint.closest('main')?.querySelector<HTMLElement>('a[href$="/search-page"]');
    expect(way?.textContent).toBe(HEADER.entries[0]);
    if (way != null) await user.click(way);
    await expectHeading('Search Family and Children');
  });
});

describe('pages of a list', () => {
  const families = Array.from({ length: 25 }, (_, index) => aFamily({ id: index + 1 }));

  test('a list without an exact total has no last page', async () => {
    serve({ 'GET /families': { body: families, total: 1_001 } });
    const { user } = open('/families?page=2');
    await screen.findByText('more than 1,000 families · Page 2');
    const pages = (): HTMLElement[] => screen.getAllByRole('button', { name: /^Go to .*page/ });
    await screen.findByText('26-50 of more than 1,000');
    expect(pages()).toHaveLength(2);
    await press(user, 'Go to next page');
    await screen.findByText('51-75 of more than 1,000');
    expect(pages()).toHaveLength(2);
  });

  test('the last page of a long list says how many rows there are', async () => {
    serve({ 'GET /families': { body: families.slice(0, 7), total: 1_001 } });
    const { user } = open('/families?page=60');
    await screen.findByText('1476-1482 of 1482');
    // Not all of them can be selected at once.
    await user.click(screen.getByRole('checkbox', { name: 'Select all' }));
    const bar = screen.getByRole('group', { name: LIST_TEXTS.bulkActions });
    expect(within(bar).queryByRole('button', { name: /^Select all/ })).toBeNull();
  });

  test('a list that failed to load says why, and can be retried', async () => {
    const server = serve({ 'GET /families': { status: 500, body: 'broken' } });
    const { user } = open('/families');
    await alertsSay(SERVER_ERROR);
    server.answer({ 'GET /families': null });
    await press(user, LIST_TEXTS.tryAgain);
    await alertsSay(CONNECTION_LOST);
    server.answer({ 'GET /families': { body: families.slice(0, 1), total: 1 } });
    await press(user, LIST_TEXTS.tryAgain);
    await screen.findByText('1 family');
    // The button has gone.
    await expectFocus(heading);
  });

  test.each([
    ['filter', `filter=${encodeURIComponent('{"old":1}')}&sort=id&order=DESC&page=1&perPage=25`],
    ['sort', 'sort=old&order=ASC'],
    ['page size', 'perPage=5000'],
  ])('a bookmark with an unknown %s shows an error and a way out', async (_, query) => {
    const usual = { filter: '{}', sort: '["id","DESC"]', range: '[0,24]' };
    serve({
      'GET /families': ({ query: asked }) =>
        Object.entries(usual).every(([name, value]) => asked.get(name) === value)
          ? { body: families.slice(0, 1) }
          : refused(400, 'filter has no such name.'),
    });
    const { user } = open(`/families?${query}`);
    await alertsSay(LIST_TEXTS.unknown);
    expect(screen.queryByRole('button', { name: LIST_TEXTS.tryAgain })).toBeNull();
    await user.click(screen.getByRole('link', { name: LIST_TEXTS.clearFilters }));
    await screen.findByText('1 family');
    await expectFocus(heading);
  });

  test('unselecting the rows moves the focus to the results', async () => {
    serve({ 'GET /families': { body: families.slice(0, 1) } });
    const { user } = open('/families');
    await user.click(await screen.findByRole('checkbox', { name: 'Select all' }));
    await press(user, LIST_TEXTS.unselect);
    await expectFocus(() => screen.getByText('1 family'));
  });

  test('clearing the filters of an empty list moves the focus to the results', async () => {
    serve({
      'GET /families': ({ query }) => ({
        body: query.get('filter') === '{}' ? families.slice(0, 1) : [],
      }),
    });
    const { user } = open(`/families?filter=${encodeURIComponent('{"q":"nobody"}')}`);
    await user.click(await screen.findByRole('button', { name: LIST_TEXTS.clearFilters }));
    await screen.findByText('1 family');
    await expectFocus(() => screen.getByText('1 family'));
  });

  test('a page that does not exist is reported', async () => {
    serve({
      'GET /families': ({ query }) =>
        query.get('range') === '[0,24]' ? { body: families.slice(0, 1) } : { body: [], total: 1 },
    });
    open('/families?page=300');
    await alertsSay('There is no page 300: this is page 1.');
    await waitFor(() => {
      expect(document.querySelectorAll('tbody tr')).toHaveLength(1);
    });
  });

  test.each(['families', 'guardians', 'children'])(
    'a page of %s beyond the limit asks to narrow the search',
    async (grid) => {
      serve({
        [`GET /${grid}`]: ({ query }) =>
          query.get('range') === '[0,24]' ? { body: [] } : refused(400, STAFF_MESSAGES.pagingLimit),
      });
      open(`/${grid}?page=9999`);
      await alertsSay(STAFF_MESSAGES.pagingLimit);
    },
  );
});
