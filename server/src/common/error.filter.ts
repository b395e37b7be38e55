import { type ErrorBody, MESSAGES } from '@kidlab/contract';
import {
  type ArgumentsHost,
  Catch,
  type ExceptionFilter,
  HttpException,
  Logger,
} from '@nestjs/common';
import type { Response } from 'express';

import { refusalOf } from './conflicts.js';
import { Failure, notFound, tooLarge, unavailable } from './failures.js';
import { describeFault, framesOf, isPassingFault } from './faults.js';

/** Seconds after which a client may try again when the database is away. */
const RETRY_AFTER = 5;

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
    const refusal = refusalOf(error);
    if (refusal !== null) return refusal.body;
    if (isPassingFault(error)) {
      this.logger.warn(`database unavailable: ${describeFault(error)}`);
      return unavailable().body;
    }
    this.logger.error(describeFault(error), error instanceof Error ? framesOf(error) : undefined);
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
