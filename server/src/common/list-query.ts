import type { EntityManager } from 'typeorm';

import { SEARCH } from '@kidlab/contract';

import { NamedValues, type Page, readFilter, type Rows } from './simple-rest.js';
import type { Statement, Statements } from './statements.js';

/** The filters of a list: in `filter={…}` as react-admin sends them, else as parameters of their own. @throws 400 */
export function readFilters(query: object): NamedValues {
  return Object.hasOwn(query, 'filter') ? readFilter(query) : new NamedValues(query);
}

/** How far a list is counted for a page: further than `SEARCH.countedUpTo` only to say that another page follows. */
export function countBound({ offset, limit }: Page): number {
  return Math.max(SEARCH.countedUpTo, offset + limit) + 1;
}

/** How many rows there are when `found` of them stand on the page; `null` where they must be counted. */
export function knownTotal({ offset, limit }: Page, found: number): number | null {
  const isLast = found < limit && (found > 0 || offset === 0);
  return isLast ? offset + found : null;
}

/** A page as it is answered: its rows as the text of a JSON list, written by PostgreSQL, so that nobody reads them on the way. */
export interface WrittenPage {
  readonly rows: string;
  readonly found: number;
  readonly offset: number;
  readonly total: number;
  /** Where the page begins and ends, if that was asked for; `null` without rows. */
  readonly first?: RowPlace | null;
  readonly last?: RowPlace | null;
}

/** A row's place in its list: the value of what the list is sorted by, as text, and the row's id. */
export type RowPlace = readonly [key: string, id: number];

/** What a page is made of, in SQL. */
export interface PageParts {
  /** `WITH …`; may be empty. */
  readonly with: string;
  /** `SELECT …` of the page's rows in their order, with its `LIMIT` and `OFFSET`. */
  readonly shown: string;
  /** One row's JSON, of `shown`. */
  readonly row: string;
  /** `SELECT count(*) …` of all rows; runs only where the page does not tell. */
  readonly count: string;
  /** Further columns, each a `RowPlace` or `null`. */
  readonly places?: { readonly first: string; readonly last: string };
}

/** Where a page stands, in SQL. */
export interface PageWindow {
  /** `LIMIT … OFFSET …` */
  readonly few: string;
  readonly offset: string;
  /** How far is counted; to be asked once, where it stands in the statement. */
  readonly bound: () => string;
}

/**
 * How many rows are wanted is text, so that the planner knows how few; so is the beginning. Any other place is a value: one
 * statement for all of them.
 * @param add adds a value and says what stands for it.
 */
export function windowOf(page: Page, add: (value: number) => string): PageWindow {
  const isFirst = page.offset === 0;
  const offset = isFirst ? '0' : add(page.offset);
  const bound = (): string => (isFirst ? String(countBound(page)) : add(countBound(page)));
  return { few: `LIMIT ${String(page.limit)} OFFSET ${offset}`, offset, bound };
}

/** One statement for a page and for how many rows there are: PostgreSQL counts after the page, and only where it must. */
export function pageText(
  parts: PageParts,
  limit: number,
  { offset }: Pick<PageWindow, 'offset'>,
): string {
  const { places } = parts;
  const further = places === undefined ? '' : `, ${places.first} AS first, ${places.last} AS last`;
  const isLast = `count(*) < ${String(limit)}${offset === '0' ? '' : ' AND count(*) > 0'}`;
  return `${parts.with}
    SELECT coalesce(json_agg(${parts.row}), '[]')::text AS rows, count(*)::integer AS found,
      (CASE WHEN ${isLast} THEN ${offset} + count(*) ELSE (${parts.count}) END)::integer AS total${further}
    FROM (${parts.shown}) AS shown`;
}

/** Sizes of pages that are asked for again and again: their statements are kept. */
const USUAL_LIMITS: ReadonlySet<number> = new Set([10, 25, 50, 100]);

/** Sends what `pageText` has made. */
export async function readWrittenPage(
  statements: Statements,
  statement: Statement,
  { offset, limit }: Page,
): Promise<WrittenPage> {
  const isNamed = USUAL_LIMITS.has(limit);
  const [page] = await statements.rows<Omit<WrittenPage, 'offset'>>(statement, {
    isNamed,
    isList: true,
  });
  if (page === undefined) throw new Error('a page without a row');
  return { ...page, offset };
}

/** One list in SQL: all of it beside the page. */
export interface PagedList {
  readonly columns: string;
  /** `FROM … WHERE …` */
  readonly source: string;
  /** What stands after `ORDER BY`. */
  readonly order: string;
  readonly values: readonly unknown[];
}

/** Reads a page, and counts the rest where the page does not tell. */
export async function readPage<Row>(
  manager: EntityManager,
  { columns, source, order, values }: PagedList,
  page: Page,
): Promise<Rows<Row>> {
  const window = `LIMIT ${String(page.limit)} OFFSET ${String(page.offset)}`;
  const rows: Row[] = await manager.query(
    `SELECT ${columns} ${source} ORDER BY ${order} ${window}`,
    [...values],
  );
  const total = knownTotal(page, rows.length);
  if (total !== null) return { rows, offset: page.offset, total };
  const [{ count }]: [{ count: number }] = await manager.query(
    `SELECT count(*)::integer AS count FROM (SELECT 1 ${source} LIMIT ${String(countBound(page))}) AS counted`,
    [...values],
  );
  return { rows, offset: page.offset, total: count };
}
