import { RETENTION_KINDS, type RetentionKind, type RetentionPreview } from '@kidlab/contract';
import { Controller, Get } from '@nestjs/common';
import { ApiOperation, ApiProperty } from '@nestjs/swagger';

import { ApiMoment, EXAMPLE, Ok } from '../common/api.js';
import { UserAdminsOnly } from '../common/staff.js';
import { RetentionJobs } from './retention.jobs.js';

class RetentionForecastDto {
  @ApiProperty({ enum: RETENTION_KINDS }) readonly kind: RetentionKind;
  @ApiProperty({ example: 30 }) readonly keptDays: number;

  @ApiProperty({ example: 1, description: 'How many the next run would erase.' })
  readonly count: number;

  @ApiMoment({ nullable: true }) readonly oldest: string | null;
}

class RetentionFamilyDto {
  @ApiProperty({ example: EXAMPLE.guid }) readonly guid: string;
  @ApiMoment() readonly acceptedAt: string;
}

export class RetentionPreviewDto implements RetentionPreview {
  @ApiMoment() readonly nextRunAt: string;
  @ApiProperty({ type: [RetentionForecastDto] }) readonly kinds: RetentionForecastDto[];

  @ApiProperty({ type: [RetentionFamilyDto], description: 'The oldest of them.' })
  readonly families: RetentionFamilyDto[];
}

/** A preview of the next erasure, for user administrators. */
@Controller('kidlab-reg/admin/api/privacy/retention')
@UserAdminsOnly()
export class RetentionController {
  constructor(private readonly retention: RetentionJobs) {}

  @Get()
  @ApiOperation({ summary: 'What the next scheduled erasure would erase, and when it runs.' })
  @Ok(RetentionPreviewDto)
  preview(): Promise<RetentionPreviewDto> {
    return this.retention.preview();
  }
}
