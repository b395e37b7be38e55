import { pageText, type PageWindow, type RowPlace, windowOf } from '../common/list-query.js';
import type { Page, Sort } from '../common/simple-rest.js';
import type { Statement } from '../common/statements.js';
import type { Condition } from './family-conditions.js';

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
  readonly conditions: readonly Condition[];
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
   * Whether an index finds the few rows that match, whatever their order: then they are found first and sorted after. Where
   * more are found than anybody counts, and without an index, the order's own index is walked until the page is full.
   */
  readonly matchFirst: boolean;
  /** What `matchFirst` goes through, where that needs a bound of its own. */
  readonly candidates?: Candidates | undefined;
}

/** Rows of another table that may lead to a match. */
export interface Candidates {
  /** `WITH` names it so, and a `bounded` condition reads it. */
  readonly name: string;
  /** `SELECT …` without a limit. */
  readonly select: string;
  /** How many of them lead to one row at most. */
  readonly perRow: number;
}

/** Where a page begins. */
export interface PageStart {
  readonly row: RowPlace;
  /** With the next row, not with this one. */
  readonly isAfter: boolean;
}

/** The page's rows as a table `page`, and how many rows there are. */
interface FoundPage {
  readonly tables: string;
  readonly count: string;
}

/** One list as statements: a page of it, all of it, how many there are. */
export class Listing {
  constructor(private readonly parts: ListParts) {}

  /** A page: first which rows stand on it, then what they show; in one row, as `WrittenPage`. */
  page(window: Page, { withPlaces = false } = {}): Statement {
    const values = this.allValues();
    const place = windowOf(window, (value) => `$${String(values.push(value))}`);
    const bound = `${place.bound()}::bigint`;
    const found = this.parts.matchFirst ? this.foundFirst(place, bound) : this.walked(place, bound);
    return { values, text: this.shown(found, window, { ...place, withPlaces }) };
  }

  /** Whether a row's place tells where a page begins: one column that always has a value, and one id. */
  get hasPlaces(): boolean {
    return this.parts.key.nullable !== true && this.parts.identity.length === 1;
  }

  /** Names what is listed and how, without the page. */
  get name(): string {
    return JSON.stringify([this.walk(), this.parts.values]);
  }

  /**
   * The page that begins at a row, or right after it, with places: nothing before it is read. `page` counts to where it
   * begins, row by row.
   */
  pageFrom(window: Page, { row: [key, id], isAfter }: PageStart): Statement {
    const values = this.allValues();
    const add = (value: unknown): string => `$${String(values.push(value))}`;
    const beyond = `${this.parts.direction === 'DESC' ? '<' : '>'}${isAfter ? '' : '='}`;
    const from = `(${this.parts.key.expression}, ${this.parts.identity.join('')}) ${beyond} (${add(key)}, ${add(id)})`;
    const offset = `${add(window.offset)}::bigint`;
    const found = {
      tables: `page AS (${this.walk(from)} LIMIT ${String(window.limit)})`,
      // Whether another page follows.
      count: `SELECT ${offset} + count(*) FROM (${this.walk(from)} LIMIT ${String(window.limit + 1)}) AS counted`,
    };
    return { values, text: this.shown(found, window, { offset, withPlaces: true }) };
  }

  private shown(
    { tables, count }: FoundPage,
    { limit }: Page,
    { offset, withPlaces }: { offset: string; withPlaces: boolean },
  ): string {
    const { columns, page } = this.parts;
    const order = this.order('page.sort_key', this.ids('page.'));
    const place = (edge: 'ASC' | 'DESC'): string =>
      `(SELECT json_build_array(sort_key::text, id1) FROM page ORDER BY sort_key ${edge}, id1 ${edge} LIMIT 1)`;
    const [first, last] =
      this.parts.direction === 'ASC' ? (['ASC', 'DESC'] as const) : (['DESC', 'ASC'] as const);
    return pageText(
      {
        with: `WITH ${tables}`,
        shown: `SELECT ${columns} ${page} ${order}`,
        row: 'shown',
        count,
        ...(withPlaces ? { places: { first: place(first), last: place(last) } } : {}),
      },
      limit,
      { offset },
    );
  }

  /** How many rows there are, counted up to `limit`: a column `count`. */
  count(limit: number): Statement {
    return { text: this.counted('found', String(limit)), values: this.parts.values };
  }

  all(): Statement {
    const { columns, all, key, identity } = this.parts;
    return {
      text: `SELECT ${columns} ${all} WHERE ${this.condition('found')} ${this.order(key.expression, identity)}`,
      values: this.allValues(),
    };
  }

  /** The order's own index, until the page is full. */
  private walked({ few }: PageWindow, bound: string): FoundPage {
    return {
      tables: `page AS (${this.walk()} ${few})`,
      count: this.counted('walked', bound),
    };
  }

  /**
   * What an index finds, as far as anybody counts, and sorted. Is there more, then matches are frequent and the page is
   * soon full on a walk, which is what then happens; whatever the planner thinks, and however many families there are.
   */
  private foundFirst({ few }: PageWindow, bound: string): FoundPage {
    const order = this.order('sort_key', this.ids(''));
    const isFull = `(SELECT count(*) FROM matched) >= ${bound}`;
    const { tables, isCut } = this.candidates(bound);
    return {
      tables: [
        ...tables,
        `matched AS MATERIALIZED (${this.rows('bounded')} LIMIT ${bound})`,
        `more AS MATERIALIZED (SELECT ${[isFull, ...isCut].join(' OR ')} AS yes)`,
        `page AS (
          (SELECT * FROM matched WHERE NOT (SELECT yes FROM more) ${order} ${few})
          UNION ALL (${this.walk('(SELECT yes FROM more)')} ${few}))`,
      ].join(', '),
      count: `SELECT CASE WHEN (SELECT yes FROM more) AND NOT ${isFull} THEN (${this.counted('walked', bound)})
        ELSE (SELECT count(*) FROM matched) END`,
    };
  }

  /** As many candidates as are looked at. One that was not may have hidden a match: `isCut`. */
  private candidates(bound: string): { tables: string[]; isCut: string[] } {
    const { candidates } = this.parts;
    if (candidates === undefined) return { tables: [], isCut: [] };
    const { name, select, perRow } = candidates;
    const limit = `${bound} * ${String(perRow)}`;
    return {
      tables: [`${name} AS MATERIALIZED (${select} LIMIT ${limit})`],
      isCut: [`(SELECT count(*) FROM ${name}) >= ${limit}`],
    };
  }

  private walk(...conditions: string[]): string {
    const { key, identity } = this.parts;
    return `${this.rows('walked', ...conditions)} ${this.order(key.expression, identity)}`;
  }

  private rows(form: keyof Condition, ...conditions: string[]): string {
    const { source, key } = this.parts;
    return `SELECT ${this.identityColumns()}, ${key.expression} AS sort_key ${source} WHERE ${this.condition(form, ...conditions)}`;
  }

  private counted(form: keyof Condition, limit: string): string {
    const { source } = this.parts;
    return `SELECT count(*)::integer AS count FROM (SELECT 1 ${source} WHERE ${this.condition(form)} LIMIT ${limit}) AS counted`;
  }

  private condition(form: keyof Condition, ...more: string[]): string {
    const own = this.parts.conditions.map((condition) => condition[form] ?? condition.found);
    return [...more, ...own].map((condition) => `(${condition})`).join(' AND ');
  }

  private ids(table: string): string[] {
    return this.parts.identity.map((_, index) => `${table}id${String(index + 1)}`);
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
