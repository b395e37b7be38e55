import type { IncomingMessage } from 'node:http';

/**
 * The path under which a call's handler is registered, however the caller wrote it: in capitals or escaped. `null`:
 * no handler of a call answers.
 */
export function findRoute(request: IncomingMessage | { route?: unknown }): string | null {
  const { path } = ((request as { route?: unknown }).route ?? {}) as { path?: unknown };
  return typeof path === 'string' ? path : null;
}

export function routeOf(request: IncomingMessage): string {
  const path = findRoute(request);
  if (path === null) throw new Error('a handler without a path of its own');
  return path;
}
