import { Injectable } from '@nestjs/common';
import { Cron, CronExpression } from '@nestjs/schedule';

import { Clock } from '../common/clock.js';
import { reportFault } from '../common/jobs.js';
import { Environment } from '../config/environment.js';
import { BatchErasure } from '../families/batch-erasure.js';

const DAY = 24 * 3_600_000;

/** Erases families that never confirmed, with all that belongs to them. Several servers may run it at once. */
@Injectable()
export class RetentionJobs {
  constructor(
    private readonly erasure: BatchErasure,
    private readonly clock: Clock,
    private readonly environment: Environment,
  ) {}

  @Cron(CronExpression.EVERY_DAY_AT_3AM, { waitForCompletion: true })
  async daily(): Promise<void> {
    await reportFault('erase families that never confirmed', () => this.eraseUnconfirmed());
  }

  /** @returns how many families were erased. */
  eraseUnconfirmed(): Promise<number> {
    const age = this.environment.unconfirmedRetentionDays * DAY;
    return this.erasure.unconfirmed(new Date(this.clock.now().getTime() - age));
  }
}
