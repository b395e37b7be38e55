import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import { CronJob } from 'cron';

import { SYSTEM_ACTOR } from '../audit/audit.service.js';
import { reportFault, ScheduleSwitch } from '../common/jobs.js';
import { Environment } from '../config/environment.js';
import { FollowUp } from './follow-up.service.js';

/** The name of the job in Nest's registry, which stops it with the server. */
export const FOLLOW_UP_JOB = 'follow-up';

/** Runs the batch when `FOLLOW_UP_CRON` says so on the lab's clock. Each server does; the batch makes once of it. */
@Injectable()
export class FollowUpSchedule implements OnApplicationBootstrap {
  constructor(
    private readonly followUp: FollowUp,
    private readonly registry: SchedulerRegistry,
    private readonly environment: Environment,
    private readonly schedules: ScheduleSwitch,
  ) {}

  onApplicationBootstrap(): void {
    if (!this.schedules.isOn) return;
    const job = CronJob.from({
      cronTime: this.environment.followUpCron,
      timeZone: this.environment.labTimeZone,
      onTick: () => this.run(),
      waitForCompletion: true,
      start: true,
    });
    this.registry.addCronJob(FOLLOW_UP_JOB, job);
  }

  run(): Promise<void> {
    return reportFault('queue second notices', () => this.followUp.queueDue(SYSTEM_ACTOR));
  }
}
