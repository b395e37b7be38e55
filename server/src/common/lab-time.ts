import type { CalendarMonth } from '@kidlab/contract';
import { Injectable } from '@nestjs/common';

import { Environment } from '../config/environment.js';
import { Clock } from './clock.js';

/** The month of the calendar at `at`, as a wall calendar in `timeZone` (an IANA name) shows it. */
function monthIn(timeZone: string, at: Date): CalendarMonth {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    year: 'numeric',
    month: 'numeric',
  }).formatToParts(at);
  const value = (type: 'year' | 'month'): number =>
    Number(parts.find((part) => part.type === type)?.value);
  return { year: value('year'), month: value('month') };
}

/** What "today" means: the calendar on the lab's wall. */
@Injectable()
export class LabCalendar {
  constructor(
    private readonly environment: Environment,
    private readonly clock: Clock,
  ) {}

  today(): CalendarMonth {
    return monthIn(this.environment.labTimeZone, this.clock.now());
  }
}
