import { AUDIT_EVENT_SORTS } from '@kidlab/contract';
import { Controller, Get, Query, Res } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import type { Response } from 'express';

import { ApiListQuery, ApiPage, EXAMPLE } from '../common/api.js';
import { answerWrittenRows } from '../common/simple-rest.js';
import { UserAdminsOnly } from '../common/staff.js';
import { AuditEventDto } from './audit-events.dto.js';
import { AuditReader } from './audit-reader.js';

/** Reading the audit trail: for user administrators. */
@Controller('kidlab-reg/admin/api/audit-events')
@UserAdminsOnly()
export class AuditEventsController {
  constructor(private readonly reader: AuditReader) {}

  @Get()
  @ApiOperation({ summary: 'A page of the audit trail, the newest first.' })
  @ApiListQuery(AUDIT_EVENT_SORTS, { actor: EXAMPLE.staff, from: '2026-11-01' })
  @ApiPage(AuditEventDto)
  async list(@Query() query: object, @Res() response: Response): Promise<void> {
    answerWrittenRows(response, 'audit-events', await this.reader.page(query));
  }
}
