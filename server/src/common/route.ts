import type { Request } from 'express';

/** The path under which a call's handler is registered, however the caller wrote it: in capitals or escaped. */
export function routeOf(request: Request): string {
  const { route } = request as { route?: { path?: unknown } };
  if (typeof route?.path !== 'string') throw new Error('a handler without a path of its own');
  return route.path;
}
