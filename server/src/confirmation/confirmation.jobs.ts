import { Injectable } from '@nestjs/common';
import { Cron, CronExpression } from '@nestjs/schedule';
import { DataSource } from 'typeorm';

import { reportFault } from '../common/jobs.js';
import { MailPace } from './mail-pace.js';

@Injectable()
export class ConfirmationJobs {
  constructor(
    private readonly dataSource: DataSource,
    private readonly pace: MailPace,
  ) {}

  @Cron(CronExpression.EVERY_HOUR, { waitForCompletion: true })
  async forgetOldMail(): Promise<void> {
    await reportFault('forget mailed addresses', () =>
      this.pace.forgetOld(this.dataSource.manager),
    );
  }
}
