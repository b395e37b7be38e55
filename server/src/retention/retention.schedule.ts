import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import { CronJob, CronTime } from 'cron';

import { ScheduleSwitch } from '../common/jobs.js';
import { Environment } from '../config/environment.js';
import { RetentionJobs } from './retention.jobs.js';

/** Every night at three, on the lab's clock. */
const RETENTION_CRON = '0 3 * * *';

/** The name of the job in Nest's registry, which stops it with the server. */
const RETENTION_JOB = 'retention';

/** Runs the retention. Each server does; the jobs make once of it. */
@Injectable()
export class RetentionSchedule implements OnApplicationBootstrap {
  constructor(
    private readonly jobs: RetentionJobs,
    private readonly registry: SchedulerRegistry,
    private readonly environment: Environment,
    private readonly schedules: ScheduleSwitch,
  ) {}

  onApplicationBootstrap(): void {
    if (!this.schedules.isOn) return;
    const job = CronJob.from({
      cronTime: RETENTION_CRON,
      timeZone: this.environment.labTimeZone,
      onTick: () => this.jobs.daily(),
      waitForCompletion: true,
      start: true,
    });
    this.registry.addCronJob(RETENTION_JOB, job);
  }

  /** When the next run after `at` begins. */
  next(at: Date): Date {
    const time = new CronTime(RETENTION_CRON, this.environment.labTimeZone);
    return time.getNextDateFrom(at, this.environment.labTimeZone).toJSDate();
  }
}
