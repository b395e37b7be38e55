import { Injectable } from '@nestjs/common';
import { Cron, CronExpression } from '@nestjs/schedule';

import { reportFault } from '../common/jobs.js';
import { AltchaCheck } from './altcha.js';

@Injectable()
export class BotCheckJobs {
  constructor(private readonly altcha: AltchaCheck) {}

  @Cron(CronExpression.EVERY_10_MINUTES, { waitForCompletion: true })
  async forgetExpiredChallenges(): Promise<void> {
    await reportFault('forget expired challenges', () => this.altcha.forgetExpired());
  }
}
