import { SIMPLE_REST, STAFF_MESSAGES } from '@kidlab/contract';
import type { Response } from 'express';

import { invalidInput, notFound } from './failures.js';
import { cleanText } from './text.js';

/**
 * The simple REST dialect of react-admin (`ra-data-simple-rest`): `sort=["id","ASC"]`, `range=[0,24]`, `filter={…}`,
 * answered with `Content-Range: families 0-24/319`. What is not understood is a 400 that names the parameter.
 */

export interface Sort<Column extends string> {
  readonly column: Column;
  readonly direction: 'ASC' | 'DESC';
}

/** Which rows of a list: as many as `limit`, after the first `offset`. */
export interface Page {
  readonly offset: number;
  readonly limit: number;
}

/** Where no `range` is sent. */
export const FIRST_PAGE: Page = { offset: 0, limit: SIMPLE_REST.maxRows };

/** Largest id of a record: PostgreSQL's integer. */
const MAX_ID = 2_147_483_647;
const DIGITS = /^\d{1,16}$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

function wrong(field: string, wanted: string): Error {
  return invalidInput([{ field, message: `${field} must be ${wanted}.` }]);
}

/** An id as it stands in a path; `null` for what no record can have. */
export function recordId(text: string): number | null {
  const id = DIGITS.test(text) ? Number(text) : 0;
  return id > 0 && id <= MAX_ID ? id : null;
}

/** The same. @throws 404 with `message`. */
export function readId(text: string, message: string): number {
  const id = recordId(text);
  if (id === null) throw notFound(message);
  return id;
}

/**
 * Reads `sort`.
 * @param columns what may be sorted by, as named on the wire.
 * @throws 400 naming them.
 */
export function readSort<Column extends string>(
  query: unknown,
  columns: readonly Column[],
  fallback: Sort<Column>,
): Sort<Column> {
  const wanted = `["column","ASC"] or ["column","DESC"], column one of ${columns.join(', ')}`;
  const sent = jsonOf(query, 'sort', wanted);
  if (sent === undefined) return fallback;
  if (!Array.isArray(sent) || sent.length !== 2) throw wrong('sort', wanted);
  const [name, direction] = sent as unknown[];
  const column = columns.find((each) => each === name);
  const order = typeof direction === 'string' ? direction.toUpperCase() : '';
  if (column === undefined || (order !== 'ASC' && order !== 'DESC')) throw wrong('sort', wanted);
  return { column, direction: order };
}

/** Reads `range`, first and last row counted from 0; `null` where it is not sent. @throws 400 */
export function readRange(query: unknown): Page | null {
  const wanted = `[first,last], counted from 0, at most ${String(SIMPLE_REST.maxRows)} rows`;
  const sent = jsonOf(query, 'range', wanted);
  if (sent === undefined) return null;
  if (!Array.isArray(sent) || sent.length !== 2 || !sent.every(Number.isSafeInteger)) {
    throw wrong('range', wanted);
  }
  const [first, last] = sent as [number, number];
  const limit = last - first + 1;
  if (first < 0 || limit < 1 || limit > SIMPLE_REST.maxRows) throw wrong('range', wanted);
  if (last >= SIMPLE_REST.reach) {
    throw invalidInput([{ field: 'range', message: STAFF_MESSAGES.beyondReach }]);
  }
  return { offset: first, limit };
}

/** The filters of a list: in `filter={…}` as react-admin sends them, else as parameters of their own. @throws 400 */
export function readFilters(query: object): NamedValues {
  return Object.hasOwn(query, 'filter') ? readFilter(query) : new NamedValues(query);
}

/** Names of the filters in `filter`; what they are set to never gets into the audit trail. @throws 400 */
export function filterNames(query: object): string[] {
  return Object.keys(jsonOf(query, 'filter', 'a JSON object') ?? {});
}

/** Reads `filter`. The reader ends with `refuseOthers`. @throws 400 when it is no JSON object. */
export function readFilter(query: unknown): NamedValues {
  const wanted = 'a JSON object, for example {"id":[1,2]}';
  const sent = jsonOf(query, 'filter', wanted) ?? {};
  if (typeof sent !== 'object' || Array.isArray(sent)) {
    throw wrong('filter', wanted);
  }
  return new NamedValues(sent, 'filter.');
}

/**
 * The value of `Content-Range`, for example `families 0-24/319`; a star takes the place of the rows on a page without any.
 * @param rows how many rows this page holds.
 * @param total how many there are on all pages; see `SEARCH.countedUpTo`.
 */
export function contentRange(
  resource: string,
  offset: number,
  rows: number,
  total: number,
): string {
  const range = rows === 0 ? '*' : `${String(offset)}-${String(offset + rows - 1)}`;
  return `${resource} ${range}/${String(total)}`;
}

/** Sends rows whose JSON is written already, and tells in `Content-Range` which these are; to other origins that may call, too. */
export function answerWrittenRows(
  response: Response,
  resource: string,
  { rows, found, offset, total }: { rows: string; found: number; offset: number; total: number },
): void {
  response.setHeader('Content-Range', contentRange(resource, offset, found, total));
  response.setHeader('Access-Control-Expose-Headers', 'Content-Range');
  answerJson(response, rows);
}

/** Answers with JSON that is written already. Without an ETag: nobody may keep it (`no-store`). */
export function answerJson(response: Response, text: string): void {
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Content-Length', Buffer.byteLength(text));
  response.end(text);
}

/**
 * Named values of a query or of a filter, each read as what it must be. Absent, `null` and empty ones are `null`; a value
 * of another kind is a 400 that names it.
 */
export class NamedValues {
  private readonly asked = new Set<string>();

  /** @param prefix stands before a name in messages, for example `filter.` */
  constructor(
    private readonly values: object,
    private readonly prefix = '',
  ) {}

  /** Trimmed text in Unicode's composed form. */
  text(name: string): string | null {
    const value = this.value(name);
    if (value === null) return null;
    const limit = SIMPLE_REST.maxFilterText;
    const text = typeof value === 'number' ? String(value) : value;
    if (typeof text !== 'string' || text.length > limit || text.includes('\0')) {
      throw this.wrong(name, `text of at most ${String(limit)} characters`);
    }
    return cleanText(text);
  }

  choice<Value extends string>(name: string, choices: readonly Value[]): Value | null {
    const value = this.value(name);
    if (value === null) return null;
    const choice = choices.find((each) => each === value);
    if (choice === undefined) throw this.wrong(name, `one of ${choices.join(', ')}`);
    return choice;
  }

  /** A whole number, written as a number or as its digits. */
  integer(name: string, bounds: { min: number; max: number }): number | null {
    const value = this.value(name);
    if (value === null) return null;
    const number = typeof value === 'string' && DIGITS.test(value) ? Number(value) : value;
    const isWithin =
      Number.isInteger(number) && Number(number) >= bounds.min && Number(number) <= bounds.max;
    if (!isWithin) {
      throw this.wrong(name, `a whole number from ${String(bounds.min)} to ${String(bounds.max)}`);
    }
    return Number(number);
  }

  /** A day of the calendar, `YYYY-MM-DD`. */
  day(name: string): string | null {
    const value = this.value(name);
    if (value === null) return null;
    if (typeof value !== 'string' || !isDay(value)) throw this.wrong(name, 'a day, YYYY-MM-DD');
    return value;
  }

  /** One id or a list of them; those that no record can have are left out. */
  ids(name: string): number[] | null {
    const value = this.value(name);
    if (value === null) return null;
    const list: unknown[] = Array.isArray(value) ? value : [value];
    const isIds = list.every(
      (id) => Number.isInteger(id) || (typeof id === 'string' && DIGITS.test(id)),
    );
    if (!isIds || list.length > SIMPLE_REST.maxRows) {
      throw this.wrong(name, `an id or a list of at most ${String(SIMPLE_REST.maxRows)} ids`);
    }
    return list.map((id) => recordId(String(id))).filter((id) => id !== null);
  }

  /**
   * To be called when all names were asked for: a filter that is not known would otherwise find everything. A query's own
   * parameters may have others beside them.
   * @throws 400 naming the first one that nobody asked for.
   */
  refuseOthers(): void {
    if (this.prefix === '') return;
    const other = Object.keys(this.values).find((name) => !this.asked.has(name));
    if (other === undefined) return;
    const known = [...this.asked].join(', ');
    throw invalidInput([
      {
        field: `${this.prefix}${other}`,
        message: `filter has no such name. It may hold: ${known}.`,
      },
    ]);
  }

  private value(name: string): unknown {
    this.asked.add(name);
    const value: unknown = Object.hasOwn(this.values, name)
      ? (this.values as Record<string, unknown>)[name]
      : null;
    const isEmpty = value === undefined || (typeof value === 'string' && value.trim() === '');
    return isEmpty ? null : value;
  }

  private wrong(name: string, wanted: string): Error {
    return wrong(`${this.prefix}${name}`, wanted);
  }
}

/** Whether the calendar has that day (there is no 30 February), from year 1 on. */
function isDay(text: string): boolean {
  const time = DAY.test(text) ? Date.parse(`${text}T00:00:00Z`) : NaN;
  return (
    !Number.isNaN(time) && new Date(time).toISOString().startsWith(text) && !text.startsWith('0000')
  );
}

/** A query parameter that holds JSON; `undefined` where it is not sent. @throws 400 */
function jsonOf(query: unknown, name: string, wanted: string): unknown {
  const text = (query as Record<string, unknown> | null)?.[name];
  if (text === undefined || text === '') return undefined;
  if (typeof text !== 'string') throw wrong(name, wanted);
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw wrong(name, wanted);
  }
}
