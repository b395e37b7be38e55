import { Logger } from '@nestjs/common';

import { describeFault } from './faults.js';

const logger = new Logger('jobs');

/** Runs a scheduled job; a fault is logged and the next run tries again: it must never take the process down. */
export async function reportFault(name: string, job: () => Promise<unknown>): Promise<void> {
  try {
    await job();
  } catch (error) {
    logger.error(`${name}: ${describeFault(error)}`);
  }
}

export abstract class ScheduleSwitch {
  abstract readonly isOn: boolean;
}
