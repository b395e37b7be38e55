import {
  ADMIN_API_PATH,
  type ErrorBody,
  type FieldError,
  IDEMPOTENCY_HEADER,
  MESSAGES,
  SESSION_CALLS,
  type StaleRecordBody,
} from '@kidlab/contract';

import { hasEntries, leaveAsExpired } from './login-page.js';

/** All calls to the server go through this file. They return parsed responses or throw a `CallError`. */

/** Time-outs in milliseconds. A read can be retried, so its time-out is shorter. */
const READ_TIMEOUT = 8_000;
const WRITE_TIMEOUT = 30_000;

const WHOAMI = ADMIN_API_PATH + SESSION_CALLS.whoami;

/** Empty for the portal's own origin. */
const ORIGIN = import.meta.env.VITE_API_ORIGIN ?? '';

/** A failed call. `message` is a sentence for the user. */
export class CallError extends Error {
  constructor(
    message: string,
    /** HTTP status; `null` without a response. */
    readonly status: number | null,
    /** Field errors, in the server's order. */
    readonly errors: readonly FieldError[] = [],
    /** For a 409: the current record and who saved it. */
    readonly stale: StaleRecordBody['current'] | null = null,
    /** The server's message. Without one, `message` is a general sentence. */
    readonly serverMessage: string | null = null,
  ) {
    super(message);
    this.name = 'CallError';
  }
}

/** Thrown when a call can't be sent yet. `message` tells the user why. */
export class ClientCheckError extends Error {
  override readonly name = 'ClientCheckError';
}

export type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE';

/** Query parameters; `undefined` is left out. */
export type Query = Readonly<Record<string, string | number | undefined>>;

interface CallOptions {
  readonly query?: Query;
  readonly json?: object;
  readonly form?: Readonly<Record<string, string>>;
  /** Idempotency key: a form sent twice is saved once. */
  readonly formKey?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** The call continues when the tab closes. */
  readonly keepalive?: boolean;
}

interface Answer {
  readonly ok: boolean;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** `undefined` for a body that is not JSON. */
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

/** The error of a non-2xx response. The resend call's errors are plain text. */
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
  return Object.assign(new CallError(MESSAGES.connectionLost, null), { cause });
}

/**
 * Makes one call, with credentials. After a 401, "whoami" goes to the login page and never resolves, unless a form
 * would lose its entries; other calls throw.
 * @param path with the base path.
 * @throws CallError without a 2xx response; an `AbortError` when `signal` was aborted.
 */
export async function call(
  method: Method,
  path: string,
  options: CallOptions = {},
): Promise<Answer> {
  const { signal } = options;
  // No record has the id `.` or `..`, and the browser would resolve it to a different path.
  if (/\/\.{1,2}(?=\/|$)/.test(path)) throw new CallError(MESSAGES.notFound, 404);
  const timeout = AbortSignal.timeout(isRead(method) ? READ_TIMEOUT : WRITE_TIMEOUT);
  const either = signal === undefined ? timeout : AbortSignal.any([signal, timeout]);
  let answer: Answer;
  try {
    answer = await readAnswer(await send(method, path, options, either));
  } catch (error) {
    if (signal?.aborted === true) throw error;
    throw connectionLost(error);
  }
  if (answer.status === 401 && path === WHOAMI && !hasEntries()) return leaveAsExpired();
  if (!answer.ok) throw failureOf(answer);
  return answer;
}

/** A list that the server streams as a whole when the query has no `range`. */
export interface StreamedList {
  /** Below the base path of the staff API. */
  readonly path: string;
  readonly query: Query;
}

/** Streams all rows of a list, without a time-out. The audit trail records it. @throws CallError */
export async function openList({ path, query }: StreamedList): Promise<ReadableStream<Uint8Array>> {
  const response = await send('GET', ADMIN_API_PATH + path, { query }, null).catch(
    (error: unknown) => {
      throw connectionLost(error);
    },
  );
  if (!response.ok || response.body === null) throw failureOf(await readAnswer(response));
  return response.body;
}

/** Whether the same call may succeed later. After a 401, it does once the user has logged in again. */
export function isRetryable(error: unknown): boolean {
  if (!(error instanceof CallError) || error.status === null) return true;
  return error.status >= 500 || [401, 408, 429].includes(error.status);
}

export function isSessionOver(error: unknown): boolean {
  return error instanceof CallError && error.status === 401;
}

/** The record was deleted by someone else, or by an earlier try whose response was lost. */
export function isGone(error: unknown): boolean {
  return error instanceof CallError && error.status === 404;
}

/** The message of an error, for the user. */
export function failureText(error: unknown, fallback: string = MESSAGES.unexpectedError): string {
  return error instanceof CallError || error instanceof ClientCheckError ? error.message : fallback;
}

/** Makes a call of the staff API and returns its JSON. @throws like `call`. */
export async function json<Body>(
  method: Method,
  path: string,
  options?: CallOptions,
): Promise<Body> {
  return jsonOf(await call(method, ADMIN_API_PATH + path, options)) as Body;
}

/** The JSON of a successful response. Other text is not the server's: a proxy or a Wi-Fi login page answered. */
export function jsonOf({ text, json }: Answer): unknown {
  if (text !== '' && json === undefined) throw connectionLost();
  return json;
}

/** A random UUID. `crypto.randomUUID` does not exist on pages without HTTPS. */
export function newFormKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
