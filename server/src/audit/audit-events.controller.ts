import type { AuditEventRow } from '@kidlab/contract';
import { Controller, Get, Query, Res } from '@nestjs/common';
import { ApiOperation, ApiProperty } from '@nestjs/swagger';
import type { Response } from 'express';

import { ApiMoment, ApiPage, EXAMPLE } from '../common/api.js';
import { sendPage } from '../common/simple-rest.js';
import { UserAdminsOnly } from '../common/staff.js';
import { AuditListDto, AuditReader } from './audit-reader.service.js';

const VALUES = { type: 'object', additionalProperties: true, nullable: true } as const;

export class AuditEventDto implements AuditEventRow {
  @ApiProperty({ example: 1204 }) readonly id: number;
  @ApiMoment() readonly occurredAt: string;

  @ApiProperty({
    example: EXAMPLE.staff,
    description: 'A staff user, `Registration Site`, `system` or `anonymous`.',
  })
  readonly actor: string;

  @ApiProperty({ example: 'family.updated' }) readonly action: string;
  @ApiProperty({ example: 'family' }) readonly subjectType: string;

  @ApiProperty({ type: String, nullable: true, example: EXAMPLE.guid })
  readonly subjectId: string | null;

  @ApiProperty({ ...VALUES, example: { okayToContactIndicator: 'Y' } })
  readonly before: object | null;

  @ApiProperty({ ...VALUES, example: { okayToContactIndicator: 'N' } })
  readonly after: object | null;
}

@Controller('kidlab-reg/admin/api/audit-events')
@UserAdminsOnly()
export class AuditEventsController {
  constructor(private readonly reader: AuditReader) {}

  @Get()
  @ApiOperation({ summary: 'A page of the audit trail, the newest first.' })
  @ApiPage(AuditEventDto)
  async list(@Query() query: AuditListDto, @Res() response: Response): Promise<void> {
    sendPage(response, 'audit-events', await this.reader.page(query));
  }
}
