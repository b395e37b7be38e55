import { describe, expect, test } from 'vitest';
import { screen, waitFor, within } from '@testing-library/react';

import { PORTAL_HEADINGS, SEARCH } from '../../e2e/portal-specification.js';
import { RESULTS_ID } from '../src/layout/page.js';
import { EXPORT_TEXTS } from '../src/texts/export.js';
import { LIST_TEXTS } from '../src/texts/portal.js';
import { PRESET_TEXTS as PRESETS, SEARCH_LABELS, SEARCH_TEXTS } from '../src/texts/search.js';
import {
  alertsSay,
  aLateAnswer,
  CONNECTION_LOST,
  enter,
  expectHeading,
  field,
  optionsOf,
  press,
  rows,
  rowsShown,
  serve,
  SERVER_ERROR,
  tableGone,
} from './page.js';
import { open } from './portal.js';
import { aSummary, filterAt, found, openSearch, submit, SUMMARY } from './searches.js';

describe('the search', () => {
  test('the form has the fields, defaults and options of the specification', async () => {
    const server = serve();
    const { user } = await openSearch();
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
    [PRESETS.allFamilies, { ageUOM: 'Years' }],
    [PRESETS.awaiting, { ageUOM: 'Years', state: 'awaiting' }],
    [PRESETS.underTwo, { ageUOM: 'Years', minAge: '0', maxAge: '1' }],
    [PRESETS.twoToThree, { ageUOM: 'Years', minAge: '2', maxAge: '3' }],
    [PRESETS.fourToFive, { ageUOM: 'Years', minAge: '4', maxAge: '5' }],
  ])('the preset "%s" searches at once', async (preset, filter) => {
    const server = serve(found(aSummary(1)));
    const { user, address } = await openSearch();
    await user.click(screen.getByRole('link', { name: preset }));
    await rowsShown(1);
    expect(filterAt(address())).toEqual(filter);
    expect(Object.fromEntries(server.calls(SUMMARY)[0]?.query ?? [])).toMatchObject(filter);
    expect(screen.getByRole('link', { name: preset }).getAttribute('aria-current')).toBe('true');
    await screen.findByText('1 family, 2 children');
    const { minAge, maxAge } = { ...SEARCH.defaults, ...filter };
    expect([field('minAge').value, field('maxAge').value]).toEqual([minAge, maxAge]);
  });

  test('can filter by age on a day, area, and children who may be invited', async () => {
    const server = serve(found(aSummary(1)));
    const { user } = await openSearch();
    expect(screen.queryByLabelText(SEARCH_LABELS.ageMatch)).toBeNull();
    await enter(user, 'ageOn', '2027-03-14');
    screen.getByText(SEARCH_TEXTS.added.ageOnHint);
    await enter(user, 'minAge', '3');
    expect(screen.queryByText(SEARCH_TEXTS.added.ageOnHint)).toBeNull();
    await enter(user, 'ageMatch', 'possible');
    await enter(user, 'area', 'East Bay');
    await enter(user, 'contactable', 'Y');
    await submit(user);
    await rowsShown(1);
    expect(Object.fromEntries(server.calls(SUMMARY)[0]?.query ?? [])).toMatchObject({
      ageOn: '2027-03-14',
      ageMatch: 'possible',
      area: 'East Bay',
      contactable: 'Y',
    });
  });

  test('searches without an age unit', async () => {
    const server = serve(found(aSummary(1), aSummary(2)));
    const { user } = await openSearch();
    await enter(user, 'ageUnit', '');
    await enter(user, 'familyName', 'Okafor');
    await submit(user);
    await rowsShown(2);
    await screen.findByText('2 families, 4 children');
    expect(field('ageUnit').value).toBe('');
    expect(server.calls(SUMMARY)[0]?.query.get('familyName')).toBe('Okafor');
  });

  test('Reset Parameters restores the defaults and clears the results', async () => {
    const server = serve(found(aSummary(1)));
    const { user, address } = await openSearch();
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

  test('an address with a minimum above the maximum runs no search', async () => {
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

  test('the results get the focus after Search, but not when the page opens', async () => {
    serve(found(aSummary(1)));
    const { user } = await openSearch('?filter=%7B%22familyName%22%3A%22Okafor%22%7D');
    await rowsShown(1);
    expect(document.activeElement?.id).not.toBe(RESULTS_ID);
    for (const name of ['Okafor', 'Doe']) {
      await enter(user, 'familyName', name);
      await submit(user);
      await waitFor(() => {
        expect(document.activeElement?.id).toBe(RESULTS_ID);
      });
    }
  });

  test('an address without a unit shows ages in years', async () => {
    serve(found(aSummary(1)));
    await openSearch('?filter=%7B%22familyName%22%3A%22Okafor%22%7D');
    await rowsShown(1);
    expect(field('familyName').value).toBe('Okafor');
    expect([field('ageUnit').value, field('minAge').disabled]).toEqual(['Years', false]);
  });

  test('a new search hides the previous results while it loads', async () => {
    const server = serve(found(aSummary(1)));
    const { user } = await openSearch();
    await enter(user, 'familyName', 'Okafor');
    await submit(user);
    await screen.findByText('1 family, 2 children');
    const { late, release } = aLateAnswer();
    server.answer({ ...found(aSummary(1), aSummary(2)), [SUMMARY]: () => late });
    await enter(user, 'familyName', 'Doe');
    await submit(user);
    await waitFor(() => {
      expect(document.activeElement?.textContent).toBe(LIST_TEXTS.loading);
    });
    expect(rows()).toEqual([]);
    release({ body: [aSummary(1), aSummary(2)] });
    await rowsShown(2);
    await screen.findByText('2 families, 4 children');
  });

  test('the same search again begins at its first page', async () => {
    serve({ ...found(aSummary(1)), [SUMMARY]: { body: [aSummary(1)], total: 60 } });
    const { user, address } = await openSearch(
      `?page=3&filter=${encodeURIComponent('{"ageUOM":"Years"}')}`,
    );
    await rowsShown(1);
    await submit(user);
    await waitFor(() => {
      expect(new URLSearchParams(address().split('?')[1]).get('page')).toBe('1');
    });
    await rowsShown(1);
  });

  test('the export is disabled without results', async () => {
    const server = serve(found(aSummary(1)));
    const { user } = await openSearch();
    const isDisabled = (): boolean[] =>
      [EXPORT_TEXTS.excel, EXPORT_TEXTS.csv].map((name) =>
        screen.getByRole('button', { name }).hasAttribute('disabled'),
      );
    expect(isDisabled()).toEqual([true, true]);
    await submit(user);
    await rowsShown(1);
    expect(isDisabled()).toEqual([false, false]);
    server.answer(found());
    await submit(user);
    await screen.findByText(SEARCH.noResults);
    expect(isDisabled()).toEqual([true, true]);
  });

  test('an empty search says so, and a failed one also shows an error', async () => {
    const server = serve(found());
    const { user } = await openSearch();
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
  ['/search-page', '{broken', PORTAL_HEADINGS['/search-page']],
  ['/search-page', '5', PORTAL_HEADINGS['/search-page']],
  ['/search-page', '[1]', PORTAL_HEADINGS['/search-page']],
  ['/registration-report', '{broken', PORTAL_HEADINGS['/registration-report']],
  ['/registration-report', '[1]', PORTAL_HEADINGS['/registration-report']],
  ['/children', '{broken', 'Children'],
])('an address of %s with the filter %s says that it is broken', async (path, filter, heading) => {
  const server = serve({ 'GET /children': { body: [] } });
  open(`${path}?filter=${encodeURIComponent(filter)}`);
  await expectHeading(heading);
  await screen.findByText(LIST_TEXTS.unreadable);
  expect([...server.calls(SUMMARY), ...server.calls('GET /registration-report')]).toEqual([]);
});
