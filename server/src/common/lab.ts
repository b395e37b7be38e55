import { AsyncLocalStorage } from 'node:async_hooks';

import type { CalendarDay, CalendarMonth, StaffBrand } from '@kidlab/contract';
import { Injectable } from '@nestjs/common';
import { Temporal } from 'temporal-polyfill';

import { Environment } from '../config/environment.js';
import { Clock } from './clock.js';
import { invalidInput } from './http-error.js';

/** Years that staff may enter for a study session. */
const FIRST_YEAR = 2000;
const LAST_YEAR = 2100;

/**
 * What some validation rules need besides the value: the current month in the lab's time zone, and the lab's names.
 */
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

// class-validator passes only the object to its checks, so they get the lab from here.
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

/** Days and times in the lab's time zone. */
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
    const { year, month, day } = this.zoned(moment);
    return { year, month, day };
  }

  /** `2027-03-14T09:30` */
  localOf(moment: Date): string {
    return this.zoned(moment).toPlainDateTime().toString({ smallestUnit: 'minute' });
  }

  moment(): Moment {
    const { labTimeZone: timeZone, invitationRestDays: restDays } = this.environment;
    return { now: this.clock.now(), today: this.today(), timeZone, restDays };
  }

  /**
   * Converts a local time of the lab, `2027-03-14T09:30`, to an instant.
   * @param field its name in the request
   * @param weeks calendar weeks to add: the local time of day stays the same
   * @throws 400 for a year out of range, and for a time that clock changes skip or repeat
   */
  instantOf(field: string, local: string, weeks = 0): Date {
    const timeZone = this.environment.labTimeZone;
    const refuse = (message: string): Error => invalidInput([{ field, message }]);
    let time: Temporal.PlainDateTime;
    try {
      time = Temporal.PlainDateTime.from(local).add({ weeks });
    } catch {
      throw refuse(`${local.replace('T', ' ')} is not a valid date and time.`);
    }
    const day = time.toLocaleString('en-US', { dateStyle: 'long' });
    if (time.year < FIRST_YEAR || time.year > LAST_YEAR) {
      throw refuse(`${day} is not in the years ${String(FIRST_YEAR)} to ${String(LAST_YEAR)}.`);
    }
    const earlier = time.toZonedDateTime(timeZone, { disambiguation: 'earlier' });
    const later = time.toZonedDateTime(timeZone, { disambiguation: 'later' });
    if (earlier.equals(later)) return new Date(earlier.epochMilliseconds);
    const shown = time.toLocaleString('en-US', { timeStyle: 'short' });
    // Node puts a narrow no-break space before AM and PM.
    const clock = shown.replace(/\s/, ' ');
    throw refuse(
      earlier.toPlainDateTime().equals(time)
        ? `On ${day}, ${clock} comes twice because the clocks go back. Please choose another time.`
        : `On ${day}, there is no ${clock} because the clocks go forward. Please choose another time.`,
    );
  }

  private zoned(moment: Date): Temporal.ZonedDateTime {
    const instant = Temporal.Instant.fromEpochMilliseconds(moment.getTime());
    return instant.toZonedDateTimeISO(this.environment.labTimeZone);
  }
}
