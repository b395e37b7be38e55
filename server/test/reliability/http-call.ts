import { Agent, type IncomingHttpHeaders, request } from 'node:http';

import { PATIENCE_MS } from './waiting.js';

/** A response, or the reason why there is none. */
export interface Answer {
  /** 0: the connection broke or could not be opened. */
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
  /** The raw path, without normalization. */
  readonly path?: string;
}

/** A new connection for each call, like a crowd of phones. */
const agent = new Agent({ keepAlive: false });

/** Makes one call and never rejects; a hanging call ends with status 0 after a long time. */
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
