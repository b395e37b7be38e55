import { type ErrorBody, MESSAGES } from '@kidlab/contract';
import {
  type ArgumentsHost,
  Catch,
  type ExceptionFilter,
  HttpException,
  Logger,
} from '@nestjs/common';
import type { Response } from 'express';
import { QueryFailedError } from 'typeorm';

import { Failure, notFound, tooLarge, unavailable } from './failures.js';

/** Seconds after which a client may try again when the database is away. */
const RETRY_AFTER = 5;

/** Codes of PostgreSQL (classes 08, 53, 57) and of sockets that mean: not now, but again later. */
const PASSING_FAULT =
  /^(?:08...|53...|57P..|57014|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)$/;
const PASSING_MESSAGE =
  /Connection terminated|timeout exceeded when trying to connect|Cannot use a pool after calling end|not queryable/;

/** Turns whatever went wrong into the one shape of errors; what a client can't help is logged without its data. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  private readonly logger = new Logger('errors');

  catch(error: unknown, host: ArgumentsHost): void {
    const response = host.switchToHttp().getResponse<Response>();
    const body = this.bodyOf(error);
    if (response.headersSent) {
      response.destroy();
      return;
    }
    if (body.statusCode === 503) response.setHeader('Retry-After', String(RETRY_AFTER));
    response.status(body.statusCode).json(body);
  }

  private bodyOf(error: unknown): ErrorBody {
    if (error instanceof Failure) return error.body;
    if (error instanceof HttpException) return inGeneral(error.getStatus());
    if (isPassingFault(error)) {
      this.logger.warn(`database unavailable: ${describe(error)}`);
      return unavailable().body;
    }
    this.logger.error(describe(error), error instanceof Error ? framesOf(error) : undefined);
    return inGeneral(500);
  }
}

/** A sentence for what others threw: Nest and Express repeat the requested address, which may hold somebody's e-mail. */
function inGeneral(statusCode: number): ErrorBody {
  if (statusCode === 404) return notFound(MESSAGES.notFound).body;
  if (statusCode === 413) return tooLarge().body;
  if (statusCode === 503) return unavailable().body;
  return { statusCode, message: statusCode < 500 ? MESSAGES.invalidInput : MESSAGES.serverError };
}

/** Whether the fault lies in the connection to the database, and the same call may work in a moment. */
export function isPassingFault(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const cause: unknown = error instanceof QueryFailedError ? error.driverError : error;
  const { code, message } = cause as { code?: unknown; message?: unknown };
  return (
    (typeof code === 'string' && PASSING_FAULT.test(code)) ||
    (typeof message === 'string' && PASSING_MESSAGE.test(message))
  );
}

/** What may be logged of an error: never a statement's parameters, nor PostgreSQL's detail, which quotes values. */
export function describe(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown error';
  if (error instanceof QueryFailedError) {
    const { code, constraint, table } = error.driverError as Record<string, unknown>;
    return `query failed: code ${String(code)}, table ${String(table)}, constraint ${String(constraint)}`;
  }
  return `${error.name}: ${error.message}`;
}

/** The stack without its first lines, which repeat the message. */
function framesOf(error: Error): string {
  return (error.stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n');
}
