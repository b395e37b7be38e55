import {
  AGE_UNITS,
  type AgeUnit,
  characters,
  DEFAULT_AGE_UNIT,
  isAgeRangeInvalid,
  isCalendarDay,
  SIMPLE_REST,
} from '@kidlab/contract';
import { applyDecorators } from '@nestjs/common';

import { Check, cleanText, OptionalField } from './field.js';
import { STAFF_MESSAGES } from './messages.js';
import { DIGITS, recordId } from './simple-rest.js';

/** The field must be sent, unlike others of this file. */
export const IsRequired = (message: string): PropertyDecorator =>
  Check('needed', (value) => (value === undefined ? message : null));

export const Choice = (values: readonly string[], description?: string): PropertyDecorator =>
  OptionalField(`one of ${values.join(', ')}`, (value) => values.find((each) => each === value), {
    enum: [...values],
    description,
  });

/** Any of the values, without duplicates, in the order of `values`. */
export const Choices = (values: readonly string[], description?: string): PropertyDecorator =>
  OptionalField(
    `a list of any of ${values.join(', ')}`,
    (sent) =>
      Array.isArray(sent) && sent.every((each) => values.includes(each as string))
        ? values.filter((each) => sent.includes(each))
        : undefined,
    { type: 'array', items: { type: 'string', enum: [...values] }, example: [], description },
  );

export function PartOfText(
  docs: { description?: string; example?: string } = {},
  as = (text: string) => text,
): PropertyDecorator {
  const maxLength = SIMPLE_REST.maxFilterText;
  return OptionalField(
    `text of at most ${String(maxLength)} characters`,
    (value) => {
      const text = typeof value === 'number' ? String(value) : value;
      if (typeof text !== 'string' || text.includes('\0')) return undefined;
      return characters(text) > maxLength ? undefined : as(cleanText(text));
    },
    { type: String, maxLength, ...docs },
  );
}

interface Bounds {
  readonly min: number;
  readonly max: number;
}

/** A number, or its digits. @param bounds inclusive; a function when they depend on another field */
export function WholeNumber(
  bounds: Bounds | ((object: object) => Bounds),
  docs: { description?: string; example: number | null },
): PropertyDecorator {
  const boundsOf = typeof bounds === 'function' ? bounds : () => bounds;
  return OptionalField(
    (object) => {
      const { min, max } = boundsOf(object);
      return `a whole number from ${String(min)} to ${String(max)}`;
    },
    (value, object) => {
      const { min, max } = boundsOf(object);
      const number = typeof value === 'string' && DIGITS.test(value) ? Number(value) : value;
      const isWithin = Number.isInteger(number) && Number(number) >= min && Number(number) <= max;
      return isWithin ? number : undefined;
    },
    { type: 'integer', nullable: docs.example === null, ...docs },
  );
}

/** The highest accepted age, by unit. */
const MAX_AGE = { Years: 120, Months: 1440 };

function Age(example: number): PropertyDecorator {
  const bounds = ({ ageUOM }: { ageUOM?: unknown }): Bounds => {
    const unit: AgeUnit = AGE_UNITS.find((each) => each === ageUOM) ?? DEFAULT_AGE_UNIT;
    return { min: 0, max: MAX_AGE[unit] };
  };
  return WholeNumber(bounds, { description: 'Inclusive; of the same child as `gender`.', example });
}

export const MinAge = (): PropertyDecorator =>
  applyDecorators(
    Age(2),
    Check('range', (_value, _, { minAge, maxAge }: Partial<Record<'minAge' | 'maxAge', number>>) =>
      isAgeRangeInvalid(minAge, maxAge) ? STAFF_MESSAGES.invalidAgeRange : null,
    ),
  );

export const MaxAge = (): PropertyDecorator => Age(3);

export const Day = (description?: string): PropertyDecorator =>
  OptionalField(
    'a day, YYYY-MM-DD',
    (value) => (typeof value === 'string' && isCalendarDay(value) ? value : undefined),
    { type: String, format: 'date', description },
  );

/** One id or a list of them. An id that no record can have is dropped, or refused with `mustExist`. */
export function Ids({ mustExist = false } = {}): PropertyDecorator {
  const isId = (id: unknown): boolean =>
    Number.isInteger(id) || (typeof id === 'string' && DIGITS.test(id));
  return OptionalField(
    `an id or a list of at most ${String(SIMPLE_REST.maxRows)} ids`,
    (value) => {
      const list: unknown[] = Array.isArray(value) ? value : [value];
      if (!list.every(isId) || list.length > SIMPLE_REST.maxRows) return undefined;
      const ids = list.map((id) => recordId(String(id)));
      return mustExist && ids.includes(null) ? undefined : ids.filter((id) => id !== null);
    },
    { type: [Number], example: [1] },
  );
}
