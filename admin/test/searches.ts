import type { FamilySummaryRow } from '@kidlab/contract';
import { PORTAL_HEADINGS } from '../../e2e/portal-specification.js';
import type { UserEvent } from '@testing-library/user-event';

import { SEARCH_TEXTS } from '../src/texts/search.js';
import { expectHeading, press, type Server, type Shown } from './page.js';
import { GUID, open } from './portal.js';

export const SUMMARY = 'GET /family-guardian-child/summary';
const COUNT = 'GET /family-guardian-child/count';

/** A row of the search. */
export const aSummary = (id: number, more: Partial<FamilySummaryRow> = {}): FamilySummaryRow => ({
  id,
  guid: `${GUID.slice(0, -2)}${String(id)}`,
  familyName: 'Okafor',
  email: `family${String(id)}@example.org`,
  state: 'registered',
  disabledIndicator: 'N',
  registeredDate: '2026-05-04T17:00:00.000Z',
  allGuardians: 'Ben Okafor, Bea Okafor',
  allChildren: 'Bo, Bill',
  childMatches: null,
  ...more,
});

/** The server's responses to a search that finds these families, with two children each. */
export const found = (...families: FamilySummaryRow[]): Parameters<Server['answer']>[0] => ({
  [SUMMARY]: { body: families },
  [COUNT]: { body: { families: families.length, children: 2 * families.length } },
});

/** The search in an address of the portal. */
export const filterAt = (address: string): unknown =>
  JSON.parse(new URLSearchParams(address.split('?')[1]).get('filter') ?? 'null');

export const submit = (user: UserEvent): Promise<void> => press(user, SEARCH_TEXTS.added.submit);

export async function openSearch(query = ''): Promise<Shown> {
  const shown = open(`/search-page${query}`);
  await expectHeading(PORTAL_HEADINGS['/search-page']);
  return shown;
}
