import type { EntityManager } from 'typeorm';

import { SEARCH } from '@kidlab/contract';

import { NamedValues, type Page, readFilter, type Rows } from './simple-rest.js';

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
