import { ADMIN_API_PATH, ADMIN_BASE_PATH, MESSAGES } from '@kidlab/contract';
import { HttpStatus, type INestApplication, Injectable } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';

import { FOLLOW_UP, ONE_CLICK } from '../auth/request-origin.guard.js';
import { errorContent } from '../common/api.js';
import { SERVER_MESSAGES, STAFF_MESSAGES } from '../common/messages.js';
import { ACCESS, ACCESS_KEY } from '../common/staff.js';
import { limitOf } from '../rate-limit/limit-of.js';

/** A response in the document. */
interface Response {
  description: string;
  headers?: Record<string, object>;
  content?: ReturnType<typeof errorContent>;
}
type Operation = Omit<OpenAPIObject['paths'][string]['get'] & object, 'responses'> & {
  [ACCESS_KEY]?: string;
  responses: Record<string, Response>;
};

const SESSION = 'staffSession';
const METHODS = ['get', 'post', 'put', 'delete'] as const;

const INTRODUCTION = `The calls of the public site and of the staff portal.

Every error is JSON, \`ErrorBodyDto\`, unless it says otherwise; \`message\` is one sentence for a person. Unknown fields are ignored.
Each staff call answers at its path with \`api/\` doubled, too. Calls that change something are refused (403) when a
browser says that another site's page sent them.`;

/** The OpenAPI document of all calls, generated on first use. */
@Injectable()
export class ApiDocumentService {
  private app: INestApplication | null = null;
  private document: OpenAPIObject | null = null;

  /** Sets the application to document: Nest can't inject it. */
  of(app: INestApplication): void {
    this.app = app;
  }

  get(): OpenAPIObject {
    if (this.app === null) throw new Error('of() was not called');
    return (this.document ??= describeApi(this.app));
  }
}

function describeApi(app: INestApplication): OpenAPIObject {
  const options = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Kid Lab registration')
    .setDescription(INTRODUCTION)
    .setVersion('1')
    .addTag(TAGS.public, 'Calls of the public site: a draft belongs to the session of its browser.')
    .addTag(TAGS.staff, 'Calls of the staff portal.')
    .addTag(TAGS.operation, 'For load balancers and containers.')
    .addCookieAuth('kidlab.staff', { type: 'apiKey', in: 'cookie' }, SESSION)
    .build();
  const document = SwaggerModule.createDocument(app, options, { autoTagControllers: false });
  for (const [path, item] of Object.entries(document.paths)) {
    for (const method of METHODS) {
      const operation = item[method] as Operation | undefined;
      if (operation !== undefined) complete(operation, { path, method });
    }
  }
  return document;
}

const TAGS = { public: 'public', staff: 'staff', operation: 'operation' } as const;

/** Adds what many calls have in common: the tag, who may call, and errors that any call may return. */
function complete(operation: Operation, { path, method }: { path: string; method: string }): void {
  const isStaff = path.startsWith(ADMIN_BASE_PATH);
  const isOperation = path.startsWith('/health');
  operation.tags = [isStaff ? TAGS.staff : isOperation ? TAGS.operation : TAGS.public];
  const access = operation[ACCESS_KEY];
  if (path.startsWith(ADMIN_API_PATH) && access !== ACCESS.anyone) {
    operation.security = [{ [SESSION]: [] }];
    add(operation, HttpStatus.UNAUTHORIZED, STAFF_MESSAGES.loginNeeded);
    if (access !== ACCESS.beforeSecondFactor) {
      add(operation, HttpStatus.FORBIDDEN, STAFF_MESSAGES.secondFactorNeeded);
    }
    if (access === ACCESS.userAdmins) {
      add(operation, HttpStatus.FORBIDDEN, STAFF_MESSAGES.userAdminsOnly);
    }
  }
  if (method !== 'get' || path === FOLLOW_UP) {
    if (path !== ONE_CLICK) add(operation, HttpStatus.FORBIDDEN, STAFF_MESSAGES.otherSite);
    if (isStaff) add(operation, HttpStatus.BAD_GATEWAY, STAFF_MESSAGES.outcomeUnknown);
  }
  if (operation.requestBody !== undefined) {
    add(operation, HttpStatus.BAD_REQUEST, SERVER_MESSAGES.invalidJson);
    add(operation, HttpStatus.PAYLOAD_TOO_LARGE, SERVER_MESSAGES.bodyTooLarge);
  }
  const isAsked = operation.parameters?.some((each) => 'in' in each && each.in === 'query');
  if (isAsked === true) add(operation, HttpStatus.BAD_REQUEST, SERVER_MESSAGES.invalidInput);
  if (limitOf(path) !== null) addLimit(operation);
  add(operation, HttpStatus.INTERNAL_SERVER_ERROR, MESSAGES.serverError);
  add(operation, HttpStatus.SERVICE_UNAVAILABLE, SERVER_MESSAGES.unavailable);
}

const RETRY_AFTER = {
  description: 'Seconds to wait before trying again.',
  schema: { type: 'string' },
};

/** Adds the rate limit's 429. If the call already documents a plain-text 429, that only gets its `Retry-After`. */
function addLimit(operation: Operation): void {
  const status = HttpStatus.TOO_MANY_REQUESTS;
  const isPlain = operation.responses[status]?.content?.['text/plain'] !== undefined;
  if (!isPlain) add(operation, status, SERVER_MESSAGES.tooManyRequests);
  Object.assign(operation.responses[status] ?? {}, { headers: { 'Retry-After': RETRY_AFTER } });
}

/** Adds an error to those that the call already has with that status. */
function add(operation: Operation, status: HttpStatus, message: string): void {
  const existing = operation.responses[status];
  operation.responses[status] = {
    ...existing,
    description: [existing?.description, message].filter((each) => each !== undefined).join(' · '),
    content: { ...errorContent(status, message), ...existing?.content },
  };
}
