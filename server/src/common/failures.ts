import { type ErrorBody, type FieldError, MESSAGES } from '@kidlab/contract';
import { HttpException, HttpStatus } from '@nestjs/common';
import { SERVER_MESSAGES, STAFF_MESSAGES } from './messages.js';

/** Seconds after which a client may try again when the database is away. */
const RETRY_AFTER = 5;

/** A refusal in our own words. Whatever else is thrown gets a general sentence: its own may repeat what was sent. */
export class Failure extends HttpException {
  /** @param retryAfter whole seconds after which the same call may do. */
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

/** 400: input that does not follow the rules. The first fault is the sentence for a person. */
export function invalidInput(errors: FieldError[]): Failure {
  const message = errors[0]?.message ?? SERVER_MESSAGES.invalidInput;
  return new Failure({ statusCode: HttpStatus.BAD_REQUEST, message, errors });
}

/** 400: a request that can't be read at all. */
export const unreadable = failure(HttpStatus.BAD_REQUEST);
export const unauthorized = failure(HttpStatus.UNAUTHORIZED);
export const sessionExpired = (): Failure => unauthorized(MESSAGES.sessionExpired);
export const forbidden = failure(HttpStatus.FORBIDDEN);
export const notFound = failure(HttpStatus.NOT_FOUND);
export const conflict = failure(HttpStatus.CONFLICT);
export const gone = failure(HttpStatus.GONE);
/** 412: what the caller has seen was changed since. */
export const preconditionFailed = failure(HttpStatus.PRECONDITION_FAILED);
export const tooLarge = (): Failure =>
  failure(HttpStatus.PAYLOAD_TOO_LARGE)(SERVER_MESSAGES.bodyTooLarge);
/** 422: it can be read, and contradicts what was done before. */
export const unprocessable = failure(HttpStatus.UNPROCESSABLE_ENTITY);
/** 502: a server has begun this call, and nobody knows how it ended. */
export const unknownOutcome = (): Failure =>
  failure(HttpStatus.BAD_GATEWAY)(STAFF_MESSAGES.outcomeUnknown);

export function tooManyRequests(message: string, seconds: number): Failure {
  return new Failure({ statusCode: HttpStatus.TOO_MANY_REQUESTS, message }, seconds);
}

export function unavailable(): Failure {
  const body = { statusCode: HttpStatus.SERVICE_UNAVAILABLE, message: SERVER_MESSAGES.unavailable };
  return new Failure(body, RETRY_AFTER);
}
