import {
  ADMIN_API_PATH,
  type ErrorBody,
  type FieldError,
  IDEMPOTENCY_HEADER,
  MESSAGES,
  SESSION_CALLS,
  type StaleRecordBody,
} from '@kidlab/contract';

import { leaveAsExpired } from './session.js';

/** The one place that calls the server. What uses it gets parsed answers, or a `CallError`. */

/** Longest wait for an answer, in milliseconds: a read can be repeated at once, a save may take its time. */
const READ_TIMEOUT = 8_000;
const WRITE_TIMEOUT = 30_000;

const WHOAMI = ADMIN_API_PATH + SESSION_CALLS.whoami;

/** Where the calls go: the portal's own origin unless the build says otherwise. */
const ORIGIN = import.meta.env.VITE_API_ORIGIN ?? '';

/** A call that failed; `message` is one sentence for a person. */
export class CallError extends Error {
  constructor(
    message: string,
    /** HTTP status, or `null` when no answer came. */
    readonly status: number | null,
    /** Faults of single fields, in the server's order. */
    readonly errors: readonly FieldError[] = [],
    /** Of a 409: who saved the record in between. */
    readonly stale: StaleRecordBody['current'] | null = null,
    /** What the server said, where it said something; `message` is a general sentence otherwise. */
    readonly serverMessage: string | null = null,
  ) {
    super(message);
    this.name = 'CallError';
  }
}

/** Why something is not sent at all; `message` is one sentence for a person. */
export class Objection extends Error {
  override readonly name = 'Objection';
}

export type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE';

/** Values of a query; those that are not set are left out. */
export type Query = Readonly<Record<string, string | number | undefined>>;

interface CallOptions {
  readonly query?: Query;
  readonly json?: object;
  readonly form?: Readonly<Record<string, string>>;
  /** Names the form that is saved: sent again under it, it is saved once. */
  readonly formKey?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** The call survives the page (logging out while the tab closes). */
  readonly keepalive?: boolean;
}

/** `ok`: with a 2xx. */
interface Answer {
  readonly ok: boolean;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed body; `undefined` for an empty or unreadable one. */
  readonly json: unknown;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function isErrorBody(body: unknown): body is ErrorBody & Partial<StaleRecordBody> {
  return typeof (body as Partial<ErrorBody> | null | undefined)?.message === 'string';
}

/** The failure that an answer without a 2xx stands for. The resend's errors are plain text. */
function failureOf({ status, headers, text, json }: Answer): CallError {
  if (isErrorBody(json)) {
    const { message, errors, current = null } = json;
    return new CallError(message, status, errors, current, message);
  }
  const isPlainText = headers.get('Content-Type')?.startsWith('text/plain') === true;
  const said = isPlainText && text !== '' ? text : null;
  const general = status >= 500 ? MESSAGES.serverError : MESSAGES.unexpectedError;
  return new CallError(said ?? general, status, [], null, said);
}

function isRead(method: Method): boolean {
  return method === 'GET' || method === 'HEAD';
}

function queryText(query: Query): string {
  const set = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return set.length === 0 ? '' : `?${new URLSearchParams(set).toString()}`;
}

function send(
  method: Method,
  path: string,
  { query = {}, json, form, formKey, keepalive = false }: CallOptions,
  signal: AbortSignal | null,
): Promise<Response> {
  const formBody = form === undefined ? null : new URLSearchParams(form);
  return fetch(`${ORIGIN}${path}${queryText(query)}`, {
    method,
    credentials: 'include',
    keepalive,
    signal,
    headers: {
      Accept: 'application/json, text/plain',
      ...(json === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...(formKey === undefined ? {} : { [IDEMPOTENCY_HEADER]: formKey }),
    },
    body: json === undefined ? formBody : JSON.stringify(json),
  });
}

async function readAnswer(response: Response): Promise<Answer> {
  const { ok, status, headers } = response;
  const text = await response.text();
  return { ok, status, headers, text, json: parsed(text) };
}

export function connectionLost(cause?: unknown): CallError {
  const error = new CallError(MESSAGES.connectionLost, null);
  error.cause = cause;
  return error;
}

/**
 * Makes one call, with credentials. A read that finds the session over leads to the login page and never ends; a save
 * throws, so that what was typed stays.
 * @param path from the origin on.
 * @throws CallError for any answer that is no 2xx, and when there is none; an `AbortError` when `signal` was aborted.
 */
export async function call(
  method: Method,
  path: string,
  options: CallOptions = {},
): Promise<Answer> {
  const { signal } = options;
  const timeout = AbortSignal.timeout(isRead(method) ? READ_TIMEOUT : WRITE_TIMEOUT);
  const either = signal === undefined ? timeout : AbortSignal.any([signal, timeout]);
  let answer: Answer;
  try {
    answer = await readAnswer(await send(method, path, options, either));
  } catch (error) {
    if (signal?.aborted === true) throw error;
    throw connectionLost(error);
  }
  if (answer.status === 401 && isRead(method)) {
    if (path === WHOAMI) return leaveAsExpired();
    // The refusal may belong to the session before: who is signed in is asked, and without a session that never ends.
    await call('GET', WHOAMI);
  }
  if (!answer.ok) throw failureOf(answer);
  return answer;
}

/** A list that streams without `range`, all of it: search, report and the grids' exports. */
export interface StreamedList {
  /** Below the staff path. */
  readonly path: string;
  readonly query: Query;
}

/**
 * Opens all rows of a list, read while they arrive, however long that takes: the state of one moment, recorded in the
 * audit trail.
 * @throws CallError
 */
export async function openList({ path, query }: StreamedList): Promise<ReadableStream<Uint8Array>> {
  let response: Response;
  try {
    response = await send('GET', ADMIN_API_PATH + path, { query }, null);
  } catch (error) {
    throw connectionLost(error);
  }
  if (!response.ok || response.body === null) throw failureOf(await readAnswer(response));
  return response.body;
}

export function isSessionOver(error: unknown): boolean {
  return error instanceof CallError && error.status === 401;
}

/** What a failure says about itself, for a person. */
export function failureText(error: unknown, fallback: string = MESSAGES.unexpectedError): string {
  return error instanceof CallError || error instanceof Objection ? error.message : fallback;
}

/** Makes a staff call that answers JSON. @throws as `call` does. */
export async function json<Body>(
  method: Method,
  path: string,
  options?: CallOptions,
): Promise<Body> {
  const answer = await call(method, ADMIN_API_PATH + path, options);
  return answer.json as Body;
}

/** A random UUID for one form. `crypto.randomUUID` is missing on pages that are served without HTTPS. */
export function newFormKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
