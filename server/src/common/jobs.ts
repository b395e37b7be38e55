import { Logger } from '@nestjs/common';
import type { SchedulerRegistry } from '@nestjs/schedule';
import { CronJob, CronTime } from 'cron';
import type { DataSource, EntityManager } from 'typeorm';

import { describeError } from './errors.js';

const logger = new Logger('jobs');

/** Runs work that nothing awaits, and logs its error: a failure must not end the process. */
export async function logErrors(name: string, job: () => Promise<unknown>): Promise<void> {
  try {
    await job();
  } catch (error) {
    logger.error(`${name}: ${describeError(error)}`);
  }
}

/**
 * Repeats `work`, each time in its own transaction, until it handles fewer than `size` rows. This keeps locks short.
 * @returns the number of rows in all
 */
export async function inBatches(
  dataSource: DataSource,
  size: number,
  work: (manager: EntityManager) => Promise<number>,
): Promise<number> {
  let total = 0;
  for (;;) {
    const count = await dataSource.transaction(work);
    total += count;
    if (count < size) return total;
  }
}

/** Cron jobs in the lab's time zone. */
export class LabSchedule {
  /** @param isOn whether jobs run in this process */
  constructor(
    private readonly registry: SchedulerRegistry,
    private readonly timeZone: string,
    private readonly isOn: boolean,
  ) {}

  /** @param name unique in Nest's registry, which stops the job with the server */
  start(name: string, cronTime: string, onTick: () => Promise<void>): void {
    if (!this.isOn) return;
    const { timeZone } = this;
    const options = { cronTime, timeZone, onTick, waitForCompletion: true, start: true };
    this.registry.addCronJob(name, CronJob.from(options));
  }

  next(cronTime: string, after: Date): Date {
    const time = new CronTime(cronTime, this.timeZone);
    return time.getNextDateFrom(after, this.timeZone).toJSDate();
  }
}
