/**
 * The simple REST dialect of react-admin (`ra-data-simple-rest`): `sort=["id","ASC"]`, `range=[0,24]`, `filter={…}`,
 * answered with `Content-Range: families 0-24/319`. An invalid parameter is a 400 that names it.
 */
import { SIMPLE_REST } from '@kidlab/contract';
import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { plainToInstance, Transform } from 'class-transformer';
import { Allow, getMetadataStorage, isUUID, ValidateNested } from 'class-validator';
import type { Response } from 'express';

import { invalidInput, notFound } from './http-error.js';
import { limitDepth } from './input.pipe.js';
import type { Page, Sort, WrittenPage } from './list.js';
import { STAFF_MESSAGES } from './messages.js';

/** The last row that paging reaches. To see more, staff narrow the search or export. */
export const PAGING_LIMIT = 10_000;

/** The range of ids and versions, inclusive: PostgreSQL's integer, from 1. */
export const POSITIVE_INTEGER = { min: 1, max: 2_147_483_647 } as const;
export const DIGITS = /^\d{1,16}$/;

function wrong(field: string, wanted: string): Error {
  return invalidInput([{ field, message: `${field} must be ${wanted}.` }]);
}

/** Reads an id from a path. `null` when no record can have it. */
export function recordId(text: string): number | null {
  const id = DIGITS.test(text) ? Number(text) : 0;
  return id >= POSITIVE_INTEGER.min && id <= POSITIVE_INTEGER.max ? id : null;
}

export function readId(text: string, message: string): number {
  const id = recordId(text);
  if (id === null) throw notFound(message);
  return id;
}

/** Reads a guid. @throws 404 for a text that is no guid. */
export function readGuid(text: string, message: string): string {
  if (!isUUID(text, 'loose')) throw notFound(message);
  return text.toLowerCase();
}

/** Reads `sort`. `undefined` when it was not sent. @throws 400, with the columns in the message */
export function readSort<Column extends string>(
  text: unknown,
  columns: readonly Column[],
): Sort<Column> | undefined {
  const wanted = `["column","ASC"] or ["column","DESC"], column one of ${columns.join(', ')}`;
  const pair = pairOf('sort', text, wanted);
  if (pair === null) return undefined;
  const [name, direction] = pair;
  const column = columns.find((each) => each === name);
  const order = typeof direction === 'string' ? direction.toUpperCase() : '';
  if (column === undefined || (order !== 'ASC' && order !== 'DESC')) throw wrong('sort', wanted);
  return { column, direction: order };
}

/** Reads `range`: first and last row, counted from 0. `null` when it was not sent. @throws 400 */
export function readRange(text: unknown): Page | null {
  const wanted = `[first,last], counted from 0, at most ${String(SIMPLE_REST.maxRows)} rows`;
  const pair = pairOf('range', text, wanted);
  if (pair === null) return null;
  if (!pair.every(Number.isSafeInteger)) throw wrong('range', wanted);
  const [first, last] = pair as [number, number];
  const limit = last - first + 1;
  if (first < 0 || limit < 1 || limit > SIMPLE_REST.maxRows) throw wrong('range', wanted);
  if (last >= PAGING_LIMIT) {
    throw invalidInput([{ field: 'range', message: STAFF_MESSAGES.pagingLimit }]);
  }
  return { offset: first, limit };
}

/** Reads `filter` into its class, which the pipe validates. @throws 400 for an unknown name */
function readFilter<Filter extends object>(text: unknown, type: new () => Filter): Filter {
  const wanted = 'a JSON object, for example {"id":[1,2]}';
  const sent = jsonOf('filter', text, wanted) ?? {};
  if (typeof sent !== 'object' || Array.isArray(sent)) throw wrong('filter', wanted);
  const fields = getMetadataStorage().getTargetValidationMetadatas(type, '', false, false);
  const names = new Set(fields.map(({ propertyName }) => propertyName));
  const other = Object.keys(sent).find((name) => !names.has(name));
  if (other !== undefined) {
    const message = `filter has no such name. It may hold: ${[...names].join(', ')}.`;
    throw invalidInput([{ field: `filter.${other}`, message }]);
  }
  return plainToInstance(type, limitDepth(sent));
}

const ApiJson = (description: string, example: string): PropertyDecorator =>
  ApiProperty({ type: String, required: false, description, example });

/** The columns that a list can be sorted by: the keys of the table with their SQL. */
export function namesOf<Name extends string>(table: Readonly<Record<Name, unknown>>): Name[] {
  return Object.keys(table) as Name[];
}

/** The query of a list. @param columns sortable columns, as named on the wire */
export function ListQuery<Column extends string>(
  columns: readonly Column[],
  usual: Sort<Column> = { column: 'id' as Column, direction: 'ASC' },
) {
  const names = columns.map((name) => `\`${name}\``).join(', ');
  class ListQueryDto {
    @Allow()
    @Transform(({ value }) => readSort(value, columns) ?? usual)
    @ApiJson(`JSON: column and direction. Columns: ${names}.`, `["${usual.column}","ASC"]`)
    readonly sort: Sort<Column> = usual;

    @Allow()
    @Transform(({ value }) => readRange(value))
    @ApiJson(`JSON: first and last row, at most ${String(SIMPLE_REST.maxRows)} rows.`, '[0,24]')
    readonly range: Page | null = null;
  }
  return ListQueryDto;
}

export function Filters(type: new () => object, example: object): PropertyDecorator {
  return applyDecorators(
    Transform(({ value }) => readFilter(value, type)),
    ValidateNested(),
    ApiJson('JSON.', JSON.stringify(example)),
  );
}

/**
 * The value of `Content-Range`, for example `families 0-24/319`. On an empty page, `*` replaces the rows.
 * @param rows number of rows on this page
 * @param total number of rows on all pages; see `SEARCH.countedUpTo`
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

/** Sends a page whose JSON is already written. */
export function sendPage(
  response: Response,
  resource: string,
  { rows, rowCount, offset, total }: WrittenPage,
): void {
  response.setHeader('Content-Range', contentRange(resource, offset, rowCount, total));
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  // `end` computes no ETag; the response is `no-store` anyway.
  response.end(rows);
}

function pairOf(name: string, text: unknown, wanted: string): [unknown, unknown] | null {
  const sent = jsonOf(name, text, wanted);
  if (sent === undefined) return null;
  if (!Array.isArray(sent) || sent.length !== 2) throw wrong(name, wanted);
  return sent as [unknown, unknown];
}

/** Parses a query parameter that holds JSON. `undefined` when it was not sent. @throws 400 */
function jsonOf(name: string, text: unknown, wanted: string): unknown {
  if (text === undefined || text === '') return undefined;
  if (typeof text !== 'string') throw wrong(name, wanted);
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw wrong(name, wanted);
  }
}
