import { MONTH_NAMES } from '@kidlab/contract';
import { Temporal } from 'temporal-polyfill';

import { invalidInput } from '../common/http-error.js';

/** Sessions lie in these years. */
const FIRST_YEAR = 2000;
const LAST_YEAR = 2100;

/**
 * Converts a local time of the lab, `2027-03-14T09:30`, to a moment.
 * @param field its name in the request
 * @param weeks are added by the calendar: the time of day stays
 * @throws 400 for a year out of range, and for a time that does not exist or comes twice when the clocks change
 */
export function momentOf(field: string, local: string, timeZone: string, weeks = 0): Date {
  const refuse = (message: string): Error => invalidInput([{ field, message }]);
  let time: Temporal.PlainDateTime;
  try {
    time = Temporal.PlainDateTime.from(local).add({ weeks });
  } catch {
    throw refuse(`${local.replace('T', ' ')} is no day and time of the calendar.`);
  }
  const day = `${MONTH_NAMES[time.month - 1] ?? ''} ${String(time.day)}, ${String(time.year)}`;
  if (time.year < FIRST_YEAR || time.year > LAST_YEAR) {
    throw refuse(`${day} is not in the years ${String(FIRST_YEAR)} to ${String(LAST_YEAR)}.`);
  }
  const earlier = time.toZonedDateTime(timeZone, { disambiguation: 'earlier' });
  const later = time.toZonedDateTime(timeZone, { disambiguation: 'later' });
  if (earlier.equals(later)) return new Date(earlier.epochMilliseconds);
  const clock = time.toPlainTime().toString({ smallestUnit: 'minute' });
  throw refuse(
    earlier.toPlainDateTime().equals(time)
      ? `On ${day}, ${clock} comes twice because the clocks go back. Please choose another time.`
      : `On ${day}, there is no ${clock} because the clocks go forward. Please choose another time.`,
  );
}
