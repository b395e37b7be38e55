import { type ErrorBody, type FieldError, SIMPLE_REST } from '@kidlab/contract';
import { applyDecorators, HttpStatus } from '@nestjs/common';
import {
  ApiBody,
  ApiConsumes,
  ApiHeader,
  ApiOperation,
  ApiQuery,
  ApiResponse,
} from '@nestjs/swagger';

/**
 * What a call's page of documentation says beside what the code tells by itself (path, parameters in it, who may call). Types
 * are named as in contract/: their schemas are made from there.
 */
export interface CallDocs {
  /** One line. */
  readonly summary: string;
  /** Where the call stands in the specifications; left out for those that they do not have. */
  readonly source?: 'public site, section 7' | 'admin portal, section 7';
  readonly query?: Readonly<Record<string, ParameterDocs>>;
  readonly headers?: Readonly<Record<string, ParameterDocs>>;
  readonly body?: BodyDocs;
  readonly answers: readonly AnswerDocs[];
}

export interface ParameterDocs {
  readonly description: string;
  readonly example?: string;
  readonly required?: boolean;
  readonly choices?: readonly string[];
}

export interface BodyDocs {
  /** Name of a type of contract/. */
  readonly type: string;
  readonly example: object;
  /** Sent form-encoded; JSON is taken too. */
  readonly form?: true;
}

export interface AnswerDocs {
  readonly status: HttpStatus;
  readonly description: string;
  /** Media type and schema; `null` for an answer without a body. */
  readonly content: { readonly type: string; readonly schema: object } | null;
  readonly example?: unknown;
  /** Headers by name, with what they say. */
  readonly headers?: Readonly<Record<string, string>>;
}

const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';

/** Reference to the schema of a type of contract/. */
export function schemaOf(type: string): { $ref: string } {
  return { $ref: `#/components/schemas/${type}` };
}

/** An answer that is one `type`. */
export function answer(
  type: string,
  example: unknown,
  {
    status = HttpStatus.OK,
    description = type,
  }: { status?: HttpStatus; description?: string } = {},
): AnswerDocs {
  return { status, description, content: { type: JSON_TYPE, schema: schemaOf(type) }, example };
}

/** An answer that is a list of `type`. */
export function list(type: string, example: readonly unknown[]): AnswerDocs {
  const schema = { type: 'array', items: schemaOf(type) };
  const description = `A list of ${type}.`;
  return { status: HttpStatus.OK, description, content: { type: JSON_TYPE, schema }, example };
}

/** A page of a list of `type`. */
export function page(type: string, example: readonly unknown[]): AnswerDocs {
  return {
    ...list(type, example),
    headers: { 'Content-Range': 'Which rows these are, of how many: `families 0-24/319`.' },
  };
}

/** An answer that is a JSON string, or `null`. */
export function jsonText(example: string, { orNull = false } = {}): AnswerDocs {
  const schema = { type: orNull ? ['string', 'null'] : 'string' };
  const description = orNull ? 'A JSON string or `null`.' : 'A JSON string.';
  return { status: HttpStatus.OK, description, content: { type: JSON_TYPE, schema }, example };
}

export function noContent(description: string): AnswerDocs {
  return { status: HttpStatus.NO_CONTENT, description, content: null };
}

/** A refusal in one sentence. */
export function refusal(status: HttpStatus, message: string, type = 'ErrorBody'): AnswerDocs {
  const example: ErrorBody = { statusCode: status, message };
  return {
    status,
    description: message,
    content: { type: JSON_TYPE, schema: schemaOf(type) },
    example,
  };
}

/** 400 that names each field at fault. */
export function wrongFields(...errors: readonly FieldError[]): AnswerDocs {
  const message = errors[0]?.message ?? '';
  return {
    ...refusal(HttpStatus.BAD_REQUEST, message),
    example: { statusCode: HttpStatus.BAD_REQUEST, message, errors },
  };
}

/** A refusal as plain text, which the documented client shows as it is. */
export function plainRefusal(status: HttpStatus, message: string): AnswerDocs {
  const content = { type: 'text/plain', schema: { type: 'string' } };
  return { status, description: message, content, example: message };
}

/** 429 with the seconds to wait. */
export function pause(message: string): AnswerDocs {
  return {
    ...refusal(HttpStatus.TOO_MANY_REQUESTS, message),
    headers: { 'Retry-After': 'Seconds after which it may be tried again.' },
  };
}

/** `sort` and `range` of the simple REST dialect. */
export function pageQuery(columns: readonly string[]): Record<string, ParameterDocs> {
  return {
    sort: {
      description: `JSON: column and direction. Columns: ${columns.map((name) => `\`${name}\``).join(', ')}.`,
      example: JSON.stringify([columns[0], 'ASC']),
    },
    range: {
      description: `JSON: first and last row, counted from 0, at most ${String(SIMPLE_REST.maxRows)} rows.`,
      example: '[0,24]',
    },
  };
}

/** `filter` of the simple REST dialect, a type of contract/. */
export function filterQuery(type: string, example: object): Record<string, ParameterDocs> {
  return {
    filter: { description: `JSON: \`${type}\`.`, example: JSON.stringify(example) },
  };
}

/** Documents a handler. What every call may answer (503, and 401 and 403 of the staff calls) is added for all of them. */
export function Documented(docs: CallDocs): MethodDecorator {
  const { summary, source, body } = docs;
  const description = source === undefined ? 'Not in the specifications.' : `Source: ${source}.`;
  return applyDecorators(
    ApiOperation({ summary, description }),
    ...Object.entries(docs.query ?? {}).map(([name, { required = false, choices, ...rest }]) =>
      ApiQuery({
        name,
        required,
        ...rest,
        schema: { type: 'string', ...(choices === undefined ? {} : { enum: [...choices] }) },
      }),
    ),
    ...Object.entries(docs.headers ?? {}).map(([name, { required = false, ...rest }]) =>
      ApiHeader({ name, required, ...rest, schema: { type: 'string' } }),
    ),
    ...(body === undefined ? [] : bodyOf(body)),
    ...byStatus(docs.answers).map(([status, answers]) => responseOf(status, answers)),
  );
}

function bodyOf({ type, example, form }: BodyDocs): MethodDecorator[] {
  return [
    ApiConsumes(...(form === true ? [FORM_TYPE, JSON_TYPE] : [JSON_TYPE])),
    ApiBody({ required: true, schema: schemaOf(type), examples: { 1: { value: example } } }),
  ];
}

function byStatus(answers: readonly AnswerDocs[]): [HttpStatus, AnswerDocs[]][] {
  const groups = new Map<HttpStatus, AnswerDocs[]>();
  for (const each of answers) groups.set(each.status, [...(groups.get(each.status) ?? []), each]);
  return [...groups];
}

/** One response a status; several answers of it are its examples. */
function responseOf(status: HttpStatus, answers: readonly AnswerDocs[]): MethodDecorator {
  const schemas = new Map<string, Map<string, { schema: object; examples: unknown[] }>>();
  for (const { content, example } of answers) {
    if (content === null) continue;
    const ofType =
      schemas.get(content.type) ?? new Map<string, { schema: object; examples: unknown[] }>();
    const key = JSON.stringify(content.schema);
    const media = ofType.get(key) ?? { schema: content.schema, examples: [] };
    media.examples.push(example);
    schemas.set(content.type, ofType.set(key, media));
  }
  const content = Object.fromEntries(
    [...schemas].map(([type, ofType]) => [type, mediaOf([...ofType.values()])]),
  );
  const headers = Object.fromEntries(
    answers.flatMap(({ headers: said = {} }) =>
      Object.entries(said).map(([name, description]) => [
        name,
        { description, schema: { type: 'string' } },
      ]),
    ),
  );
  return ApiResponse({
    status,
    description: answers.map(({ description }) => description).join(' · '),
    headers,
    ...(schemas.size === 0 ? {} : { content }),
  });
}

function mediaOf(parts: readonly { schema: object; examples: unknown[] }[]): object {
  const examples = parts.flatMap((part) => part.examples);
  return {
    schema: parts.length === 1 ? parts[0]?.schema : { anyOf: parts.map(({ schema }) => schema) },
    examples: Object.fromEntries(examples.map((value, index) => [String(index + 1), { value }])),
  };
}
