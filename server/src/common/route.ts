import type { IncomingMessage } from 'node:http';

/**
 * The path pattern of the matched handler, however the caller wrote the path (in capitals, escaped). `null` when no
 * handler matched.
 */
export function findRoute(request: IncomingMessage | { route?: unknown }): string | null {
  const { path } = ((request as { route?: unknown }).route ?? {}) as { path?: unknown };
  return typeof path === 'string' ? path : null;
}

export function routeOf(request: IncomingMessage): string {
  const path = findRoute(request);
  if (path === null) throw new Error('no route matched');
  return path;
}
