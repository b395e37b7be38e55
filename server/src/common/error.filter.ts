import { MESSAGES } from '@kidlab/contract';
import {
  type ArgumentsHost,
  Catch,
  type ExceptionFilter,
  HttpException,
  Logger,
} from '@nestjs/common';
import type { Request, Response } from 'express';

import { refusalOf } from './conflicts.js';
import { Failure, notFound, tooLarge, unavailable } from './failures.js';
import { describeFault, framesOf, isPassingFault } from './faults.js';
import { reportFault } from './jobs.js';
import { refusalWork } from './refusal-listener.js';

/** Turns whatever went wrong into the one shape of errors; what a client can't help is logged without its data. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  private readonly logger = new Logger('errors');

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const response = http.getResponse<Response>();
    const failure = this.failureOf(error);
    const work = refusalWork(http.getRequest<Request>(), failure.body.statusCode);
    if (work === null) answer(failure, response);
    else {
      void reportFault('work before a refusal', work).then(() => {
        answer(failure, response);
      });
    }
  }

  private failureOf(error: unknown): Failure {
    if (error instanceof Failure) return error;
    if (error instanceof HttpException) return inGeneral(error.getStatus());
    const refusal = refusalOf(error);
    if (refusal !== null) return refusal;
    if (isPassingFault(error)) {
      this.logger.warn(`database unavailable: ${describeFault(error)}`);
      return unavailable();
    }
    this.logger.error(describeFault(error), error instanceof Error ? framesOf(error) : undefined);
    return inGeneral(500);
  }
}

function answer(failure: Failure, response: Response): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  tellPause(failure, response);
  response.status(failure.body.statusCode).json(failure.body);
}

/** When the same call may do, where that is known. */
export function tellPause({ retryAfter }: Failure, response: Response): void {
  if (retryAfter !== null) response.setHeader('Retry-After', String(retryAfter));
}

/** A sentence for what others threw: Nest and Express repeat the requested address, which may hold somebody's e-mail. */
function inGeneral(statusCode: number): Failure {
  if (statusCode === 404) return notFound(MESSAGES.notFound);
  if (statusCode === 413) return tooLarge();
  if (statusCode === 503) return unavailable();
  const message = statusCode < 500 ? MESSAGES.invalidInput : MESSAGES.serverError;
  return new Failure({ statusCode, message });
}
