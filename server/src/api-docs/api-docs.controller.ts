import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

import { ADMIN_API_PATH, MESSAGES } from '@kidlab/contract';
import {
  type CanActivate,
  Controller,
  type ExecutionContext,
  Get,
  Header,
  Injectable,
  Param,
  Res,
  UseGuards,
} from '@nestjs/common';
import { ApiExcludeController, type OpenAPIObject } from '@nestjs/swagger';
import type { Request, Response } from 'express';

import { StaffSessions } from '../auth/staff-sessions.service.js';
import { forbidden, notFound, unauthorized } from '../common/http-error.js';
import { STAFF_MESSAGES } from '../common/messages.js';
import { WithoutSession } from '../common/staff.js';
import { Environment } from '../config/environment.js';
import { ApiDocumentService } from './api-document.service.js';

const SWAGGER_UI = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));

/** Files of Swagger UI's build that the page loads. */
const FILES = ['swagger-ui.css', 'swagger-ui-bundle.js'];

/** Starts Swagger UI. In a file, because the content security policy forbids inline scripts. */
const PAGE_SCRIPT = `SwaggerUIBundle({
  url: 'docs-json',
  dom_id: '#calls',
  deepLinking: true,
  displayRequestDuration: true,
});
`;

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Calls of the Kid Lab registration</title>
    <link rel="stylesheet" href="docs/swagger-ui.css" />
  </head>
  <body>
    <div id="calls"></div>
    <script src="docs/swagger-ui-bundle.js"></script>
    <script src="docs/start.js"></script>
  </body>
</html>
`;

/** In production, only staff can read the documentation. */
@Injectable()
class ApiDocsGuard implements CanActivate {
  constructor(
    private readonly environment: Environment,
    private readonly sessions: StaffSessions,
  ) {}

  /** @throws 401; 403 before a second factor that is required. */
  async canActivate(context: ExecutionContext): Promise<boolean> {
    if (!this.environment.isProduction) return true;
    const staff = await this.sessions.find(context.switchToHttp().getRequest<Request>());
    if (staff === null) throw unauthorized(STAFF_MESSAGES.loginNeeded);
    if (staff.mustSetUpSecondFactor) throw forbidden(STAFF_MESSAGES.secondFactorNeeded);
    return true;
  }
}

/** The OpenAPI document and a page that shows it. Source: the contract, section 1. */
@Controller(ADMIN_API_PATH.slice(1))
@WithoutSession()
@UseGuards(ApiDocsGuard)
@ApiExcludeController()
export class ApiDocsController {
  constructor(private readonly document: ApiDocumentService) {}

  /** @throws 401 in production without a session, like all of these */
  @Get('docs')
  @Header('Content-Type', 'text/html; charset=utf-8')
  page(): string {
    return PAGE;
  }

  /** 200: the document, OpenAPI 3.1. */
  @Get('docs-json')
  json(): OpenAPIObject {
    return this.document.get();
  }

  @Get('docs/start.js')
  @Header('Content-Type', 'text/javascript; charset=utf-8')
  script(): string {
    return PAGE_SCRIPT;
  }

  @Get('docs/:file')
  file(@Param('file') name: string, @Res() response: Response): void {
    if (!FILES.includes(name)) throw notFound(MESSAGES.notFound);
    response.sendFile(join(SWAGGER_UI, name));
  }
}
