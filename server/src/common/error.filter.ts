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

import { conflict, HttpError, notFound, unauthorized, unavailable } from './http-error.js';
import { describeError, framesOf, isTransientError } from './errors.js';
import { SERVER_MESSAGES, STAFF_MESSAGES, STUDY_MESSAGES } from './messages.js';

/** HTTP errors by violated constraint. Household constraints are not listed: locks prevent their violation. */
const CONSTRAINT_ERRORS: Readonly<Record<string, () => HttpError>> = {
  // The study does not exist, or was just deleted.
  slots_study_id_fkey: () => notFound(STUDY_MESSAGES.studyNotFound),
  invitations_study_id_fkey: () => notFound(STUDY_MESSAGES.studyNotFound),
  // A family answered for a slot while it was being deleted.
  participations_slot_id_fkey: () => conflict(STUDY_MESSAGES.slotAnswered),
  participations_overlap: () => conflict(STUDY_MESSAGES.familyBusy),
  // A colleague has just deleted the user who saves.
  saved_forms_user_id_fkey: () => unauthorized(STAFF_MESSAGES.loginNeeded),
};

/** The HTTP error for a violated constraint; `null` for any other error. */
export function constraintError(error: unknown): HttpError | null {
  if (!(error instanceof QueryFailedError)) return null;
  const { constraint } = error.driverError as { constraint?: unknown };
  return typeof constraint === 'string' ? (CONSTRAINT_ERRORS[constraint]?.() ?? null) : null;
}

/** Turns every error into an `ErrorBody`. Server-side errors are logged, without the client's data. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  private readonly logger = new Logger('errors');

  catch(error: unknown, host: ArgumentsHost): void {
    const response = host.switchToHttp().getResponse<Response>();
    if (response.headersSent) {
      response.destroy();
      return;
    }
    const { body, retryAfter } = this.failureOf(error);
    if (retryAfter !== null) response.setHeader('Retry-After', String(retryAfter));
    this.send(body, response.status(body.statusCode));
  }

  protected send(body: ErrorBody, response: Response): void {
    response.json(body);
  }

  private failureOf(error: unknown): HttpError {
    if (error instanceof HttpError) return error;
    if (error instanceof HttpException) return genericFailure(error.getStatus());
    const refusal = constraintError(error);
    if (refusal !== null) return refusal;
    if (isTransientError(error)) {
      this.logger.warn(`database unavailable: ${describeError(error)}`);
      return unavailable();
    }
    this.logger.error(describeError(error), error instanceof Error ? framesOf(error) : undefined);
    return genericFailure(500);
  }
}

/**
 * A message of our own for errors of Nest and Express: theirs repeat the URL, which may hold an e-mail address.
 */
function genericFailure(statusCode: number): HttpError {
  if (statusCode === 404) return notFound(MESSAGES.notFound);
  const message = statusCode < 500 ? SERVER_MESSAGES.invalidInput : MESSAGES.serverError;
  return new HttpError({ statusCode, message });
}
