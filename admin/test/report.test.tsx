import { describe, expect, test, vi } from 'vitest';
import { type RegistrationReportRow, STAFF_MESSAGES } from '@kidlab/contract';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';

import { PORTAL_HEADINGS, REPORT } from '../../e2e/portal-specification.js';
import { EXPORT_TEXTS } from '../src/texts/export.js';
import { LIST_TEXTS } from '../src/texts/portal.js';
import { REPORT_TEXTS, rowActionLabel } from '../src/texts/search.js';
import {
  aLateAnswer,
  alertsSay,
  cellsOf,
  CONNECTION_LOST,
  enter,
  expectFocus,
  expectHeading,
  field,
  press,
  refused,
  rows,
  rowsShown,
  serve,
  SERVER_ERROR,
  tableGone,
  textsOf,
} from './page.js';
import { GUID, open } from './portal.js';
import { stubExports } from './stub-exports.js';

const REPORT_CALL = 'GET /registration-report';
const RESEND = 'POST /registration/send-on-demand-registration-email';
const STORED = 'registrationReport';

const aReportRow = (
  id: number,
  more: Partial<RegistrationReportRow> = {},
): RegistrationReportRow => ({
  id,
  guid: `${GUID.slice(0, -2)}${String(id)}`,
  email: `family${String(id)}@example.org`,
  familyName: 'Okafor',
  firstName: 'Jane',
  registeredDate: '2026-05-05T06:59:08.000Z',
  firstEmailSentDate: null,
  secondEmailSentDate: null,
  okayToContactIndicator: 'Y',
  ...more,
});

describe('the registration report', () => {
  const openPage = async (): Promise<ReturnType<typeof open>> => {
    const shown = open('/registration-report');
    await expectHeading(PORTAL_HEADINGS['/registration-report']);
    return shown;
  };
  async function search(user: UserEvent, familyName: string): Promise<void> {
    await enter(user, 'familyName', familyName);
    await press(user, REPORT.search);
  }

  test('has the specified columns and value formats', async () => {
    const server = serve({
      [REPORT_CALL]: {
        body: [
          aReportRow(1),
          aReportRow(2, {
            firstName: null,
            registeredDate: null,
            firstEmailSentDate: '2026-05-04T17:00:00.000Z',
            secondEmailSentDate: '2026-05-07T17:00:00.000Z',
            okayToContactIndicator: 'N',
          }),
        ],
      },
    });
    const { user } = await openPage();
    screen.getByRole('button', { name: REPORT.reset });
    expect(server.calls(REPORT_CALL)).toEqual([]);
    await search(user, '  OKAFOR ');
    await rowsShown(2);
    expect(server.calls(REPORT_CALL)[0]?.query.get('familyName')).toBe('okafor');
    const columns: string[] = [...REPORT.columns];
    columns.splice(-1, 0, REPORT_TEXTS.added.waitingSince);
    expect(textsOf('thead th')).toEqual(columns);
    expect(rows().map(cellsOf)).toEqual([
      [
        '1',
        'family1@example.org',
        'Okafor',
        'Jane',
        '05/04/2026 23:59:08',
        REPORT.no,
        REPORT.yes,
        REPORT.empty,
        REPORT.yes,
        REPORT.empty,
        '',
      ],
      [
        '2',
        'family2@example.org',
        'Okafor',
        REPORT.empty,
        REPORT.empty,
        REPORT.yes,
        REPORT.no,
        '05/07/2026 10:00:00',
        REPORT.no,
        '05/04/2026',
        '',
      ],
    ]);
    // Only unconfirmed families can be mailed again.
    const icon = (id: number): HTMLElement | null =>
      screen.queryByRole('button', {
        name: rowActionLabel(REPORT.columns[9], `family${String(id)}@example.org`),
      });
    expect([icon(1), icon(2)]).toEqual([null, expect.anything()]);
  });

  test('the latest registration is first; each column sorts, and the export is in that order', async () => {
    const posted = stubExports();
    const server = serve({ [REPORT_CALL]: { body: [aReportRow(1)] } });
    const { user } = await openPage();
    await search(user, 'Okafor');
    await rowsShown(1);
    const sortOf = (column: string): string | null =>
      screen.getByRole('columnheader', { name: column }).getAttribute('aria-sort');
    const asked = (): string | null | undefined =>
      server.calls(REPORT_CALL).at(-1)?.query.get('sort');
    expect([sortOf(REPORT.sortedBy), asked()]).toEqual(['descending', '["registeredDate","DESC"]']);

    for (const [index, name] of [
      'id',
      'email',
      'familyName',
      'firstName',
      'registeredDate',
      'firstEmailSentDate',
      'userConfirmed',
      'secondEmailSentDate',
      'okayToContactIndicator',
    ].entries()) {
      const column = REPORT.columns[index] ?? '';
      await user.click(screen.getByRole('button', { name: column }));
      await waitFor(() => expect(asked()).toBe(`["${name}","ASC"]`));
      await waitFor(() => expect(sortOf(column)).toBe('ascending'));
    }
    await press(user, EXPORT_TEXTS.csv);
    const sort = '["okayToContactIndicator","ASC"]';
    expect(posted).toMatchObject([{ list: { query: { familyName: 'okafor', sort } } }]);
    vi.unstubAllGlobals();
  });

  test('"Unconfirmed" shows only unconfirmed families, until it is pressed again', async () => {
    const server = serve({ [REPORT_CALL]: { body: [aReportRow(1)] } });
    const { user, address } = await openPage();
    const states = (): (string | null)[] =>
      server.calls(REPORT_CALL).map(({ query }) => query.get('state'));
    const isPressed = (): string | null =>
      screen
        .getByRole('button', { name: REPORT_TEXTS.added.unconfirmed })
        .getAttribute('aria-pressed');
    await enter(user, 'familyName', 'Okafor');
    await press(user, REPORT_TEXTS.added.unconfirmed);
    await rowsShown(1);
    expect([isPressed(), states()]).toEqual(['true', ['awaiting']]);
    screen.getByText(/^Dates and times are in the lab’s time zone/);

    // Reloaded.
    const place = address();
    cleanup();
    const again = open(place);
    await rowsShown(1);
    expect([isPressed(), states().at(-1)]).toEqual(['true', 'awaiting']);
    await press(again.user, REPORT_TEXTS.added.unconfirmed);
    await waitFor(() => expect([isPressed(), states().at(-1)]).toEqual(['false', null]));
    expect(field('familyName').value).toBe('Okafor');
  });

  test('an empty report says so, and a failed one also shows an error', async () => {
    const server = serve({ [REPORT_CALL]: { body: [] } });
    const { user } = await openPage();
    await search(user, 'nobody has this name');
    await screen.findByText(REPORT.noResults);
    expect(screen.queryByRole('alert')).toBeNull();

    server.answer({ [REPORT_CALL]: { body: [aReportRow(1)] } });
    await search(user, 'Okafor');
    await rowsShown(1);
    server.answer({ [REPORT_CALL]: { status: 500 } });
    await press(user, REPORT.search);
    await alertsSay(`${REPORT_TEXTS.added.failed} ${SERVER_ERROR}`);
    screen.getByText(REPORT.noResults);
    await tableGone();

    server.answer({ [REPORT_CALL]: { body: [aReportRow(1)] } });
    await press(user, LIST_TEXTS.tryAgain);
    await rowsShown(1);
    server.answer({ [REPORT_CALL]: null });
    await press(user, REPORT.search);
    await alertsSay(`${REPORT_TEXTS.added.failed} ${CONNECTION_LOST}`);
    screen.getByText(REPORT.noResults);
  });

  test('a new search hides the previous results while it loads', async () => {
    const server = serve({ [REPORT_CALL]: { body: [aReportRow(1)] } });
    const { user } = await openPage();
    await search(user, 'Okafor');
    await rowsShown(1);
    const { late, release } = aLateAnswer();
    server.answer({ [REPORT_CALL]: () => late });
    await search(user, 'Doe');
    await waitFor(() => {
      expect(document.activeElement?.textContent).toBe(LIST_TEXTS.loading);
    });
    expect(rows()).toEqual([]);
    release({ body: [aReportRow(1), aReportRow(2)] });
    await rowsShown(2);
  });

  test('Reset Parameters clears the results and the stored report', async () => {
    serve({ [REPORT_CALL]: { body: [aReportRow(1)] } });
    const { user } = await openPage();
    await search(user, 'Okafor');
    await rowsShown(1);
    await waitFor(() => {
      expect(sessionStorage.getItem(STORED)).toContain('Okafor');
    });
    await press(user, REPORT.reset);
    await tableGone();
    expect(field('familyName').value).toBe('');
    expect(sessionStorage.getItem(STORED)).toBeNull();
  });

  test('the last report is restored without asking the server', async () => {
    const server = serve({ [REPORT_CALL]: { body: [aReportRow(1), aReportRow(2)] } });
    const { user } = await openPage();
    await search(user, 'Okafor');
    await rowsShown(2);
    await user.click(screen.getByRole('button', { name: 'Email Address' }));
    await waitFor(() => {
      expect(server.calls(REPORT_CALL)).toHaveLength(2);
    });
    await rowsShown(2);

    // Reopened without a search in the address.
    cleanup();
    const again = await openPage();
    await rowsShown(2);
    expect(field('familyName').value).toBe('Okafor');
    const head = screen.getByRole('columnheader', { name: 'Email Address' });
    expect(head.getAttribute('aria-sort')).toBe('ascending');
    expect(server.calls(REPORT_CALL)).toHaveLength(2);

    server.answer({ [REPORT_CALL]: { body: [1, 2, 3].map((id) => aReportRow(id)) } });
    await press(again.user, REPORT.search);
    await rowsShown(3);
    cleanup();
    await openPage();
    await rowsShown(3);
  });

  test('an address that can’t be read shows the empty form, not the last report', async () => {
    const server = serve({ [REPORT_CALL]: { body: [aReportRow(1)] } });
    const { user } = await openPage();
    await search(user, 'Okafor');
    await rowsShown(1);
    cleanup();
    const { address } = open('/registration-report?filter={');
    await screen.findByText(LIST_TEXTS.unreadable);
    expect(address()).toBe('/registration-report?filter={');
    expect(field('familyName').value).toBe('');
    expect(server.calls(REPORT_CALL)).toHaveLength(1);
  });

  test('an address with another search asks the server, not the last report', async () => {
    const server = serve({ [REPORT_CALL]: { body: [aReportRow(1)] } });
    const { user } = await openPage();
    await search(user, 'Okafor');
    await rowsShown(1);
    cleanup();
    server.answer({ [REPORT_CALL]: { body: [aReportRow(1), aReportRow(2)] } });
    open(`/registration-report?filter=${encodeURIComponent('{"familyName":"Doe"}')}`);
    await rowsShown(2);
  });

  test('a search after resetting a restored report asks the server again', async () => {
    const server = serve({ [REPORT_CALL]: { body: [aReportRow(1)] } });
    const { user } = await openPage();
    await search(user, 'Okafor');
    await rowsShown(1);
    cleanup();
    const again = await openPage();
    await rowsShown(1);
    await press(again.user, REPORT.reset);
    await tableGone();
    server.answer({ [REPORT_CALL]: { body: [aReportRow(1), aReportRow(2)] } });
    await search(again.user, 'Okafor');
    await rowsShown(2);
    expect(server.calls(REPORT_CALL)).toHaveLength(2);
  });

  test.each(['{', '[]', '{"familyName":"x","search":"","total":1,"results":[{}]}'])(
    'a stored report that is broken, %s, is only logged',
    async (broken) => {
      const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
      serve();
      sessionStorage.setItem(STORED, broken);
      await openPage();
      await waitFor(() => {
        expect(logged).toHaveBeenCalledWith('The registration report could not be restored.');
      });
      expect(document.querySelector('table')).toBeNull();
      logged.mockRestore();
    },
  );

  test('a full storage is only logged', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation((key) => {
      if (key === STORED) throw new DOMException('full', 'QuotaExceededError');
    });
    serve({ [REPORT_CALL]: { body: [aReportRow(1)] } });
    const { user } = await openPage();
    await search(user, 'Okafor');
    await rowsShown(1);
    await waitFor(() => {
      expect(logged).toHaveBeenCalledWith('The registration report could not be stored.');
    });
    full.mockRestore();
    logged.mockRestore();
  });

  test('a resend that sends no email says so', async () => {
    const message = 'It was sent a moment ago.';
    const email = 'family1@example.org';
    serve({
      [REPORT_CALL]: { body: [aReportRow(1, { registeredDate: null })] },
      [RESEND]: { body: { message, mailed: false } },
    });
    const { user } = await openPage();
    await search(user, 'Okafor');
    await rowsShown(1);
    await press(user, rowActionLabel(REPORT.columns[9], email));
    await press(user, REPORT.resend.confirm);
    await screen.findByText(message);
    screen.getByRole('dialog', { name: REPORT_TEXTS.added.notResent });
  });

  test('a refusal shows the server’s message; the row of a confirmed family loses its icon', async () => {
    const email = 'family1@example.org';
    const server = serve({
      [REPORT_CALL]: { body: [aReportRow(1, { registeredDate: null })] },
      [RESEND]: refused(409, STAFF_MESSAGES.confirmationNotNeeded),
    });
    const { user } = await openPage();
    await search(user, 'Okafor');
    await rowsShown(1);
    const icon = rowActionLabel(REPORT.columns[9], email);
    await press(user, icon);
    const dialog = await screen.findByRole('dialog');
    server.answer({ [REPORT_CALL]: { body: [aReportRow(1)] } });
    await user.click(within(dialog).getByRole('button', { name: REPORT.resend.confirm }));
    await within(dialog).findByText(STAFF_MESSAGES.confirmationNotNeeded);
    within(dialog).getByRole('heading', { name: REPORT.resend.failure });
    await user.click(within(dialog).getByRole('button', { name: REPORT_TEXTS.added.close }));
    await waitFor(() => {
      expect(screen.queryByRole('button', { name: icon })).toBeNull();
      expect(document.activeElement).toBe(rows()[0]);
    });
    expect(cellsOf(rows()[0])).toContain(REPORT.yes);
  });

  test('a double click sends one email, and the dialog stays until the response', async () => {
    const { late, release } = aLateAnswer();
    const server = serve({
      [REPORT_CALL]: { body: [aReportRow(1, { registeredDate: null })] },
      [RESEND]: () => late,
    });
    const { user } = await openPage();
    await search(user, 'Okafor');
    await rowsShown(1);
    await press(user, rowActionLabel(REPORT.columns[9], 'family1@example.org'));
    const dialog = await screen.findByRole('dialog');
    const yes = within(dialog).getByRole('button', { name: REPORT.resend.confirm });
    act(() => {
      yes.click();
      yes.click();
    });
    await user.click(yes);
    await user.keyboard('{Escape}');
    release({ body: { message: 'Sent.', mailed: true } });
    await within(dialog).findByRole('heading', { name: REPORT.resend.success });
    expect(server.calls(RESEND)).toHaveLength(1);
  });

  test('a failed resend without a server message shows an unknown error', async () => {
    const email = 'family1@example.org';
    const server = serve({
      [REPORT_CALL]: { body: [aReportRow(1, { registeredDate: null })] },
      [RESEND]: { status: 502 },
    });
    const { user } = await openPage();
    await search(user, 'Okafor');
    await rowsShown(1);
    const icon = (): HTMLElement =>
      screen.getByRole('button', { name: rowActionLabel(REPORT.columns[9], email) });
    for (const answer of [{ status: 502 }, null]) {
      server.answer({ [RESEND]: answer });
      await user.click(icon());
      const dialog = await screen.findByRole('dialog');
      within(dialog).getByText(REPORT.resend.question);
      await user.click(within(dialog).getByRole('button', { name: REPORT.resend.confirm }));
      await within(dialog).findByText(REPORT.resend.failure);
      expect(within(dialog).getByRole('alert').textContent).toBe(REPORT.resend.unknown);
      await user.click(within(dialog).getByRole('button', { name: REPORT_TEXTS.added.close }));
      await expectFocus(icon);
    }
    expect(server.calls(RESEND).map(({ query }) => query.get('email'))).toEqual([email, email]);
  });
});
