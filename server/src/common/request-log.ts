import { randomUUID } from 'node:crypto';

import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';

import { withRequest } from './logging.js';
import { findRoute } from './route.js';

const HEADER = 'X-Request-Id';
/** What proxies send: 32 hexadecimal digits or a UUID. A text under 16 characters could be a person's name. */
const WELL_FORMED = /^[A-Za-z0-9-]{16,64}$/;
/** Build files of the two sites. */
const FILE = /^\/[a-z-]+(?:\/admin)?\/assets\/[\w.-]{1,100}$/;
/** Route parameters that are logged. Others may hold anything. */
const NUMBER = /^\d{1,10}$/;

/**
 * Logs one line per request: id, method, path, status, duration in milliseconds. Never a query, a body or a header:
 * they hold names, addresses and tokens. The id comes from the proxy or is made here. The response has it too.
 */
export function requestLog(log: Logger): RequestHandler {
  return (request: Request, response: Response, next: NextFunction): void => {
    const started = performance.now();
    const asked = request.get(HEADER) ?? '';
    const requestId = WELL_FORMED.test(asked) ? asked : randomUUID();
    response.setHeader(HEADER, requestId);
    response.once('close', () => {
      const line = {
        requestId,
        method: request.method,
        path: pathForLog(request),
        status: response.statusCode,
        ms: Math.round(performance.now() - started),
      };
      if (!response.writableFinished) log.warn(line, 'request aborted');
      else if (response.statusCode >= 500) log.error(line, 'request failed');
      else log.info(line, 'request completed');
    });
    withRequest({ requestId }, next);
  };
}

/** The handler's route with its numeric parameters, or `-`: a path that matches no handler could hold anything. */
export function pathForLog(
  request: Pick<Request, 'originalUrl' | 'params'> & { route?: unknown },
): string {
  const path = findRoute(request);
  if (path !== null) {
    return path.replace(/:(\w+)/g, (pattern, name: string) => {
      const value = request.params[name];
      return typeof value === 'string' && NUMBER.test(value) ? value : pattern;
    });
  }
  const asked = request.originalUrl.split('?')[0] ?? '';
  return FILE.test(asked) ? asked : '-';
}
