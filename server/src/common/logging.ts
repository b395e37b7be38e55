import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

import type { LoggerService } from '@nestjs/common';
import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import { pinoHttp } from 'pino-http';

/**
 * One line a request: id, method, path, status, duration. Never a query, a body or a header: they hold names,
 * addresses and tokens.
 */
export function requestLog(log: Logger): RequestHandler {
  return pinoHttp({
    logger: log,
    genReqId: () => randomUUID(),
    serializers: {
      req: (request: IncomingMessage & { id?: unknown }) => ({
        id: request.id,
        method: request.method,
        path: request.url?.split('?')[0],
      }),
      res: (response: ServerResponse) => ({ status: response.statusCode }),
      err: (error: Error) => ({ type: error.name }),
    },
    customLogLevel: (_request, response, error) =>
      error !== undefined || response.statusCode >= 500 ? 'error' : 'info',
  }) as RequestHandler;
}

/** What Nest says of its own wiring at each start: a hundred lines that tell an operator nothing. */
const WIRING = new Set([
  'NestFactory',
  'InstanceLoader',
  'RoutesResolver',
  'RouterExplorer',
  'NestApplication',
]);

/** Nest's own messages, through the same logger. */
export class NestLog implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log(message: unknown, ...rest: unknown[]): void {
    const { context, ...others } = fields(rest);
    const level = WIRING.has(context ?? '') ? 'debug' : 'info';
    this.logger[level]({ context, ...others }, String(message));
  }

  warn(message: unknown, ...rest: unknown[]): void {
    this.logger.warn(fields(rest), String(message));
  }

  error(message: unknown, ...rest: unknown[]): void {
    const text = message instanceof Error ? message.name : String(message);
    const { context, ...others } = fields(rest);
    // A start that fails is told in words by whoever started it.
    const level = context === 'NestApplication' ? 'debug' : 'error';
    this.logger[level]({ context, ...others }, text);
  }

  debug(message: unknown, ...rest: unknown[]): void {
    this.logger.debug(fields(rest), String(message));
  }

  verbose(message: unknown, ...rest: unknown[]): void {
    this.logger.trace(fields(rest), String(message));
  }
}

/** Nest hands over a stack, where there is one, and at the end the context. */
function fields(rest: readonly unknown[]): { context?: string; stack?: string } {
  const texts = rest.filter((item): item is string => typeof item === 'string');
  const context = texts.at(-1);
  const stack = texts.length > 1 ? texts[0] : undefined;
  return {
    ...(context === undefined ? {} : { context }),
    ...(stack === undefined ? {} : { stack }),
  };
}
