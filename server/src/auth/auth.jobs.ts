import { Injectable } from '@nestjs/common';
import { Cron, CronExpression } from '@nestjs/schedule';

import { reportFault } from '../common/jobs.js';
import { FailureLimit } from './failure-limit.js';

@Injectable()
export class AuthJobs {
  constructor(private readonly limit: FailureLimit) {}

  @Cron(CronExpression.EVERY_HOUR, { waitForCompletion: true })
  async forgetOldFailures(): Promise<void> {
    await reportFault('forget failures to sign in', () => this.limit.forgetOld());
  }
}
