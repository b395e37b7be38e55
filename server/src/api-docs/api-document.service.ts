import { ADMIN_API_PATH, ADMIN_BASE_PATH, MESSAGES } from '@kidlab/contract';
import { HttpStatus, type INestApplication, Injectable } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';

import { errorContent } from '../common/api.js';
import { SERVER_MESSAGES, STAFF_MESSAGES } from '../common/messages.js';
import { ACCESS, ACCESS_KEY } from '../common/staff.js';

type Operation = OpenAPIObject['paths'][string]['get'] & { [ACCESS_KEY]?: string };

const SESSION = 'staffSession';
const METHODS = ['get', 'post', 'put', 'delete'] as const;

const INTRODUCTION = `The calls of the public site and of the staff portal.

Every error is JSON, \`ErrorBodyDto\`, unless it says otherwise; \`message\` is one sentence for a person. Unknown fields are ignored.
Each staff call answers at its path with \`api/\` doubled, too. Calls that change something are refused (403) when a
browser says that another site's page sent them.`;

/** The OpenAPI document of all calls, made at the first request for it. */
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

const RETRY_AFTER = {
  description: 'Seconds to wait before trying again.',
  schema: { type: 'string' },
};

/** Errors that any call may return, with their messages. */
const ERRORS: readonly [HttpStatus, ...messages: string[]][] = [
  [HttpStatus.BAD_REQUEST, SERVER_MESSAGES.invalidInput, SERVER_MESSAGES.invalidJson],
  [
    HttpStatus.FORBIDDEN,
    STAFF_MESSAGES.otherSite,
    STAFF_MESSAGES.userAdminsOnly,
    STAFF_MESSAGES.secondFactorNeeded,
  ],
  [HttpStatus.PAYLOAD_TOO_LARGE, SERVER_MESSAGES.bodyTooLarge],
  [HttpStatus.TOO_MANY_REQUESTS, SERVER_MESSAGES.tooManyRequests],
  [HttpStatus.INTERNAL_SERVER_ERROR, MESSAGES.serverError],
  [HttpStatus.BAD_GATEWAY, STAFF_MESSAGES.outcomeUnknown],
  [HttpStatus.SERVICE_UNAVAILABLE, SERVER_MESSAGES.unavailable],
];

function describeApi(app: INestApplication): OpenAPIObject {
  const builder = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Kid Lab registration')
    .setDescription(INTRODUCTION)
    .setVersion('1')
    .addTag(TAGS.public, 'Calls of the public site: a draft belongs to the session of its browser.')
    .addTag(TAGS.staff, 'Calls of the staff portal.')
    .addTag(TAGS.operation, 'For load balancers and containers.')
    .addCookieAuth('kidlab.staff', { type: 'apiKey', in: 'cookie' }, SESSION);
  for (const [status, ...messages] of ERRORS) {
    const isLimit = status === HttpStatus.TOO_MANY_REQUESTS;
    builder.addGlobalResponse({
      status,
      description: messages.join(' · '),
      content: errorContent(status, messages[0] ?? ''),
      ...(isLimit ? { headers: { 'Retry-After': RETRY_AFTER } } : {}),
    });
  }
  const options = { autoTagControllers: false };
  const document = SwaggerModule.createDocument(app, builder.build(), options);
  for (const [path, item] of Object.entries(document.paths)) {
    for (const method of METHODS) {
      const operation = item[method] as Operation | undefined;
      if (operation !== undefined) complete(operation, path);
    }
  }
  return document;
}

const TAGS = { public: 'public', staff: 'staff', operation: 'operation' } as const;

/** Adds the tag, and the session that a staff call needs. */
function complete(operation: Operation, path: string): void {
  const isStaff = path.startsWith(ADMIN_BASE_PATH);
  const isOperation = path.startsWith('/health');
  operation.tags = [isStaff ? TAGS.staff : isOperation ? TAGS.operation : TAGS.public];
  if (!path.startsWith(ADMIN_API_PATH) || operation[ACCESS_KEY] === ACCESS.anyone) return;
  operation.security = [{ [SESSION]: [] }];
  const status = HttpStatus.UNAUTHORIZED;
  const content = errorContent(status, STAFF_MESSAGES.loginNeeded);
  operation.responses[status] ??= { description: STAFF_MESSAGES.loginNeeded, content };
}
