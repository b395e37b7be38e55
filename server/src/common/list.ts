import { SEARCH, SIMPLE_REST } from '@kidlab/contract';
import sql, { raw, type Sql } from 'sql-template-tag';
import type { DataSource } from 'typeorm';

import { allOf } from './sql.js';
import { rowsOf } from './statements.js';

export interface Sort<Column extends string> {
  readonly column: Column;
  readonly direction: 'ASC' | 'DESC';
}

export interface Page {
  readonly offset: number;
  readonly limit: number;
}

/** A page as it is sent. PostgreSQL writes the JSON of the rows; the server passes it on. */
export interface WrittenPage {
  readonly rows: string;
  readonly rowCount: number;
  readonly offset: number;
  /** Rows on all pages. Exact up to `SEARCH.countedUpTo`; one more than that means "or more". */
  readonly total: number;
}

/**
 * How to search for a text. `index` collects all matches from an index. `row` tests row by row, in the list's order.
 * `own` searches only the family's own columns: it may miss matches, but counts fast. See
 * `families/conditions.sql.ts`.
 */
export type SearchMethod = 'index' | 'row' | 'own';

/** A list for staff: search, report or grid. The functions below make all of its SQL. */
export interface List {
  /** `FROM …`, with the joins that conditions and order need. */
  readonly from: Sql;
  readonly conditions: (by: SearchMethod) => readonly Sql[];
  readonly order: ListOrder;
  /** Columns that identify a row. They break ties in the order, so no row appears on two pages. */
  readonly ids: readonly [id1: string, id2?: string];
  readonly columns: Sql;
  /** The joins that `columns` need, after `FROM page`. The ids of a row are `page.id1` and `page.id2`. */
  readonly joins: Sql;
}

/** Sort directions of the key and of the ids. Each pair matches an index, scanned forward or backward. */
const ORDERS = {
  none: { ASC: ['ASC', 'ASC'], DESC: ['DESC', 'DESC'] },
  indexed: { ASC: ['ASC NULLS FIRST', 'DESC'], DESC: ['DESC NULLS LAST', 'ASC'] },
  last: { ASC: ['ASC NULLS LAST', 'ASC'], DESC: ['DESC NULLS LAST', 'ASC'] },
} as const;

export interface ListOrder {
  readonly key: string;
  readonly direction: Sort<string>['direction'];
  /** Where rows without a value go. `indexed`: first when ascending, last when descending. Default: there are none. */
  readonly nulls?: keyof typeof ORDERS;
}

export function countSql(list: List, limit: number, by: SearchMethod = 'index'): Sql {
  return sql`
    SELECT count(*)::integer AS count
    FROM (SELECT 1 ${list.from} WHERE ${allOf(list.conditions(by))} LIMIT ${limit}) AS counted`;
}

/** Counts up to `limit`. If the quick count already reaches it, the full count is skipped. */
export function boundedCountSql(list: List, limit: number): Sql {
  const all = countSql(list, limit);
  const quick = countSql(list, limit, 'own');
  // They are equal without a search text, or with a rare one.
  if (quick.sql === all.sql) return all;
  return sql`SELECT CASE WHEN (${quick}) = ${limit} THEN ${limit} ELSE (${all}) END AS count`;
}

/**
 * Reads a page: first its rows, then their columns. A short list is materialized and sorted; otherwise the planner
 * might scan the whole sort index to find its few rows. For a long list, that index fills a page quickly.
 */
export function pageSql(list: List, { offset, limit }: Page, isShort: boolean): Sql {
  const matched = isShort
    ? sql`MATERIALIZED (${matchedSql(list, 'index')})`
    : sql`NOT MATERIALIZED (${matchedSql(list, 'row')})`;
  return sql`
    WITH matched AS ${matched},
    page AS (SELECT * FROM matched ${orderBy(list)} LIMIT ${limit} OFFSET ${offset})
    SELECT coalesce(json_agg(shown), '[]')::text AS rows, count(*)::integer AS "rowCount"
    FROM (SELECT ${list.columns} FROM page ${list.joins} ${orderBy(list)}) AS shown`;
}

export function allSql(list: List): Sql {
  return sql`SELECT ${list.columns} FROM (${matchedSql(list, 'index')}) AS page ${list.joins} ${orderBy(list)}`;
}

function matchedSql({ conditions, ids: [id1, id2], order, from }: List, by: SearchMethod): Sql {
  const ids = id2 === undefined ? `${id1} AS id1` : `${id1} AS id1, ${id2} AS id2`;
  return sql`SELECT ${raw(`${ids}, ${order.key} AS sort_key`)} ${from} WHERE ${allOf(conditions(by))}`;
}

function orderBy({ order: { direction, nulls = 'none' }, ids }: List): Sql {
  const [ofKey, ofIds] = ORDERS[nulls][direction];
  const second = ids.length > 1 ? `, id2 ${ofIds}` : '';
  return raw(`ORDER BY sort_key ${ofKey}, id1 ${ofIds}${second}`);
}

/** Counts a list up to the limit and reads one page of it, by default the first. */
export async function readPage(
  dataSource: DataSource,
  list: List,
  range: Page | null,
): Promise<WrittenPage> {
  const page = range ?? { offset: 0, limit: SIMPLE_REST.maxRows };
  const limit = SEARCH.countedUpTo + 1;
  const [counted] = await rowsOf<{ count: number }>(dataSource, boundedCountSql(list, limit));
  const total = counted?.count ?? 0;
  const { offset } = page;
  if (offset >= total && total < limit) return { rows: '[]', rowCount: 0, offset, total };
  const [written] = await rowsOf<Omit<WrittenPage, 'offset' | 'total'>>(
    dataSource,
    pageSql(list, page, total < limit),
  );
  if (written === undefined) throw new Error('the query of a page returned no row');
  return { ...written, offset, total };
}
