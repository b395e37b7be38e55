import {
  GUARDIAN_FORM,
  type ErrorBody,
  type FieldError,
  IDEMPOTENCY_HEADER,
  type MessageResponse,
} from '@kidlab/contract';
import { applyDecorators, HttpCode, HttpStatus, type Type } from '@nestjs/common';
import {
  ApiCreatedResponse,
  ApiExtraModels,
  ApiHeader,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiProperty,
  ApiResponse,
  getSchemaPath,
} from '@nestjs/swagger';

import { Field, queriedAddress } from './field.js';
import { STAFF_MESSAGES } from './messages.js';

/** The summary of a call that a specification defines. */
export const FromPublicSite = (summary: string): MethodDecorator =>
  ApiOperation({ summary, description: 'Source: public site, section 7.' });
export const FromPortal = (summary: string): MethodDecorator =>
  ApiOperation({ summary, description: 'Source: admin portal, section 7.' });

/** 200, also for POST, whose default is 201. */
export const Ok = (type: Type | [Type]): MethodDecorator =>
  applyDecorators(HttpCode(HttpStatus.OK), ApiOkResponse({ type }));

/** A schema for any of these. Each must be in the document already: used by another call, or by `ApiExtraModels`. */
export const oneOf = (...models: Type[]): { anyOf: { $ref: string }[] } => ({
  anyOf: models.map((model) => ({ $ref: getSchemaPath(model) })),
});

/** 204. */
export const NoContent = (description = ''): MethodDecorator =>
  applyDecorators(HttpCode(HttpStatus.NO_CONTENT), ApiNoContentResponse({ description }));

/** 201 of a staff call that creates a record, with its idempotency key; see `saved-form.ts`. */
export const Created = (type: Type): MethodDecorator =>
  applyDecorators(
    ApiHeader({
      name: IDEMPOTENCY_HEADER,
      description:
        'A UUID of the form that is saved. A repeat within a day is answered like the first and creates nothing; with another body it is refused (422).',
      required: false,
    }),
    ApiCreatedResponse({ type }),
    ApiErrors({ 422: STAFF_MESSAGES.savedOtherwise }),
  );

export const FORM_OR_JSON = ['application/x-www-form-urlencoded', 'application/json'];

/** The made-up family of the API documentation. */
export const EXAMPLE = {
  email: 'amara.okafor@example.org',
  staff: 'sam@example.org',
  guid: '6f1c7d0e-3b0a-4c63-9d5e-0a4f6b1c2d3e',
  moment: '2026-11-02T18:04:00.000Z',
} as const;

export const ApiMoment = ({ nullable = false } = {}): PropertyDecorator =>
  ApiProperty({ type: String, format: 'date-time', nullable, example: EXAMPLE.moment });

/** Text of a response that may be missing. */
export const ApiNullableText = (example: string): PropertyDecorator =>
  ApiProperty({ type: String, nullable: true, example });

/** Response of calls that only confirm that they were done. */
export class MessageDto implements MessageResponse {
  @ApiProperty({ example: 'A confirmation email is on its way.' }) readonly message: string;
}

class FieldErrorDto implements FieldError {
  @ApiProperty({ example: 'email', description: 'Its name in the request.' })
  readonly field: string;

  @ApiProperty({ example: 'Please enter your email address.' }) readonly message: string;
}

export const ApiPage = (type: new () => object): MethodDecorator =>
  ApiOkResponse({
    type: [type],
    headers: {
      'Content-Range': {
        description: 'Which rows these are, of how many: `families 0-24/319`.',
        schema: { type: 'string' },
      },
    },
  });

export class ErrorBodyDto implements ErrorBody {
  @ApiProperty({ example: 400 }) readonly statusCode: number;

  @ApiProperty({
    example: 'Please enter your email address.',
    description: 'One sentence for a person.',
  })
  readonly message: string;

  @ApiProperty({ type: [FieldErrorDto], required: false, description: 'Faults of single fields.' })
  readonly errors?: FieldErrorDto[];

  @ApiProperty({
    type: Number,
    required: false,
    example: 4,
    description: 'After a wrong answer to a mailed link: how often it may still be answered.',
  })
  readonly triesLeft?: number;
}

type Errors = Readonly<Partial<Record<HttpStatus, string | readonly string[]>>>;

type Content = Record<string, { schema: object; example?: object }>;

/** The body of an error, with its status and message as the example. */
export const errorContent = (statusCode: number, message: string): Content => ({
  'application/json': {
    schema: { $ref: getSchemaPath(ErrorBodyDto) },
    example: { statusCode, message },
  },
});

/** The errors of a call, by status, with their messages. `ApiDocumentService` adds those that any call may return. */
export const ApiErrors = (errors: Errors): MethodDecorator => eachOf(errors, errorContent);

/** Errors as one sentence of plain text, which the documented client shows as it is. */
export const ApiPlainErrors = (errors: Errors): MethodDecorator =>
  eachOf(errors, () => ({ 'text/plain': { schema: { type: 'string', example: 'A sentence.' } } }));

/** An error with several messages has the first of them as its example. */
function eachOf(errors: Errors, contentOf: typeof errorContent): MethodDecorator {
  const responses = Object.entries(errors).map(([code, texts]) => {
    const status = Number(code);
    const messages = [texts].flat();
    return ApiResponse({
      status,
      description: messages.join(' · '),
      content: contentOf(status, messages[0] ?? ''),
    });
  });
  return applyDecorators(ApiExtraModels(ErrorBodyDto), ...responses);
}

/** The query or body of a call that finds a family by its address. */
export class EmailDto {
  @Field(GUARDIAN_FORM.email, { as: queriedAddress, example: EXAMPLE.email })
  readonly email: string;
}

/** The query of a call behind a mailed link. */
export class MailedLinkDto {
  @Field({}, { example: EXAMPLE.guid, description: 'The guid of the mailed link.' })
  readonly guid: string = '';
}
