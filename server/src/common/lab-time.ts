import type { CalendarMonth } from '@kidlab/contract';
import { Injectable } from '@nestjs/common';

import { Environment } from '../config/environment.js';
import { Clock } from './clock.js';

/** The month of the calendar at `at`, as a wall calendar shows it. */
function monthIn(calendar: Intl.DateTimeFormat, at: Date): CalendarMonth {
  const parts = calendar.formatToParts(at);
  const value = (type: 'year' | 'month'): number =>
    Number(parts.find((part) => part.type === type)?.value);
  return { year: value('year'), month: value('month') };
}

/** What "today" means: the calendar on the lab's wall. */
@Injectable()
export class LabCalendar {
  /** Made once: that costs more than all that is asked of it. */
  private readonly calendar: Intl.DateTimeFormat;

  constructor(
    environment: Environment,
    private readonly clock: Clock,
  ) {
    // An IANA name.
    const timeZone = environment.labTimeZone;
    this.calendar = new Intl.DateTimeFormat('en-US', {
      timeZone,
      year: 'numeric',
      month: 'numeric',
    });
  }

  today(): CalendarMonth {
    return monthIn(this.calendar, this.clock.now());
  }
}
