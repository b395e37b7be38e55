import type { ErrorBody } from '@kidlab/contract';
import type { INestApplication } from '@nestjs/common';
import type { OpenAPIObject } from '@nestjs/swagger';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { NextFunction, Request, Response } from 'express';

import { ApiDocumentService } from '../src/api-docs/api-document.service.js';
import { forbidUnknownFields } from './api-document.js';

/** The id that the response schemas refer to. */
const DOCUMENT = 'document';

/** An application's OpenAPI document and the validators of its schemas. */
class Known {
  /** api-docs.test.ts checks that the schemas are valid. */
  readonly ajv = new Ajv2020({ strict: false, meta: false, validateSchema: false });
  readonly validators = new Map<string, ValidateFunction>();
  document: OpenAPIObject | null = null;

  constructor() {
    formats.default(this.ajv);
  }
}

/** Cached by the application's variables: compiling the schemas takes as long as starting the application. */
const KNOWN = new Map<string, Known>();

/**
 * Checks every response of an application under test against the OpenAPI document: status, media type, body and error
 * message. So each test of a call also tests its documentation. An undocumented response reaches the test as
 * status 599 with the fault, or is cut off if its headers have already been sent.
 */
export class ResponseValidator {
  private readonly known: Known;

  /** @param variables that the application was started with */
  constructor(
    private readonly app: INestApplication,
    variables: object,
  ) {
    const key = JSON.stringify(variables);
    this.known = KNOWN.get(key) ?? new Known();
    KNOWN.set(key, this.known);
  }

  /** Must run after compression and before the routes. */
  readonly middleware = (request: Request, response: Response, next: NextFunction): void => {
    const chunks: Buffer[] = [];
    const keep = (chunk: unknown): void => {
      if (typeof chunk === 'string' || chunk instanceof Uint8Array) {
        chunks.push(Buffer.from(chunk as string));
      }
    };
    const write = response.write.bind(response) as (...args: unknown[]) => boolean;
    const end = response.end.bind(response) as (...args: unknown[]) => Response;
    response.write = (...args: unknown[]) => {
      keep(args[0]);
      return write(...args);
    };
    response.end = (...args: unknown[]) => {
      keep(args[0]);
      const fault = this.check(request, response, Buffer.concat(chunks).toString('utf8'));
      if (fault === null) return end(...args);
      if (response.headersSent) return response.destroy();
      response.removeHeader('Content-Length');
      response.statusCode = 599;
      return end(fault);
    };
    next();
  };

  private check(request: Request, response: Response, body: string): string | null {
    const { route } = request as { route?: { path?: unknown } };
    if (typeof route?.path !== 'string') return null;
    const path = route.path.replace(/:(\w+)/g, '{$1}');
    const item = this.documentOf().paths[path] as Record<string, { responses: object }> | undefined;
    // Pages and the documentation itself are not documented; api-docs.test.ts checks which calls must be.
    if (item === undefined) return null;
    const call = `${request.method} ${path} ${String(response.statusCode)}`;
    // `HEAD` returns what `GET` would, without the body.
    const isHead = request.method === 'HEAD';
    const said = item[isHead ? 'get' : request.method.toLowerCase()]?.responses as
      | Record<string, DocumentedResponse>
      | undefined;
    const documented = said?.[String(response.statusCode)];
    const fault =
      documented === undefined
        ? 'is not documented'
        : isHead
          ? null
          : this.faultOf(documented, response, body);
    return fault === null ? null : `Response differs from its documentation: ${call}: ${fault}`;
  }

  private faultOf(
    { content, description = '' }: DocumentedResponse,
    response: Response,
    body: string,
  ): string | null {
    if (content === undefined) return body === '' ? null : 'a body, and none is documented';
    const type = String(response.getHeader('content-type')).split(';')[0] ?? '';
    const schema = content[type]?.schema;
    if (schema === undefined) return `${type} is not documented`;
    const value: unknown = type === 'application/json' ? JSON.parse(body) : body;
    const { statusCode } = response;
    if (statusCode >= 400 && type === 'application/json') {
      const said = (value as { statusCode?: unknown }).statusCode;
      if (said !== statusCode) return `the body says ${String(said)}`;
    }
    // The message of a 400 depends on the fields, so it isn't compared.
    if (statusCode > 400) {
      const message = typeof value === 'string' ? value : (value as ErrorBody).message;
      const isSaid = description
        .split(' · ')
        .some((each) => withoutNames(message).startsWith(withoutNames(each)));
      if (!isSaid) return `its message is not documented: ${message}`;
    }
    const validate = this.validatorOf(schema);
    if (validate(value)) return null;
    const [error] = validate.errors ?? [];
    return `${error?.instancePath ?? ''} ${error?.message ?? ''} ${JSON.stringify(error?.params)}`;
  }

  private validatorOf(schema: object): ValidateFunction {
    const { ajv, validators } = this.known;
    const key = JSON.stringify(schema);
    const known = validators.get(key);
    if (known !== undefined) return known;
    const made = ajv.compile(JSON.parse(key.replaceAll('"#/', `"${DOCUMENT}#/`)) as object);
    validators.set(key, made);
    return made;
  }

  private documentOf(): OpenAPIObject {
    const { known } = this;
    if (known.document === null) {
      known.document = this.app.get(ApiDocumentService, { strict: false }).get();
      forbidUnknownFields(known.document);
      known.ajv.addSchema({ components: known.document.components }, DOCUMENT);
    }
    return known.document;
  }
}

/** Some messages contain the address of the user who saved a record. */
function withoutNames(message: string): string {
  return message.replace(/\S+@\S+/g, '@');
}

interface DocumentedResponse {
  readonly description?: string;
  readonly content?: Readonly<Record<string, { schema: object }>>;
}
