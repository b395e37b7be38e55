import { Agent, type IncomingHttpHeaders, request } from 'node:http';

import { PATIENCE_MS } from './waiting.js';

/** What came back: an answer, or the way in which none came. */
export interface Answer {
  /** 0: the connection broke or none was made. */
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

export interface Call {
  readonly method?: string;
  readonly body?: string | Buffer;
  readonly headers?: Readonly<Record<string, string>>;
  /** The loopback address that the call comes from. */
  readonly from?: string;
  /** The path as it is, past what would tidy it up. */
  readonly path?: string;
}

/** A connection for each call: a crowd of phones shares none. */
const agent = new Agent({ keepAlive: false });

/** Makes one call and never rejects; one that hangs ends after a long time with status 0. */
export function call(
  url: string,
  { method = 'GET', body, headers, from, path }: Call = {},
): Promise<Answer> {
  return new Promise((resolve) => {
    const fail = (error: Error): void => {
      resolve({ status: 0, headers: {}, text: error.message });
    };
    const isChunked = headers?.['Transfer-Encoding'] !== undefined;
    const outgoing = request(
      url,
      {
        method,
        agent,
        headers: {
          ...(body === undefined || isChunked
            ? {}
            : { 'Content-Length': String(Buffer.byteLength(body)) }),
          ...headers,
        },
        signal: AbortSignal.timeout(PATIENCE_MS),
        ...(from === undefined ? {} : { localAddress: from }),
        ...(path === undefined ? {} : { path }),
      },
      (incoming) => {
        let text = '';
        incoming.setEncoding('utf8');
        incoming.on('data', (part: string) => {
          text += part;
        });
        incoming.on('error', fail);
        incoming.on('end', () => {
          resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, text });
        });
      },
    );
    outgoing.on('error', fail);
    outgoing.end(body);
  });
}

/** Makes a call with a JSON body. */
export function callJson(url: string, body: object, options: Call = {}): Promise<Answer> {
  return call(url, {
    method: 'POST',
    ...options,
    body: JSON.stringify(body),
    headers: { 'Content-Type': 'application/json', ...options.headers },
  });
}

/** Makes a call with a form-encoded body. */
export function callForm(
  url: string,
  body: Readonly<Record<string, string>>,
  options: Call = {},
): Promise<Answer> {
  return call(url, {
    method: 'POST',
    ...options,
    body: new URLSearchParams(body).toString(),
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...options.headers },
  });
}
