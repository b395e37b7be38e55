import type { Server } from 'node:http';

/** Time limits for clients, in milliseconds. */
export const CONNECTION_LIMITS = {
  /** From the connection, or the first byte of the next request, to the end of the headers. */
  headersTimeout: 10_000,
  /** To the end of the body; bodies are small. */
  requestTimeout: 20_000,
  /** Between two requests. Longer than the 60 s of usual proxies, so the proxy closes an idle connection. */
  keepAliveTimeout: 65_000,
  /** Without a byte in either direction, also during a response: the client has stopped reading. */
  timeout: 120_000,
  /** How often the first two are checked. */
  connectionsCheckingInterval: 5_000,
};
export type ConnectionLimits = typeof CONNECTION_LIMITS;

/** Headers per request; browsers send about twenty. Node limits their total size to 16 kB. */
const MAX_HEADERS = 100;

/** Closes the connections of slow clients. Call it before the server listens, because Node reads the interval then. */
export function limitConnections(server: Server, limits: ConnectionLimits): void {
  Object.assign(server, limits, { maxHeadersCount: MAX_HEADERS });
}
