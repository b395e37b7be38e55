import { type ErrorBody, type FieldError, MESSAGES } from '@kidlab/contract';
import { HttpException, HttpStatus } from '@nestjs/common';
import { SERVER_MESSAGES, STAFF_MESSAGES } from './messages.js';

/** Seconds after which a client may retry when the database is unavailable. */
const RETRY_AFTER = 5;

/** An HTTP error whose message is safe to send. Other exceptions get a general message; theirs may repeat input. */
export class Failure extends HttpException {
  /** @param retryAfter value of `Retry-After`, in seconds */
  constructor(
    readonly body: ErrorBody,
    readonly retryAfter: number | null = null,
  ) {
    super(body, body.statusCode);
  }
}

const failure =
  (statusCode: HttpStatus) =>
  (message: string): Failure =>
    new Failure({ statusCode, message });

/** 400: invalid fields. The first error is also the message of the response. */
export function invalidInput(errors: FieldError[]): Failure {
  const message = errors[0]?.message ?? SERVER_MESSAGES.invalidInput;
  return new Failure({ statusCode: HttpStatus.BAD_REQUEST, message, errors });
}

/** 400: a request that can't be parsed. */
export const badRequest = failure(HttpStatus.BAD_REQUEST);
export const unauthorized = failure(HttpStatus.UNAUTHORIZED);
export const sessionExpired = (): Failure => unauthorized(MESSAGES.sessionExpired);
export const forbidden = failure(HttpStatus.FORBIDDEN);
export const notFound = failure(HttpStatus.NOT_FOUND);
export const conflict = failure(HttpStatus.CONFLICT);
export const gone = failure(HttpStatus.GONE);
/** 412: the record changed since the caller read it. */
export const preconditionFailed = failure(HttpStatus.PRECONDITION_FAILED);
export const tooLarge = (): Failure =>
  failure(HttpStatus.PAYLOAD_TOO_LARGE)(SERVER_MESSAGES.bodyTooLarge);
/** 422: the call contradicts an earlier one, for example by reusing an idempotency key. */
export const unprocessable = failure(HttpStatus.UNPROCESSABLE_ENTITY);
/** 502: a server started this call, and its outcome is unknown. */
export const unknownOutcome = (): Failure =>
  failure(HttpStatus.BAD_GATEWAY)(STAFF_MESSAGES.outcomeUnknown);

export function tooManyRequests(message: string, seconds: number): Failure {
  return new Failure({ statusCode: HttpStatus.TOO_MANY_REQUESTS, message }, seconds);
}

export function unavailable(): Failure {
  const body = { statusCode: HttpStatus.SERVICE_UNAVAILABLE, message: SERVER_MESSAGES.unavailable };
  return new Failure(body, RETRY_AFTER);
}
