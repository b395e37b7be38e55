import { type ErrorBody, type FieldError, MESSAGES } from '@kidlab/contract';
import {
  type ArgumentsHost,
  Catch,
  type ExceptionFilter,
  HttpException,
  Logger,
} from '@nestjs/common';
import type { Response } from 'express';
import { QueryFailedError } from 'typeorm';

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
    if (error instanceof HttpException) return fromHttpException(error);
    const parse = fromBodyParser(error);
    if (parse !== null) return parse;
    if (isPassingFault(error)) {
      this.logger.warn(`database unavailable: ${describe(error)}`);
      return { statusCode: 503, message: MESSAGES.unavailable };
    }
    this.logger.error(describe(error), error instanceof Error ? framesOf(error) : undefined);
    return { statusCode: 500, message: MESSAGES.serverError };
  }
}

function fromHttpException(error: HttpException): ErrorBody {
  const statusCode = error.getStatus();
  const answer = error.getResponse();
  if (typeof answer === 'string') return { statusCode, message: answer };
  const { message, errors } = answer as { message?: unknown; errors?: FieldError[] };
  return {
    statusCode,
    message: sentence(statusCode, message),
    ...(errors === undefined ? {} : { errors }),
  };
}

/** Nest's own 404 repeats the requested address, which may hold somebody's e-mail: ours does not. */
function sentence(statusCode: number, message: unknown): string {
  const text: unknown = Array.isArray(message) ? message[0] : message;
  if (typeof text === 'string' && !text.startsWith('Cannot ')) return text;
  return statusCode === 404 ? MESSAGES.notFound : MESSAGES.invalidInput;
}

/** What body-parser and the router say of a request that can't be read. */
function fromBodyParser(error: unknown): ErrorBody | null {
  if (error instanceof URIError) return { statusCode: 400, message: MESSAGES.invalidInput };
  const { type, status } = error as { type?: unknown; status?: unknown };
  if (typeof type !== 'string' || typeof status !== 'number') return null;
  if (status === 413) return { statusCode: 413, message: MESSAGES.bodyTooLarge };
  if (status < 400 || status >= 500) return null;
  const isJson = type === 'entity.parse.failed';
  return { statusCode: status, message: isJson ? MESSAGES.invalidJson : MESSAGES.invalidInput };
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
