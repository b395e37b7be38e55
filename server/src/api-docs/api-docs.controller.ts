import { ADMIN_API_PATH, MESSAGES } from '@kidlab/contract';
import { Controller, Get, Header, Param, Res, UseGuards } from '@nestjs/common';
import { ApiExcludeController, type OpenAPIObject } from '@nestjs/swagger';
import type { Response } from 'express';

import { notFound } from '../common/failures.js';
import { WithoutSession } from '../common/staff.js';
import { ApiDocsGuard } from './api-docs.guard.js';
import { PAGE, PAGE_SCRIPT, pageFile } from './api-docs.page.js';
import { ApiDocumentService } from './api-document.service.js';

/** The OpenAPI document and a page that shows it. Source: the contract, section 1. */
@Controller(ADMIN_API_PATH.slice(1))
@WithoutSession()
@UseGuards(ApiDocsGuard)
@ApiExcludeController()
export class ApiDocsController {
  constructor(private readonly document: ApiDocumentService) {}

  /** 200: the page; 401 in production without a session, as all of these. */
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
    const path = pageFile(name);
    if (path === null) throw notFound(MESSAGES.notFound);
    response.sendFile(path);
  }
}
