import { BASE_PATH, type ErrorBody, MESSAGES } from '@kidlab/contract';

/** Time-out of a call, in milliseconds. */
const TIMEOUT = 30_000;

/** A failed call. `message` is one sentence for the user. If it is empty, the page shows its own. */
export class CallError extends Error {
  constructor(
    message: string,
    /** `null` without a response. */
    readonly status: number | null,
    /** The response body, if it has a message. The caller checks the rest of its shape. */
    readonly body: Partial<ErrorBody> = {},
  ) {
    super(message);
  }
}

interface CallOptions {
  readonly query?: Readonly<Record<string, string>>;
  readonly json?: object;
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
  const unreadable = status < 300 ? MESSAGES.unexpectedResponse : '';
  return new CallError(status < 500 ? unreadable : MESSAGES.serverError, status);
}

export function addressOf(path: string, query?: Readonly<Record<string, string>>): string {
  const search = query ? `?${String(new URLSearchParams(query))}` : '';
  return `${__API_ORIGIN__}${BASE_PATH}${path}${search}`;
}

/** A parsed JSON body; `undefined` when empty. The caller checks that the expected fields are there. */
export type Answer<Shape> = Promise<Partial<Shape> | undefined>;

/**
 * Makes a call below the base path, with credentials.
 * @throws CallError unless the response is a 2xx, either empty or JSON: a captive portal's page is no success
 */
export async function call<Shape>(
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  { query, json, form, headers }: CallOptions = {},
): Answer<Shape> {
  const request: RequestInit = {
    method,
    credentials: 'include',
    signal: AbortSignal.timeout(TIMEOUT),
    headers: { ...(json && { 'Content-Type': 'application/json' }), ...headers },
    body: json ? JSON.stringify(json) : form ? new URLSearchParams(form) : null,
  };
  let response: Response;
  let text: string;
  try {
    response = await fetch(addressOf(path, query), request);
    text = await response.text();
  } catch {
    throw new CallError(MESSAGES.connectionLost, null);
  }
  const body = parsed(text);
  if (!response.ok || (text && body === undefined)) throw failure(response.status, body);
  return body as Partial<Shape> | undefined;
}

/** The HTTP status of a failed call; `null` for any other failure. */
export function statusOf(error: unknown): number | null {
  return error instanceof CallError ? error.status : null;
}

export function isSessionOver(error: unknown): boolean {
  return statusOf(error) === 401;
}

/** Whether the call got no response, or the device is offline. */
export function isConnectionLost(error: unknown): boolean {
  return !navigator.onLine || (error instanceof CallError && error.status === null);
}

/** The server's message, else the error's text, else `fallback`. */
export function failureText(error: unknown, fallback: string = MESSAGES.unexpectedError): string {
  return (error instanceof Error && error.message) || fallback;
}
