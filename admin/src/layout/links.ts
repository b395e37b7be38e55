import { type ChildFilter, type FamilyFilter, PORTAL_ROUTES } from '@kidlab/contract';

import { site } from '../site.js';

const DAY = 86_400_000;

/** Where a bar leads: a grid with its filter in the address, as the grids themselves write it. */
export function filtered(route: string, filter: object): string {
  return `${route}?${new URLSearchParams({ filter: JSON.stringify(filter) }).toString()}`;
}

/** Mails the address; a `?` or `&` in it begins no subject or other field. */
export function mailTo(email: string): string {
  return `mailto:${encodeURIComponent(email).replace('%40', '@')}`;
}

/** Calls the number from a phone. */
export function callTo(phone: string): string {
  return `tel:+1${phone.replace(/\D/g, '')}`;
}

/** Children who may be invited now: whom the figures on children count. */
export function invitableChildren(filter: ChildFilter): string {
  return filtered(PORTAL_ROUTES.children, { contactable: 'Y', ...filter });
}

/** Those of them who are so many years old: the dashboard's bar, the line of its table, and the search's preset. */
export function invitableOfAge(years: number): string {
  return invitableChildren({ ageUOM: 'Years', minAge: years, maxAge: years });
}

/** Families that signed up so many days ago, or earlier, have waited for over a week. */
const OVER_A_WEEK = 8;

/** Families that have not confirmed for over 7 days. */
export function unconfirmedForAWeek(): FamilyFilter {
  return { state: 'awaiting', signedUpTo: daysFrom(today(), -OVER_A_WEEK) };
}

export function families(filter: FamilyFilter): string {
  return filtered(PORTAL_ROUTES.families, filter);
}

/** The lab's day, `2026-11-22`. */
export function today(): string {
  // Sweden writes dates as ISO 8601 does.
  return new Date().toLocaleDateString('sv-SE', { timeZone: site.labTimeZone });
}

/** The day so many days later, or earlier. */
export function daysFrom(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10);
}

export function mondayOf(day: string): string {
  const weekday = (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;
  return daysFrom(day, -weekday);
}
