import { describe, expect, jest, test } from '@jest/globals';
import type { FamilySummaryRow, RegistrationReportRow } from '@kidlab/contract';
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';

import { PORTAL_HEADINGS, REPORT, SEARCH } from '../../e2e/portal-specification.js';
import { LIST_TEXTS } from '../src/texts/portal.js';
import {
  PRESET_TEXTS as PRESETS,
  REPORT_TEXTS,
  rowActionLabel,
  SEARCH_TEXTS,
} from '../src/texts/search.js';
import {
  CONNECTION_LOST,
  enter,
  expectHeading,
  field,
  optionsOf,
  press,
  serve,
  type Server,
  SERVER_ERROR,
  textsOf,
} from './page.js';
import { GUID, open } from './portal.js';

const SUMMARY = 'GET /family-guardian-child/summary';
const COUNT = 'GET /family-guardian-child/count';
const REPORT_CALL = 'GET /registration-report';
const RESEND = 'POST /registration/send-on-demand-registration-email';
const STORED = 'registrationReport';

const aSummary = (id: number, more: Partial<FamilySummaryRow> = {}): FamilySummaryRow => ({
  id,
  guid: `${GUID.slice(0, -2)}${String(id)}`,
  familyName: 'Okafor',
  email: `family${String(id)}@example.org`,
  state: 'registered',
  disabledIndicator: 'N',
  registeredDate: '2026-05-04T17:00:00.000Z',
  allGuardians: 'Ben Okafor, Bea Okafor',
  allChildren: 'Bo, Bill',
  ...more,
});
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

const rows = (): HTMLTableRowElement[] => [...document.querySelectorAll('tbody tr')] as never;
const cellsOf = (row: Element | undefined): string[] =>
  [...(row?.querySelectorAll('td') ?? [])].map(({ textContent }) => textContent);
const rowsShown = (count: number): Promise<void> =>
  waitFor(() => {
    expect(rows()).toHaveLength(count);
  });
const tableGone = (): Promise<void> =>
  waitFor(() => {
    expect(document.querySelector('table')).toBeNull();
  });
const filterAt = (address: string): unknown =>
  JSON.parse(new URLSearchParams(address.split('?')[1]).get('filter') ?? 'null');
const alertsSay = (text: string): Promise<void> =>
  waitFor(() => {
    expect(
      screen
        .getAllByRole('alert')
        .map(({ textContent }) => textContent)
        .join(),
    ).toContain(text);
  });

describe('the search', () => {
  const found = (...families: FamilySummaryRow[]): Parameters<Server['answer']>[0] => ({
    [SUMMARY]: { body: families },
    [COUNT]: { body: { families: families.length, children: 2 * families.length } },
  });
  const submit = (user: UserEvent): Promise<void> => press(user, SEARCH_TEXTS.added.submit);
  async function openPage(query = ''): Promise<ReturnType<typeof open>> {
    const shown = open(`/search-page${query}`);
    await expectHeading(PORTAL_HEADINGS['/search-page']);
    return shown;
  }

  test('the form has the fields, defaults and options of the specification', async () => {
    const server = serve();
    const { user } = await openPage();
    screen.getByRole('button', { name: SEARCH.reset });
    for (const [name, value] of Object.entries(SEARCH.defaults)) {
      expect([name, field(name).value]).toEqual([name, value]);
    }
    const valuesOf = (name: string): string[] =>
      [...field(name).querySelectorAll('option')].map(({ value }) => value);
    const numbers = ({ first, last }: { first: number; last: number }): string[] =>
      Array.from({ length: last - first + 1 }, (_, index) => String(first + index));
    expect(optionsOf('searchGender')).toEqual(SEARCH.genders);
    expect(valuesOf('ageUnit').filter((value) => value !== '')).toEqual(Object.keys(SEARCH.ages));
    const ages = ['minAge', 'maxAge'] as const;
    for (const age of ages) expect(valuesOf(age)).toEqual(['', ...numbers(SEARCH.ages.Years)]);

    await enter(user, 'minAge', '2');
    await enter(user, 'maxAge', '3');
    await enter(user, 'ageUnit', 'Months');
    for (const age of ages) {
      expect(field(age).value).toBe('');
      expect(valuesOf(age)).toEqual(['', ...numbers(SEARCH.ages.Months)]);
    }
    await enter(user, 'minAge', '5');
    await enter(user, 'maxAge', '6');
    await enter(user, 'ageUnit', '');
    for (const age of ages) expect([field(age).disabled, field(age).value]).toEqual([true, '']);
    await enter(user, 'ageUnit', 'Years');
    for (const age of ages) expect(field(age).disabled).toBe(false);
    expect(server.calls(SUMMARY)).toEqual([]);
  });

  test.each([
    [PRESETS.everybody, { ageUOM: 'Years' }],
    [PRESETS.awaiting, { ageUOM: 'Years', state: 'awaiting' }],
    [PRESETS.underTwo, { ageUOM: 'Years', minAge: '0', maxAge: '1' }],
    [PRESETS.twoToThree, { ageUOM: 'Years', minAge: '2', maxAge: '3' }],
    [PRESETS.fourToFive, { ageUOM: 'Years', minAge: '4', maxAge: '5' }],
  ])('the preset "%s" searches at once', async (preset, filter) => {
    const server = serve(found(aSummary(1)));
    const { user, address } = await openPage();
    await user.click(screen.getByRole('link', { name: preset }));
    await rowsShown(1);
    expect(filterAt(address())).toEqual(filter);
    expect(Object.fromEntries(server.calls(SUMMARY)[0]?.query ?? [])).toMatchObject(filter);
    expect(screen.getByRole('link', { name: preset }).getAttribute('aria-current')).toBe('true');
    await screen.findByText('1 family, 2 children');
    const { minAge, maxAge } = { ...SEARCH.defaults, ...filter };
    expect([field('minAge').value, field('maxAge').value]).toEqual([minAge, maxAge]);
  });

  test('without a unit of ages it searches all the same', async () => {
    const server = serve(found(aSummary(1), aSummary(2)));
    const { user } = await openPage();
    await enter(user, 'ageUnit', '');
    await enter(user, 'familyName', 'Okafor');
    await submit(user);
    await rowsShown(2);
    expect(field('ageUnit').value).toBe('');
    expect(server.calls(SUMMARY)[0]?.query.get('familyName')).toBe('Okafor');
  });

  test('Reset Parameters restores the defaults and clears the results', async () => {
    const server = serve(found(aSummary(1)));
    const { user, address } = await openPage();
    await enter(user, 'searchGender', 'Female');
    await enter(user, 'ageUnit', 'Months');
    await enter(user, 'minAge', '7');
    await enter(user, 'familyName', 'Okafor');
    await submit(user);
    await rowsShown(1);
    await press(user, SEARCH.reset);
    await tableGone();
    for (const [name, value] of Object.entries(SEARCH.defaults)) {
      expect([name, field(name).value]).toEqual([name, value]);
    }
    expect(address()).toBe('/search-page');
    expect(document.activeElement).toBe(screen.getByRole('button', { name: SEARCH.reset }));

    server.answer(found());
    await enter(user, 'familyName', 'nobody has this name');
    await submit(user);
    await screen.findByText(SEARCH.noResults);
    await press(user, SEARCH.reset);
    await waitFor(() => {
      expect(screen.queryByText(SEARCH.noResults)).toBeNull();
    });
  });

  test('an address with a minimum above the maximum is not searched for', async () => {
    const server = serve(found(aSummary(1)));
    const filter = encodeURIComponent('{"ageUOM":"Years","minAge":9,"maxAge":2}');
    const { user } = open(`/search-page?filter=${filter}`);
    const dialog = await screen.findByRole('alertdialog', { name: SEARCH.invalidAges.title });
    within(dialog).getByText(SEARCH.invalidAges.text);
    await user.keyboard('{Escape}');
    await waitFor(() => {
      expect(screen.queryByRole('alertdialog')).toBeNull();
    });
    expect([field('minAge').value, field('maxAge').value]).toEqual(['', '']);
    expect(server.calls(SUMMARY)).toEqual([]);
  });

  test('nothing found, and a search that failed', async () => {
    const server = serve(found());
    const { user } = await openPage();
    await enter(user, 'familyName', 'nobody has this name');
    await submit(user);
    await screen.findByText(SEARCH.noResults);
    await screen.findByText('0 families, 0 children');
    expect(screen.queryByRole('alert')).toBeNull();

    server.answer(found(aSummary(1), aSummary(2), aSummary(3)));
    await enter(user, 'familyName', 'Okafor');
    await submit(user);
    await rowsShown(3);
    screen.getByText('Rows per page:');
    server.answer({ [SUMMARY]: { status: 500 } });
    await submit(user);
    await alertsSay(`${SEARCH_TEXTS.added.failed} ${SERVER_ERROR}`);
    screen.getByText(SEARCH.noResults);
    // A failed search clears the results.
    await tableGone();
    expect(screen.queryByText('Rows per page:')).toBeNull();

    server.answer(found(aSummary(1), aSummary(2), aSummary(3)));
    await press(user, LIST_TEXTS.tryAgain);
    await rowsShown(3);
    expect(screen.queryByText(SEARCH.noResults)).toBeNull();
    server.answer({ [SUMMARY]: null });
    await submit(user);
    await alertsSay(`${SEARCH_TEXTS.added.failed} ${CONNECTION_LOST}`);
    screen.getByText(SEARCH.noResults);
  });
});

test.each([
  ['/search-page', PORTAL_HEADINGS['/search-page']],
  ['/registration-report', PORTAL_HEADINGS['/registration-report']],
  ['/children', 'Children'],
])('an address of %s that was broken on its way says so', async (path, heading) => {
  serve({ 'GET /children': { body: [] } });
  open(`${path}?filter=%7Bbroken`);
  await expectHeading(heading);
  await screen.findByText(LIST_TEXTS.unreadable);
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

  test('has the columns of the specification, and shows what it says of each value', async () => {
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
    expect(textsOf('thead th')).toEqual(REPORT.columns);
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
        '',
      ],
    ]);
    // Only who has not confirmed can be mailed again.
    const icon = (id: number): HTMLElement | null =>
      screen.queryByRole('button', {
        name: rowActionLabel(REPORT.columns[9], `family${String(id)}@example.org`),
      });
    expect([icon(1), icon(2)]).toEqual([null, expect.anything()]);
  });

  test('an empty report, and one that failed', async () => {
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

  test.each(['{', '[]', '{"familyName":"x","search":"","total":1,"results":[{}]}'])(
    'a broken store, %s, is only logged',
    async (broken) => {
      const logged = jest.spyOn(console, 'error').mockImplementation(() => undefined);
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

  test('a store without room is only logged', async () => {
    const logged = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const full = jest.spyOn(Storage.prototype, 'setItem').mockImplementation((key) => {
      if (key === STORED) throw new DOMException('full', 'QuotaExceededError');
    });
    serve({ [REPORT_CALL]: { body: [aReportRow(1)] } });
    const { user } = await openPage();
    await search(user, 'Okafor');
    await rowsShown(1);
    await waitFor(() => {
      expect(logged).toHaveBeenCalledWith('The registration report could not be kept.');
    });
    full.mockRestore();
    logged.mockRestore();
  });

  test('a report that could not be sent again: an unknown error without a word of the server', async () => {
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
      await waitFor(() => {
        expect(document.activeElement).toBe(icon());
      });
    }
    expect(server.calls(RESEND).map(({ query }) => query.get('email'))).toEqual([email, email]);
  });
});
