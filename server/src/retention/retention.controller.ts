import type { RetentionPreview } from '@kidlab/contract';
import { Controller, Get } from '@nestjs/common';

import { Documented } from '../common/documented.js';
import { UserAdminsOnly } from '../common/staff.js';
import { RETENTION_DOCS } from './retention.docs.js';
import { RetentionForecasts } from './retention-preview.js';

/** What the retention is about to do: for user administrators. */
@Controller('kidlab-reg/admin/api/privacy/retention')
@UserAdminsOnly()
export class RetentionController {
  constructor(private readonly forecasts: RetentionForecasts) {}

  /** 200; 403. */
  @Get()
  @Documented(RETENTION_DOCS.preview)
  preview(): Promise<RetentionPreview> {
    return this.forecasts.preview();
  }
}
