import { Injectable } from '@nestjs/common';
import { Cron, CronExpression } from '@nestjs/schedule';

import { reportFault } from '../common/jobs.js';
import { RateCounts } from './rate-counts.js';

@Injectable()
export class RateLimitJobs {
  constructor(private readonly counts: RateCounts) {}

  @Cron(CronExpression.EVERY_10_MINUTES, { waitForCompletion: true })
  async forgetOldCounts(): Promise<void> {
    await reportFault('forget old counts', () => this.counts.forgetOld());
  }
}
