import type { Server } from 'node:http';

/** How long a client may take, in milliseconds. */
export interface ConnectionLimits {
  /** From the connection, or the first byte of a further request, to the end of the headers. */
  readonly headersTimeout: number;
  /** To the end of the body; bodies are small. */
  readonly requestTimeout: number;
  /** Between two requests: longer than proxies keep a connection idle (60 s), so that it is they who close it. */
  readonly keepAliveTimeout: number;
  /** Without a byte in either direction, while an answer is under way too: a client that does not read. */
  readonly timeout: number;
  /** How often the first two are looked at. */
  readonly connectionsCheckingInterval: number;
}

export const CONNECTION_LIMITS: ConnectionLimits = {
  headersTimeout: 10_000,
  requestTimeout: 20_000,
  keepAliveTimeout: 65_000,
  timeout: 120_000,
  connectionsCheckingInterval: 5_000,
};

/** Headers of a request; browsers send some twenty. All together they have 16 kB, Node's own limit. */
const MAX_HEADERS = 100;

/** Closes what slow clients hold open. To be called before the server listens: the interval is read then. */
export function limitConnections(server: Server, limits: ConnectionLimits): void {
  Object.assign(server, limits, { maxHeadersCount: MAX_HEADERS });
}
