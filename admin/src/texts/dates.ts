/** Stands for an empty value wherever the specification of the portal wants one shown. */
export const NOT_AVAILABLE = 'N/A';

const CLOCKS = new Map<string, Intl.DateTimeFormat>();

/** The formatter of a time zone; making one takes longer than using it a thousand times. */
function clockOf(timeZone: string): Intl.DateTimeFormat {
  const known = CLOCKS.get(timeZone);
  if (known !== undefined) return known;
  const clock = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  CLOCKS.set(timeZone, clock);
  return clock;
}

/** Day and time of a moment on the clocks of a time zone; `null` for what is no moment. */
function onTheClock(
  moment: string | null | undefined,
  timeZone: string,
): { day: string; time: string } | null {
  const date = new Date(moment ?? NaN);
  if (moment === '' || Number.isNaN(date.getTime())) return null;
  const parts = clockOf(timeZone).formatToParts(date);
  const part = (type: Intl.DateTimeFormatPartTypes, length = 2): string =>
    (parts.find((each) => each.type === type)?.value ?? '').padStart(length, '0');
  return {
    day: `${part('month')}/${part('day')}/${part('year', 4)}`,
    time: `${part('hour')}:${part('minute')}:${part('second')}`,
  };
}

/**
 * `2026-03-01T09:05:00Z` → `03/01/2026 01:05:00` in Los Angeles; empty or invalid → `N/A`. Source: admin portal,
 * section 2.
 * @param timeZone of the IANA database.
 */
export function formatDateTime(moment: string | null | undefined, timeZone: string): string {
  const shown = onTheClock(moment, timeZone);
  return shown === null ? NOT_AVAILABLE : `${shown.day} ${shown.time}`;
}

/** The day alone: `02/28/2026`; empty or invalid → `N/A`. */
export function formatDate(moment: string | null | undefined, timeZone: string): string {
  return onTheClock(moment, timeZone)?.day ?? NOT_AVAILABLE;
}
