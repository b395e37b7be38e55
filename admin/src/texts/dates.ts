import { site } from '../site.js';

/** Formats of times, days and counts, and the days of the lab's calendar. */

const DAY_MS = 86_400_000;

/** Shown for an empty value where the specification asks for it. */
export const NOT_AVAILABLE = 'N/A';

/** A text, or `N/A` for an empty one. */
export function orNone(text: string | null | undefined): string {
  return text == null || text.trim() === '' ? NOT_AVAILABLE : text;
}

const CLOCKS = new Map<string, Intl.DateTimeFormat>();

/** The formatter of a time zone. Creating one takes longer than a thousand uses. */
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

/**
 * `2026-03-01T09:05:00Z` → `03/01/2026 01:05:00` in Los Angeles; empty or invalid → `N/A`. Source: admin portal,
 * section 2.
 * @param timeZone of the IANA database.
 */
export function formatDateTime(moment: string | null | undefined, timeZone: string): string {
  const date = new Date(moment ?? NaN);
  if (Number.isNaN(date.getTime())) return NOT_AVAILABLE;
  // As browsers write it: `03/01/2026, 01:05:00`.
  const text = clockOf(timeZone).format(date);
  return text.replace(/(\d{1,6}), /, (_, year: string) => `${year.padStart(4, '0')} `);
}

/** The day alone: `02/28/2026`; empty or invalid → `N/A`. */
export function formatDate(moment: string | null | undefined, timeZone: string): string {
  return formatDateTime(moment, timeZone).slice(0, '02/28/2026'.length);
}

/** Date and time in the lab's time zone. */
export function timeText(moment: string | null | undefined): string {
  return formatDateTime(moment, site.labTimeZone);
}

/** In a sentence: `on 03/01/2026 at 01:05:00`. */
export function momentText(moment: string): string {
  return `on ${timeText(moment).replace(' ', ' at ')}`;
}

/** Date in the lab's time zone. */
export function dateText(moment: string | null | undefined): string {
  return formatDate(moment, site.labTimeZone);
}

/** Today in the lab's time zone, `2026-11-22`. */
export function today(): string {
  // Swedish dates have the ISO 8601 format.
  return new Date().toLocaleDateString('sv-SE', { timeZone: site.labTimeZone });
}

export function daysFrom(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

export function mondayOf(day: string): string {
  const weekday = (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;
  return daysFrom(day, -weekday);
}

/** Maximum number of names in a text or a list; the rest are only counted. */
export const NAMED = 10;

const NUMBERS = new Intl.NumberFormat('en-US');

/** `1,200` */
export function countOf(count: number): string {
  return NUMBERS.format(count);
}

/** The first names, and how many more there are. */
export function firstOf(names: readonly string[]): readonly string[] {
  const more = names.length - NAMED;
  return more > 0 ? [...names.slice(0, NAMED), `${countOf(more)} more`] : names;
}

/** `1 child`, `1,200 children`. @param several by default with an "s". */
export function plural(count: number, one: string, several = `${one}s`): string {
  return `${countOf(count)} ${count === 1 ? one : several}`;
}
