import { type ErrorBody, type FieldError, MESSAGES } from '@kidlab/contract';
import { HttpException, HttpStatus } from '@nestjs/common';
import { SERVER_MESSAGES, STAFF_MESSAGES } from './messages.js';

/** Seconds after which a client may retry when the database is unavailable. */
const RETRY_AFTER = 5;

/** An HTTP error whose message is safe to send. Other exceptions get a general message; theirs may repeat input. */
export class HttpError extends HttpException {
  /** @param retryAfter value of `Retry-After`, in seconds */
  constructor(
    readonly body: ErrorBody,
    readonly retryAfter: number | null = null,
  ) {
    super(body, body.statusCode);
  }
}

const httpError =
  (statusCode: HttpStatus) =>
  (message: string): HttpError =>
    new HttpError({ statusCode, message });

/** The first error is also the message of the response. */
function fieldErrors(statusCode: HttpStatus, errors: FieldError[]): HttpError {
  const message = errors[0]?.message ?? SERVER_MESSAGES.invalidInput;
  return new HttpError({ statusCode, message, errors });
}

/** 400: invalid fields. */
export const invalidInput = (errors: FieldError[]): HttpError =>
  fieldErrors(HttpStatus.BAD_REQUEST, errors);

/** 400: a request that can't be parsed. */
export const badRequest = httpError(HttpStatus.BAD_REQUEST);
export const unauthorized = httpError(HttpStatus.UNAUTHORIZED);
export const sessionExpired = (): HttpError => unauthorized(MESSAGES.sessionExpired);
export const forbidden = httpError(HttpStatus.FORBIDDEN);
export const notFound = httpError(HttpStatus.NOT_FOUND);
export const conflict = httpError(HttpStatus.CONFLICT);
/** 409 that names the field: another family has the address. */
export const emailTaken = (): HttpError =>
  fieldErrors(HttpStatus.CONFLICT, [{ field: 'email', message: MESSAGES.alreadyRegistered }]);
export const gone = httpError(HttpStatus.GONE);
/** 412: the record changed since the caller read it. */
export const preconditionFailed = httpError(HttpStatus.PRECONDITION_FAILED);
export const tooLarge = (message: string = SERVER_MESSAGES.bodyTooLarge): HttpError =>
  httpError(HttpStatus.PAYLOAD_TOO_LARGE)(message);
/** 422: the call contradicts an earlier one, for example by reusing an idempotency key. */
export const unprocessable = httpError(HttpStatus.UNPROCESSABLE_ENTITY);
/** 502: a server started this call, and its outcome is unknown. */
export const unknownOutcome = (): HttpError =>
  httpError(HttpStatus.BAD_GATEWAY)(STAFF_MESSAGES.outcomeUnknown);

export function tooManyRequests(message: string, seconds: number): HttpError {
  return new HttpError({ statusCode: HttpStatus.TOO_MANY_REQUESTS, message }, seconds);
}

export function unavailable(): HttpError {
  const body = { statusCode: HttpStatus.SERVICE_UNAVAILABLE, message: SERVER_MESSAGES.unavailable };
  return new HttpError(body, RETRY_AFTER);
}
