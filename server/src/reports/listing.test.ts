import { expect, it } from '@jest/globals';

import type { Statement } from '../common/statements.js';
import { REPORT_ORDER, reportListing } from './registration-report.js';
import { readSearch } from './search-input.js';
import { detailListing, summaryListing } from './search.js';

const TODAY = { year: 2026, month: 11 };
const BY_ID = { column: 'id', direction: 'ASC' } as const;
/** Each part of a filter, in every form that it takes. */
const PARTS: Readonly<Record<string, readonly (string | undefined)[]>> = {
  familyName: [undefined, 'Lee', 'li'],
  emailAddress: [undefined, 'smith', 'smith@exa', 'smith@', '@exa', 'a@b'],
  gender: [undefined, 'Female'],
  minAge: [undefined, '3'],
  maxAge: [undefined, '4'],
  state: [undefined, 'awaiting'],
};

const FILTERS = Object.entries(PARTS).reduce<Record<string, string>[]>(
  (filters, [name, choices]) =>
    filters.flatMap((filter) =>
      choices.map((choice) => (choice === undefined ? filter : { ...filter, [name]: choice })),
    ),
  [{}],
);

function expectEveryValueNamed({ text, values }: Statement): void {
  const named = new Set([...text.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number)));
  expect([...named].sort((a, b) => a - b)).toEqual(values.map((_, index) => index + 1));
}

// PostgreSQL refuses a statement with a value that stands nowhere in it.
it('each statement of a list names each of its values', () => {
  expect(FILTERS).toHaveLength(288);
  for (const filter of FILTERS) {
    const asked = readSearch(filter);
    const { familyName, state } = asked;
    for (const listing of [
      summaryListing(asked, BY_ID, TODAY),
      detailListing(asked, BY_ID, TODAY),
      reportListing({ familyName, state }, REPORT_ORDER),
    ]) {
      const deep = { offset: 1_025, limit: 25 };
      expectEveryValueNamed(listing.page({ offset: 0, limit: 25 }));
      expectEveryValueNamed(listing.page(deep, { withPlaces: true }));
      expectEveryValueNamed(listing.count(9));
      expectEveryValueNamed(listing.all());
      if (listing.hasPlaces) {
        expectEveryValueNamed(listing.pageFrom(deep, { row: ['1', 1], isAfter: true }));
      }
    }
  }
});
