import type { AuditEventRow } from '@kidlab/contract';
import { Controller, Get, Query, Res } from '@nestjs/common';
import type { Response } from 'express';

import { Documented } from '../common/documented.js';
import { AUDIT_EVENTS_DOCS } from './audit-events.docs.js';
import { answerRows } from '../common/simple-rest.js';
import { UserAdminsOnly } from '../common/staff.js';
import { AuditReader } from './audit-reader.js';

/** Reading the audit trail: for user administrators. */
@Controller('kidlab-reg/admin/api/audit-events')
@UserAdminsOnly()
export class AuditEventsController {
  constructor(private readonly reader: AuditReader) {}

  /** 200: a page of events with `Content-Range`, see `AuditReader.page`; 400 naming the parameter that is wrong; 403. */
  @Get()
  @Documented(AUDIT_EVENTS_DOCS.list)
  async list(
    @Query() query: object,
    @Res({ passthrough: true }) response: Response,
  ): Promise<AuditEventRow[]> {
    return answerRows(response, 'audit-events', await this.reader.page(query));
  }
}
