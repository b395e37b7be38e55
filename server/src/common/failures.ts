import { type FieldError, MESSAGES } from '@kidlab/contract';
import {
  BadRequestException,
  ConflictException,
  HttpException,
  HttpStatus,
  NotFoundException,
  UnauthorizedException,
} from '@nestjs/common';

/** 400: input that does not follow the rules. The first fault is the sentence for a person. */
export function invalidInput(errors: readonly FieldError[]): BadRequestException {
  return new BadRequestException({
    statusCode: HttpStatus.BAD_REQUEST,
    message: errors[0]?.message ?? MESSAGES.invalidInput,
    errors,
  });
}

/** 401: there is no live session behind this call. */
export function sessionExpired(): UnauthorizedException {
  return new UnauthorizedException(MESSAGES.sessionExpired);
}

export function conflict(message: string): ConflictException {
  return new ConflictException(message);
}

export function notFound(message: string): NotFoundException {
  return new NotFoundException(message);
}

/** 410: it was there once. */
export function gone(message: string): HttpException {
  return new HttpException(message, HttpStatus.GONE);
}

export function tooManyRequests(message: string): HttpException {
  return new HttpException(message, HttpStatus.TOO_MANY_REQUESTS);
}
