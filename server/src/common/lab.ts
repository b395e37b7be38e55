import { AsyncLocalStorage } from 'node:async_hooks';

import type { CalendarDay, CalendarMonth, StaffBrand } from '@kidlab/contract';
import { Injectable } from '@nestjs/common';
import { Temporal } from 'temporal-polyfill';

import { Environment } from '../config/environment.js';
import { Clock } from './clock.js';

/** What some rules depend on beside the value: this month on the lab's wall, and the lab's names. */
export interface Lab extends StaffBrand {
  readonly today: CalendarMonth;
}

/** For the API documentation, which shows such rules without a request. */
export const SAMPLE_LAB: Lab = {
  today: { year: 2026, month: 1 },
  productName: 'Kid Lab',
  staffEmailDomain: 'example.org',
};

/** What a list or a rule has to know of the moment, in the lab's time zone (an IANA name). */
export interface Moment {
  readonly now: Date;
  readonly today: CalendarDay;
  readonly timeZone: string;
  /** For so many days after an invitation a family is not invited again. */
  readonly restDays: number;
}

// class-validator hands its checks nothing but the value.
const storage = new AsyncLocalStorage<Lab>();

/** Runs `work`, in which rules are checked as of this lab. */
export function withLab<Result>(lab: Lab, work: () => Result): Result {
  return storage.run(lab, work);
}

export function labOfRequest(): Lab {
  const lab = storage.getStore();
  if (lab === undefined) throw new Error('a rule of the lab is checked outside of the pipe');
  return lab;
}

/** What "today" means: the calendar on the lab's wall. */
@Injectable()
export class LabCalendar {
  constructor(
    private readonly environment: Environment,
    private readonly clock: Clock,
  ) {}

  today(): CalendarDay {
    return this.dayOf(this.clock.now());
  }

  dayOf(moment: Date): CalendarDay {
    const instant = Temporal.Instant.fromEpochMilliseconds(moment.getTime());
    const { year, month, day } = instant.toZonedDateTimeISO(this.environment.labTimeZone);
    return { year, month, day };
  }

  moment(): Moment {
    const { labTimeZone: timeZone, invitationRestDays: restDays } = this.environment;
    return { now: this.clock.now(), today: this.today(), timeZone, restDays };
  }
}
