import type { Server } from 'node:http';

/** How long a client may take, in milliseconds. */
export const CONNECTION_LIMITS = {
  /** From the connection, or the first byte of a further request, to the end of the headers. */
  headersTimeout: 10_000,
  /** To the end of the body; bodies are small. */
  requestTimeout: 20_000,
  /** Between two requests: longer than proxies keep a connection idle (60 s), so that it is they who close it. */
  keepAliveTimeout: 65_000,
  /** Without a byte in either direction, while an answer is under way too: a client that does not read. */
  timeout: 120_000,
  /** How often the first two are looked at. */
  connectionsCheckingInterval: 5_000,
};
export type ConnectionLimits = typeof CONNECTION_LIMITS;

/** Headers of a request; browsers send some twenty. All together they have 16 kB, Node's own limit. */
const MAX_HEADERS = 100;

/** Closes what slow clients hold open. To be called before the server listens: the interval is read then. */
export function limitConnections(server: Server, limits: ConnectionLimits): void {
  Object.assign(server, limits, { maxHeadersCount: MAX_HEADERS });
}
