import {
  AGE_UNITS,
  type AgeUnit,
  DEFAULT_AGE_UNIT,
  isCalendarDay,
  SIMPLE_REST,
} from '@kidlab/contract';
import { applyDecorators } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { Transform } from 'class-transformer';

import { Check, cleanText } from './field.js';
import { STAFF_MESSAGES } from './messages.js';
import { recordId } from './simple-rest.js';

/**
 * Fields of queries and filters, and the numbers of a body: each may be left out, empty or `null`, and is then
 * `undefined`.
 */
function OptionalField(
  read: (value: unknown) => unknown,
  faultIn: (value: unknown, object: object) => string | null,
  docs: Omit<ApiPropertyOptions, 'required'>,
): PropertyDecorator {
  const isEmpty = (value: unknown): boolean =>
    value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
  return applyDecorators(
    Transform(({ value }: { value: unknown }) => (isEmpty(value) ? undefined : read(value))),
    Check('filter', (value, _, object) => {
      const wanted = value === undefined ? null : faultIn(value, object);
      return wanted === null ? null : `$field must be ${wanted}.`;
    }),
    ApiProperty({ ...docs, required: false } as ApiPropertyOptions),
  );
}

export function Choice(values: readonly string[], description?: string): PropertyDecorator {
  return OptionalField(
    (value) => value,
    (value) => (values.includes(value as string) ? null : `one of ${values.join(', ')}`),
    { enum: [...values], ...(description === undefined ? {} : { description }) },
  );
}

/** Some of a list: each once, in the list's order. */
export function Choices(values: readonly string[], description?: string): PropertyDecorator {
  return OptionalField(
    (sent) =>
      Array.isArray(sent) && sent.every((each) => values.includes(each as string))
        ? values.filter((each) => sent.includes(each))
        : 'no list',
    (list) => (Array.isArray(list) ? null : `a list of any of ${values.join(', ')}`),
    {
      type: 'array',
      items: { type: 'string', enum: [...values] },
      example: [],
      ...(description === undefined ? {} : { description }),
    },
  );
}

export function PartOfText(
  docs: { description?: string; example?: string } = {},
  as = (text: string) => text,
): PropertyDecorator {
  const limit = SIMPLE_REST.maxFilterText;
  const isText = (value: unknown): value is string =>
    typeof value === 'string' && value.length <= limit && !value.includes('\0');
  return OptionalField(
    (value) => {
      const text = typeof value === 'number' ? String(value) : value;
      return isText(text) ? as(cleanText(text)) : text;
    },
    (value) => (isText(value) ? null : `text of at most ${String(limit)} characters`),
    { type: String, maxLength: limit, ...docs },
  );
}

const DIGITS = /^\d{1,16}$/;

interface Bounds {
  readonly min: number;
  readonly max: number;
}

/** A number, or its digits. @param bounds inclusive; a function where they depend on another field. */
export function WholeNumber(
  bounds: Bounds | ((object: object) => Bounds),
  docs: { description?: string; example: number | null },
): PropertyDecorator {
  return OptionalField(
    (value) => (typeof value === 'string' && DIGITS.test(value) ? Number(value) : value),
    (value, object) => {
      const { min, max } = typeof bounds === 'function' ? bounds(object) : bounds;
      const isWithin = Number.isInteger(value) && Number(value) >= min && Number(value) <= max;
      return isWithin ? null : `a whole number from ${String(min)} to ${String(max)}`;
    },
    { type: 'integer', nullable: docs.example === null, ...docs },
  );
}

/** Highest age that is taken, by unit. */
const MAX_AGE = { Years: 120, Months: 1440 };

function Age(example: number): PropertyDecorator {
  const bounds = ({ ageUOM = DEFAULT_AGE_UNIT }: { ageUOM?: AgeUnit }): Bounds => ({
    min: 0,
    max: AGE_UNITS.includes(ageUOM) ? MAX_AGE[ageUOM] : Infinity,
  });
  return WholeNumber(bounds, { description: 'Inclusive; of the same child as `gender`.', example });
}

export const MinAge = (): PropertyDecorator =>
  applyDecorators(
    Age(2),
    Check('range', (min, _, { maxAge }: { maxAge?: unknown }) =>
      Number(min) > Number(maxAge) ? STAFF_MESSAGES.invalidAgeRange : null,
    ),
  );

export const MaxAge = (): PropertyDecorator => Age(3);

export const Day = (description?: string): PropertyDecorator =>
  OptionalField(
    (value) => value,
    (value) => (typeof value === 'string' && isCalendarDay(value) ? null : 'a day, YYYY-MM-DD'),
    { type: String, format: 'date', ...(description === undefined ? {} : { description }) },
  );

/** One id or a list of them. Those that no record can have are left out, or refused where each must be a record's. */
export function Ids({ mustExist = false } = {}): PropertyDecorator {
  const isId = (id: unknown): boolean =>
    Number.isInteger(id) || (typeof id === 'string' && DIGITS.test(id));
  return OptionalField(
    (value) => {
      const list: unknown[] = Array.isArray(value) ? value : [value];
      if (!list.every(isId) || list.length > SIMPLE_REST.maxRows) return 'no ids';
      const ids = list.map((id) => recordId(String(id)));
      return mustExist && ids.includes(null) ? 'no ids' : ids.filter((id) => id !== null);
    },
    (ids) =>
      Array.isArray(ids) ? null : `an id or a list of at most ${String(SIMPLE_REST.maxRows)} ids`,
    { type: [Number], example: [1] },
  );
}
