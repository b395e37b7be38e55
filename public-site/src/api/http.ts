import { BASE_PATH, type ErrorBody, MESSAGES } from '@kidlab/contract';

/** Longest wait for an answer, in milliseconds. */
const TIMEOUT = 30_000;

/** Where the calls go: the site's own origin unless the build says otherwise. */
const ORIGIN = __API_ORIGIN__;

/** A call that failed. `message` is one sentence for a person. */
export class CallError extends Error {
  constructor(
    message: string,
    /** HTTP status, or `null` when no answer came. */
    readonly status: number | null,
    /** What the server said, where that has a message. The caller checks the rest of its shape. */
    readonly body: Partial<ErrorBody> = {},
  ) {
    super(message);
  }
}

interface CallOptions {
  readonly query?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly json?: object;
  /** Sent form-encoded. */
  readonly form?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function failure(status: number, body: unknown): CallError {
  const said = (body ?? {}) as Partial<ErrorBody>;
  if (typeof said.message === 'string') return new CallError(said.message, status, said);
  return new CallError(status >= 500 ? MESSAGES.serverError : MESSAGES.unexpectedError, status);
}

/** The whole address of a call. */
export function addressOf(path: string, query?: Readonly<Record<string, string>>): string {
  const search = query === undefined ? '' : `?${new URLSearchParams(query).toString()}`;
  return `${ORIGIN}${BASE_PATH}${path}${search}`;
}

/**
 * Makes one call below the base path, with credentials.
 * @returns the parsed JSON body; `undefined` for an empty or unreadable one. The caller checks its shape.
 * @throws CallError for any answer that is no 2xx, and when there is none.
 */
export async function call<Answer>(
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  { query, json, form, headers }: CallOptions = {},
): Promise<Partial<Answer> | undefined> {
  const request: RequestInit = {
    method,
    credentials: 'include',
    signal: AbortSignal.timeout(TIMEOUT),
    headers: {
      Accept: 'application/json',
      ...(json === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    ...(form === undefined ? {} : { body: new URLSearchParams(form) }),
  };
  let response: Response;
  let body: unknown;
  try {
    response = await fetch(addressOf(path, query), request);
    body = parsed(await response.text());
  } catch {
    throw new CallError(MESSAGES.connectionLost, null);
  }
  if (!response.ok) throw failure(response.status, body);
  return body as Partial<Answer> | undefined;
}

/** The HTTP status of a call that failed; `null` for another failure, and where no answer came. */
export function statusOf(error: unknown): number | null {
  return error instanceof CallError ? error.status : null;
}

/** Whether a call failed because the session behind it is over. */
export function isSessionOver(error: unknown): boolean {
  return statusOf(error) === 401;
}

/**
 * Whether something failed because the server can't be reached: its own call got no answer, or the device is offline.
 */
export function isConnectionLost(error: unknown): boolean {
  return !navigator.onLine || (error instanceof CallError && error.status === null);
}

/** What a failure says about itself: the server's message, else the error's own text, else `fallback`. */
export function failureText(error: unknown, fallback: string = MESSAGES.unexpectedError): string {
  return error instanceof Error && error.message !== '' ? error.message : fallback;
}
