import { type InvalidLinkReason, REGISTRATION } from '@kidlab/contract';

import { DAY, HOUR } from '../common/durations.js';
import type { Family } from '../families/family.entity.js';
import type { ConfirmationLink } from './confirmation-link.entity.js';

/** Pure rules of time and state for mailed links. */

export function windowEnd(from: Date, windowHours: number): Date {
  return new Date(from.getTime() + windowHours * HOUR);
}

/** Hours until retention erases a family that does not confirm. Zero or less: the next run does. */
export function hoursKept(acceptedAt: Date, at: Date, keptDays: number): number {
  return keptDays * 24 - (at.getTime() - acceptedAt.getTime()) / HOUR;
}

/** Confirmation mails per address. Extra ones are delayed. */
export const CONFIRMATIONS = { perHour: 3, perDay: 8 } as const;

const LIMITS = [
  { count: CONFIRMATIONS.perHour, within: HOUR },
  { count: CONFIRMATIONS.perDay, within: DAY },
] as const;

/**
 * When the next confirmation mail to an address may be sent.
 * @param latest send times of the last ones, past or planned, newest first, at most `CONFIRMATIONS.perDay`.
 */
export function earliestMail(latest: readonly Date[], now: Date): Date {
  const times = LIMITS.map(
    ({ count, within }) => (latest[count - 1]?.getTime() ?? -within) + within,
  );
  return new Date(Math.max(now.getTime(), ...times));
}

/** Why a link does not open the confirm form; `null` when it does. */
export function invalidReason(
  link: ConfirmationLink,
  family: Pick<Family, 'state'>,
  at: Date,
): InvalidLinkReason | null {
  if (family.state === 'registered') return 'confirmed';
  if (isDead(link)) return 'unknown';
  return isExpired(link, at) ? 'expired' : null;
}

/** Replaced by a newer link, or ended by too many wrong answers. */
export function isDead(link: Pick<ConfirmationLink, 'replacedAt' | 'failedTries'>): boolean {
  return link.replacedAt !== null || link.failedTries >= REGISTRATION.maxConfirmationTries;
}

export function isExpired(link: Pick<ConfirmationLink, 'expiresAt'>, at: Date): boolean {
  return link.expiresAt.getTime() <= at.getTime();
}
