import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';

import { UserAdminsOnly } from '../common/staff.js';
import { RetentionPreviewDto } from './retention.dto.js';
import { RetentionForecasts } from './retention-preview.service.js';

/** What the retention is about to do: for user administrators. */
@Controller('kidlab-reg/admin/api/privacy/retention')
@UserAdminsOnly()
export class RetentionController {
  constructor(private readonly forecasts: RetentionForecasts) {}

  @Get()
  @ApiOperation({ summary: 'What the next scheduled erasure would erase, and when it runs.' })
  @ApiOkResponse({ type: RetentionPreviewDto })
  preview(): Promise<RetentionPreviewDto> {
    return this.forecasts.preview();
  }
}
