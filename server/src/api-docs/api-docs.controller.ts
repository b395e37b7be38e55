import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

import { ADMIN_API_PATH, MESSAGES } from '@kidlab/contract';
import { Controller, Get, Header, Param, Res } from '@nestjs/common';
import { ApiExcludeController, type OpenAPIObject } from '@nestjs/swagger';
import type { Response } from 'express';

import { notFound } from '../common/http-error.js';
import { StaffOnlyInProduction } from '../common/staff.js';
import { ApiDocumentService } from './api-document.service.js';

const SWAGGER_UI = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));

/** Files of Swagger UI's build that the page loads. */
const FILES = ['swagger-ui.css', 'swagger-ui-bundle.js'];

/** Starts Swagger UI. Served as a file, because the content security policy forbids inline scripts. */
const PAGE_SCRIPT = `SwaggerUIBundle({ url: 'docs-json', dom_id: '#calls' });
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

/**
 * The OpenAPI document and a page that shows it. In production, only staff can read them. Source: the contract,
 * section 1.
 */
@Controller(ADMIN_API_PATH.slice(1))
@StaffOnlyInProduction()
@ApiExcludeController()
export class ApiDocsController {
  constructor(private readonly document: ApiDocumentService) {}

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
