import { SIMPLE_REST } from '@kidlab/contract';
import { applyDecorators } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { Transform } from 'class-transformer';

import { Check } from './field.js';
import { cleanText } from './text.js';

/** Fields of queries and filters, and the numbers of a body: each may be left out, empty or `null`, and is then `undefined`. */
function OptionalField(
  read: (value: unknown) => unknown,
  faultIn: (value: unknown, object: object) => string | null,
  docs: Omit<ApiPropertyOptions, 'required'>,
): PropertyDecorator {
  const isEmpty = (value: unknown): boolean =>
    value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
  return applyDecorators(
    Transform(({ value }: { value: unknown }) => (isEmpty(value) ? undefined : read(value))),
    Check('filter', (value, property, object) => {
      const wanted = value === undefined ? null : faultIn(value, object);
      return wanted === null ? null : `${property} must be ${wanted}.`;
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

/** Part of a text, in any case. */
export function PartOfText(
  docs: { description: string; example: string },
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
