import { Injectable } from '@nestjs/common';
import { Cron, CronExpression } from '@nestjs/schedule';

import { Clock } from '../common/clock.js';
import { logErrors } from '../common/jobs.js';
import { BatchErasureService } from '../families/batch-erasure.service.js';

/** Erases expired drafts. Several servers may run it at once. */
@Injectable()
export class DraftJobs {
  constructor(
    private readonly erasure: BatchErasureService,
    private readonly clock: Clock,
  ) {}

  @Cron(CronExpression.EVERY_MINUTE, { waitForCompletion: true })
  async everyMinute(): Promise<void> {
    await logErrors('erase expired drafts', () => this.eraseExpired());
  }

  /** @returns how many drafts were erased. */
  eraseExpired(): Promise<number> {
    return this.erasure.expiredDrafts(this.clock.now());
  }
}
