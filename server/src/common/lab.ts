import { AsyncLocalStorage } from 'node:async_hooks';

import type { CalendarMonth, StaffBrand } from '@kidlab/contract';
import { Injectable } from '@nestjs/common';
import { Temporal } from 'temporal-polyfill';

import { Environment } from '../config/environment.js';
import type { CalendarDay } from './age.js';
import { Clock } from './clock.js';

/** What some validation rules need besides the value: the current month in the lab's time zone, and the lab's names. */
export interface Lab extends StaffBrand {
  readonly today: CalendarMonth;
}

/** For the API documentation, which is made outside any request. */
export const SAMPLE_LAB: Lab = {
  today: { year: 2026, month: 1 },
  productName: 'Kid Lab',
  staffEmailDomain: 'example.org',
};

/** The current time as lists and rules need it. `timeZone` is an IANA name. */
export interface Moment {
  readonly now: Date;
  readonly today: CalendarDay;
  readonly timeZone: string;
  /** Days after an invitation during which a family is not invited again. */
  readonly restDays: number;
}

// class-validator passes its checks only the object, so the lab travels beside it.
const storage = new AsyncLocalStorage<Lab>();

/** Runs `work`, whose validation rules use this lab. */
export function withLab<Result>(lab: Lab, work: () => Result): Result {
  return storage.run(lab, work);
}

export function labOfRequest(): Lab {
  const lab = storage.getStore();
  if (lab === undefined) throw new Error('this rule can only be checked inside InputPipe');
  return lab;
}

/** Days in the lab's time zone. */
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
