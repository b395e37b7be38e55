import { type FieldRule, faultOf, isFutureMonth, tidied } from '@kidlab/contract';
import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { plainToInstance, Transform } from 'class-transformer';
import { ValidateBy, ValidateIf, ValidateNested, type ValidationArguments } from 'class-validator';

import { type Lab, labOfRequest, SAMPLE_LAB } from './lab.js';

/** A rule of contract/, or a function that makes it from the lab's calendar or names. */
export type RuleSource = FieldRule | ((lab: Lab) => FieldRule);

export interface FieldOptions {
  /** Formats a cleaned value, for example in lower case. */
  readonly as?: (text: string) => string;
  /** Empty text becomes `null`. */
  readonly orNull?: true;
  /** The field is optional, but must not be empty. */
  readonly mayBeLeftOut?: true;
  readonly description?: string;
  readonly example?: string;
}

export const lowerCase = (text: string): string => text.toLowerCase();

/**
 * An e-mail address, or a part of one, from a query. The documented clients don't escape a plus, so
 * `?email=plus+tag@example.org` is parsed with a space. No address has a space inside.
 */
export const queriedAddress = (text: string): string => lowerCase(text.replaceAll(' ', '+'));

/**
 * A text field of a request. A rule of contract/ gives its check, message and schema. Text is cleaned first; a number
 * counts as its digits, `null` as empty text. A missing field stays `undefined`.
 */
export function Field(
  rule: RuleSource,
  { as, orNull, mayBeLeftOut, ...docs }: FieldOptions = {},
): PropertyDecorator {
  const clean = (value: unknown): unknown => {
    if (value === undefined) return undefined;
    const text = typeof value === 'number' ? String(value) : (value ?? '');
    if (!isText(text)) return text;
    const cleaned = as === undefined ? cleanText(text) : as(cleanText(text));
    return cleaned === '' && orNull === true ? null : cleaned;
  };
  return applyDecorators(
    Transform(({ value }) => clean(value)),
    Check('rule', (value, property) => {
      const text = value ?? '';
      return isText(text) ? faultOf(ruleOf(rule), text) : `${property} must be text.`;
    }),
    ApiProperty({ ...schemaOf(rule), ...docs, ...(mayBeLeftOut === true && { required: false }) }),
    ...(mayBeLeftOut === true ? [ValidateIf((_, value) => value !== undefined)] : []),
  );
}

/** For a month of birth next to a `yearOfBirth`: it must not be in the future. */
export function NotInFuture(message: string): PropertyDecorator {
  return Check('future', (month, _, { yearOfBirth }: { yearOfBirth?: unknown }) => {
    const { today } = labOfRequest();
    const birth = { year: Number(yearOfBirth), month: Number(month) };
    // The fields' own rules refuse such months and years.
    if (birth.month > 12 || birth.year > today.year) return null;
    return isFutureMonth(birth, today) ? message : null;
  });
}

/** A password: never trimmed, and never a number. */
export function PasswordField(rule: RuleSource = {}): PropertyDecorator {
  return applyDecorators(
    Transform(({ value }: { value: unknown }) => value ?? ''),
    Check('password', (value, property) => {
      if (typeof (value ?? '') !== 'string') return `${property} must be text.`;
      return (value ?? '') === '' ? (ruleOf(rule).required ?? null) : null;
    }),
    ApiProperty({ type: String, format: 'password', example: 'correct horse battery staple' }),
  );
}

const isNull = (value: unknown): boolean => value === undefined || value === null;
const isEmpty = (value: unknown): boolean =>
  isNull(value) || (typeof value === 'string' && value.trim() === '');

/** Replaces an invalid value until the check reports it. */
const WRONG = Number.NaN;

/**
 * An optional field of a query, a filter or a body. Missing, empty and `null` all become `undefined`.
 * @param wanted what the field accepts, for the message
 * @param read returns `undefined` for an invalid value
 */
export function OptionalField(
  wanted: string | ((object: object) => string),
  read: (value: unknown, object: object) => unknown,
  docs: object,
  isLeftOut = isEmpty,
): PropertyDecorator {
  return applyDecorators(
    Transform(({ value, obj }: { value: unknown; obj: object }) =>
      isLeftOut(value) ? undefined : (read(value, obj) ?? WRONG),
    ),
    Check('filter', (value, _, object) => {
      if (!Number.isNaN(value)) return null;
      return `$field must be ${typeof wanted === 'string' ? wanted : wanted(object)}.`;
    }),
    ApiProperty({ ...docs, required: false }),
  );
}

const BOOLEANS = new Map<unknown, boolean>([
  [true, true],
  ['true', true],
  [false, false],
  ['false', false],
]);

/** `true` or `false`, also as text. Empty text is invalid. */
export const TrueOrFalse = (description: string): PropertyDecorator =>
  OptionalField(
    'true or false',
    (value) => BOOLEANS.get(value),
    { type: Boolean, description, example: true },
    isNull,
  );

/** Maximum entries in a list. Each one is validated, and a body has room for thousands of empty ones. */
const MAX_ENTRIES = 100;

/** A list of objects, each validated by its class. `null` counts as an empty list. */
export function ListOf(
  type: new () => object,
  docs: Pick<FieldOptions, 'description'> & { readonly required?: boolean } = {},
): PropertyDecorator {
  const itemsOf = (list: unknown): unknown => {
    if (list === undefined || list === null) return [];
    if (!Array.isArray(list) || list.length > MAX_ENTRIES) return 'no list';
    // Anything but an object counts as an empty object, so its required fields are reported.
    return list.map((each: unknown) => plainToInstance(type, isObject(each) ? each : {}));
  };
  return applyDecorators(
    Transform(({ value }) => itemsOf(value)),
    ValidateNested({
      each: true,
      message: `$property must be a list of at most ${String(MAX_ENTRIES)}.`,
    }),
    ApiProperty({ required: false, ...docs, type: [type] }),
  );
}

/** An object, validated by its class. `null` counts as missing. */
export function Nested(type: new () => object): PropertyDecorator {
  return applyDecorators(
    Transform(({ value }: { value: unknown }) => {
      if (value === undefined || value === null) return undefined;
      return isObject(value) ? plainToInstance(type, value) : 'no object';
    }),
    ValidateNested({ message: '$property must be an object.' }),
    ApiProperty({ type, required: false }),
  );
}

/** A DTO without the fields that were not sent. */
export function sentOf<Fields extends object>(fields: Fields): Partial<Fields> {
  const sent = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(sent) as Partial<Fields>;
}

/**
 * A check by a function that returns the error message, or `null` when the value is valid.
 * @param name unique among the checks of a field
 */
export function Check(
  name: string,
  faultIn: (value: unknown, property: string, object: object) => string | null,
): PropertyDecorator {
  const fault = (args?: ValidationArguments): string | null =>
    args === undefined ? null : faultIn(args.value, args.property, args.object);
  return ValidateBy({
    name,
    validator: {
      validate: (_, args) => fault(args) === null,
      defaultMessage: (args) => fault(args) ?? '',
    },
  });
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** PostgreSQL can't store a NUL character. */
function isText(value: unknown): value is string {
  return typeof value === 'string' && !value.includes('\0');
}

function ruleOf(rule: RuleSource): FieldRule {
  return typeof rule === 'function' ? rule(labOfRequest()) : rule;
}

/** Omits choices that depend on the lab's calendar, because the document is generated only once. */
function schemaOf(rule: RuleSource): object {
  const isMade = typeof rule === 'function';
  const { required, maxLength, pattern, oneOf } = isMade ? rule(SAMPLE_LAB) : rule;
  const isRequired = required !== undefined;
  const choices = isRequired ? oneOf?.values : oneOf?.values.concat('');
  // @nestjs/swagger leaves out what is undefined.
  return {
    type: 'string',
    required: isRequired,
    nullable: isRequired ? undefined : true,
    maxLength: maxLength?.limit,
    pattern: pattern?.regex.source,
    example: choices?.[0],
    enum: isMade ? undefined : choices,
  };
}

const LINE_END = /\r\n?|[\u0085\u2028\u2029]/g;
/** Control characters except tab and line feed, and unpaired surrogates. */
const NO_TEXT = /(?![\t\n])\p{Cc}|\p{Surrogate}/gu;

/** Combining marks after the first thirty on a letter (UAX #15). Normalizing takes quadratic time in their number. */
const TOO_MANY_MARKS = /(?<=\p{M}{30})\p{M}+/gu;

/**
 * Text as it is stored: tidied, with `\n` line ends, without control characters. Those are dropped, not rejected: they
 * get in by accident (half an emoji from a keyboard, a page break from a clipboard), and users couldn't see them.
 */
export function cleanText(text: string): string {
  return tidied(text.replace(LINE_END, '\n').replace(NO_TEXT, '').replace(TOO_MANY_MARKS, ''));
}
