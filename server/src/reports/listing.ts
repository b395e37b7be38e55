import { pageText, windowOf } from '../common/list-query.js';
import type { Page, Sort } from '../common/simple-rest.js';
import type { Statement } from '../common/statements.js';

/** What a list is sorted by. */
export interface SortKey {
  readonly expression: string;
  /** Rows without a value come last when descending, first when ascending. */
  readonly nullable?: boolean;
}

/** What a list is made of, in SQL. `family` names the families' table in all parts. */
export interface ListParts {
  /** Where the rows are found: `FROM` with the joins that the conditions and the key need. */
  readonly source: string;
  /** All must hold. */
  readonly conditions: readonly string[];
  readonly key: SortKey;
  readonly direction: Sort<string>['direction'];
  /** What names a row within the source, after the key in the order of rows. */
  readonly identity: readonly string[];
  /** Columns of the answer. */
  readonly columns: string;
  /** `FROM page` with the joins that the columns need; `page.id1`, `page.id2`, … are the row's identity. */
  readonly page: string;
  /** `FROM` with the joins for the columns of all rows. */
  readonly all: string;
  readonly values: readonly unknown[];
  /** What the columns alone speak of, numbered behind `values`: a statement takes no value that does not stand in it. */
  readonly columnValues?: readonly unknown[];
  /**
   * Whether an index finds the few rows that match, whatever their order: then they are found first and sorted after.
   * Else the order's own index is walked until the page is full.
   */
  readonly matchFirst: boolean;
}

/** One list as statements: a page of it, all of it, how many there are. */
export class Listing {
  constructor(private readonly parts: ListParts) {}

  /** A page: first which rows stand on it, then what they show; in one row, as `WrittenPage`. */
  page(window: Page): Statement {
    const { columns, page, matchFirst, identity } = this.parts;
    const order = this.order(
      'sort_key',
      identity.map((_, index) => `id${String(index + 1)}`),
    );
    const values = this.allValues();
    const place = windowOf(window, (value) => `$${String(values.push(value))}`);
    const rows = `SELECT ${this.identityColumns()}, ${this.parts.key.expression} AS sort_key ${this.found()}`;
    const pages = matchFirst
      ? `matched AS MATERIALIZED (${rows}), page AS (SELECT * FROM matched ${order} ${place.few})`
      : `page AS (${rows} ${this.order(this.parts.key.expression, identity)} ${place.few})`;
    const shown = this.order(
      'page.sort_key',
      identity.map((_, index) => `page.id${String(index + 1)}`),
    );
    return {
      values,
      text: pageText(
        {
          with: `WITH ${pages}`,
          shown: `SELECT ${columns} ${page} ${shown}`,
          row: 'shown',
          // What matches is there already: exact. Else counted no further than a page needs.
          count: matchFirst ? 'SELECT count(*) FROM matched' : this.counted(place.bound()),
        },
        window.limit,
        place,
      ),
    };
  }

  /** How many rows there are, counted up to `limit`: a column `count`. */
  count(limit: number): Statement {
    return { text: this.counted(String(limit)), values: this.parts.values };
  }

  all(): Statement {
    const { columns, all, key, identity } = this.parts;
    return {
      text: `SELECT ${columns} ${all} WHERE ${this.condition()} ${this.order(key.expression, identity)}`,
      values: this.allValues(),
    };
  }

  private counted(limit: string): string {
    return `SELECT count(*)::integer AS count FROM (SELECT 1 ${this.found()} LIMIT ${limit}) AS counted`;
  }

  private found(): string {
    return `${this.parts.source} WHERE ${this.condition()}`;
  }

  private condition(): string {
    return this.parts.conditions.map((condition) => `(${condition})`).join(' AND ');
  }

  private identityColumns(): string {
    return this.parts.identity
      .map((column, index) => `${column} AS id${String(index + 1)}`)
      .join(', ');
  }

  /** In the order of an index, forwards or backwards. */
  private order(key: string, identity: readonly string[]): string {
    const { direction } = this.parts;
    const isDescending = direction === 'DESC';
    const nulls = isDescending ? ' NULLS LAST' : ' NULLS FIRST';
    const ids = this.parts.key.nullable === true ? (isDescending ? 'ASC' : 'DESC') : direction;
    const tail = identity.map((column) => `${column} ${ids}`).join(', ');
    return `ORDER BY ${key} ${direction}${this.parts.key.nullable === true ? nulls : ''}, ${tail}`;
  }

  private allValues(): unknown[] {
    return [...this.parts.values, ...(this.parts.columnValues ?? [])];
  }
}
