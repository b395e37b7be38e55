import { type FieldRule, faultOf, isFutureMonth, tidied } from '@kidlab/contract';
import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { plainToInstance, Transform } from 'class-transformer';
import { ValidateBy, ValidateIf, ValidateNested, type ValidationArguments } from 'class-validator';

import { type Lab, labOfRequest, SAMPLE_LAB } from './lab.js';

/** A rule of contract/; or how it is made where it depends on the lab's calendar or names. */
export type RuleSource = FieldRule | ((lab: Lab) => FieldRule);

export interface FieldOptions {
  /** How a clean value is written: in lower case, with two digits. */
  readonly as?: (text: string) => string;
  /** An empty one is `null`. */
  readonly orNull?: true;
  /** It may be left out, though not be sent empty. */
  readonly mayBeLeftOut?: true;
  readonly description?: string;
  readonly example?: string;
}

export const lowerCase = (text: string): string => text.toLowerCase();

/**
 * An e-mail address, or a part of one, of a query. Clients write it as documented, unescaped:
 * `?email=plus+tag@example.org`, where the query's parser takes the plus for a space. No address has a space inside.
 */
export const plusForSpace = (address: string): string => address.replaceAll(' ', '+');

/**
 * A field of a request that holds text: a rule of contract/ gives its check, its message and its schema. Text is
 * cleaned first; a number counts as its digits, `null` as empty text. A field that is not sent stays `undefined`.
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

/** For a month of birth beside a `yearOfBirth`: it may not lie in the future. */
export function NotInFuture(message: string): PropertyDecorator {
  return Check('future', (month, _, { yearOfBirth }: { yearOfBirth?: unknown }) => {
    const { today } = labOfRequest();
    const birth = { year: Number(yearOfBirth), month: Number(month) };
    // The fields' own rules refuse such months and years.
    if (birth.month > 12 || birth.year > today.year) return null;
    return isFutureMonth(birth, today) ? message : null;
  });
}

/** A password: never trimmed, and a number is none. */
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

/** Stands for a value that the field does not take, until the check has refused it. */
const WRONG = Number.NaN;

/**
 * Fields of queries and filters, and the numbers of a body: each may be left out, empty or `null`, and is then
 * `undefined`.
 * @param wanted what the field takes, as the message names it
 * @param read returns `undefined` for anything else
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

/** `true` or `false`, also as a form writes it. An empty text is neither. */
export const TrueOrFalse = (description: string): PropertyDecorator =>
  OptionalField(
    'true or false',
    (value) => BOOLEANS.get(value),
    { type: Boolean, description, example: true },
    isNull,
  );

/** A list of objects, each checked as its class says; `null` counts as an empty one. */
export function ListOf(
  type: new () => object,
  docs: Pick<FieldOptions, 'description'> & { readonly required?: boolean } = {},
): PropertyDecorator {
  const itemsOf = (list: unknown): unknown => {
    if (list === undefined || list === null) return [];
    if (!Array.isArray(list)) return 'no list';
    // What is no object is one with nothing filled in.
    return list.map((each: unknown) => plainToInstance(type, isObject(each) ? each : {}));
  };
  return applyDecorators(
    Transform(({ value }) => itemsOf(value)),
    ValidateNested({ each: true, message: '$property must be a list.' }),
    ApiProperty({ required: false, ...docs, type: [type] }),
  );
}

/** An object, checked as its class says; `null` counts as left out. */
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

/** What was sent: a DTO without the fields that were left out. */
export function sentOf<Fields extends object>(fields: Fields): Partial<Fields> {
  const sent = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(sent) as Partial<Fields>;
}

/**
 * A check by a function that returns the message, or `null` where nothing is wrong.
 * @param name its own among those of a field.
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

/** A NUL character is no text to PostgreSQL. */
function isText(value: unknown): value is string {
  return typeof value === 'string' && !value.includes('\0');
}

function ruleOf(rule: RuleSource): FieldRule {
  return typeof rule === 'function' ? rule(labOfRequest()) : rule;
}

/** Choices that depend on the lab's calendar are left out: the document is made once. */
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
/** Control characters but for tab and line feed, and halves of a character that lack the other half. */
const NO_TEXT = /(?![\t\n])\p{Cc}|\p{Surrogate}/gu;

/**
 * Text as it is kept: tidied, in Unicode's composed form, lines ended by a line feed, without what is no text. Such
 * characters come by accident (a phone's keyboard cuts a long text in the middle of an emoji, a word processor's
 * clipboard holds a page break), so that they are dropped; refusing them would ask a parent to find what can't be
 * seen.
 */
export function cleanText(text: string): string {
  return tidied(text.replace(LINE_END, '\n').replace(NO_TEXT, '').normalize('NFC'));
}
