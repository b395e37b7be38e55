import { AsyncLocalStorage } from 'node:async_hooks';

import { ConsoleLogger, type LogLevel } from '@nestjs/common';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { type DestinationStream, type Logger, pino } from 'pino';

import type { Randomness } from './randomness.js';
import { findRoute } from './route.js';

const storage = new AsyncLocalStorage<{ readonly requestId: string }>();

/** Adds the request's id to every line that `work` logs. */
export function withRequest(request: { readonly requestId: string }, work: () => void): void {
  storage.run(request, work);
}

/** Fields that are never logged, at the top level or one level below. Our own lines have none. */
const SECRET_FIELDS = ['authorization', 'cookie', 'email', 'guid', 'password', 'phone', 'token'];

/**
 * Anything that looks like an e-mail address or a token in a query. Our own lines have none; messages of libraries
 * may. Neither pattern matches a quote or a backslash, so a line stays valid JSON.
 */
const ADDRESS = /[^\s"'\\@<>:=/]{1,64}@[^\s"'\\@<>,;:?/]{1,255}/g;
const TOKEN = /\b(guid|token|email)=[^\s"'\\&]+/gi;

export function redact(line: string): string {
  return line.replace(TOKEN, '$1=[redacted]').replace(ADDRESS, '[address]');
}

/** Logs one JSON object per line, with the id of the current request. */
export function makeLog(destination?: DestinationStream): Logger {
  const options = {
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    // A copy, because pino adds the fields of the line to this object.
    mixin: () => ({ ...storage.getStore() }),
    redact: SECRET_FIELDS.flatMap((field) => [field, `*.${field}`]),
    hooks: { streamWrite: redact },
  };
  return pino(options, destination ?? pino.destination(1));
}

/** Log contexts of Nest itself; ours start in lower case. */
const PART_OF_NEST = /^[A-Z]/;

export class NestLog extends ConsoleLogger {
  constructor(private readonly logger: Logger) {
    super();
  }

  protected override printMessages(
    messages: unknown[],
    context?: string,
    level: LogLevel = 'log',
    _stream?: 'stdout' | 'stderr',
    stack?: unknown,
  ): void {
    // Nest logs about a hundred lines of wiring at each start, and `main.ts` already reports why a start failed.
    const isWiring = level === 'log' && PART_OF_NEST.test(context ?? '');
    const isQuiet = isWiring || context === 'NestApplication';
    const write = isQuiet ? 'debug' : LEVELS[level];
    for (const message of messages) {
      const text = message instanceof Error ? message.name : String(message);
      this.logger[write]({ context, ...(stack === undefined ? {} : { stack }) }, text);
    }
  }

  protected override printStackTrace(): void {
    // The line has it already.
  }
}

const LEVELS = {
  verbose: 'trace',
  debug: 'debug',
  log: 'info',
  warn: 'warn',
  error: 'error',
  fatal: 'fatal',
} as const satisfies Record<LogLevel, string>;

const HEADER = 'X-Request-Id';
/** What proxies send: 32 hexadecimal digits or a UUID. A text under 16 characters could be a person's name. */
const WELL_FORMED = /^[A-Za-z0-9-]{16,64}$/;
/** Build files of the two sites. */
const FILE = /^\/[a-z-]+(?:\/admin)?\/assets\/[\w.-]{1,100}$/;
/** Route parameters that are logged. Others may hold anything. */
const NUMBER = /^\d{1,10}$/;

/**
 * Logs one line per request: id, method, path, status, duration in milliseconds. Never a query, a body or a header:
 * they hold names, addresses and tokens. The id comes from the proxy or is generated here. The response has it too.
 */
export function requestLog(log: Logger, randomness: Randomness): RequestHandler {
  return (request: Request, response: Response, next: NextFunction): void => {
    const started = performance.now();
    const sentId = request.get(HEADER) ?? '';
    const requestId = WELL_FORMED.test(sentId) ? sentId : randomness.uuid();
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
  const file = request.originalUrl.split('?')[0] ?? '';
  return FILE.test(file) ? file : '-';
}
