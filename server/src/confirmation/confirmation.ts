import { type ConfirmRequest, type InvalidLinkReason, REGISTRATION } from '@kidlab/contract';

import type { Family } from '../families/family.entity.js';
import type { ConfirmationLink } from './confirmation-link.entity.js';

/** Rules of time and state for mailed links: pure, the moment is an argument. */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

export function windowEnd(from: Date, windowHours: number): Date {
  return new Date(from.getTime() + windowHours * HOUR);
}

/** From when on a mail may be sent again, `pauseMinutes` being the least time since the last one was queued. */
export function resendFrom(lastQueuedAt: Date | null, pauseMinutes: number): Date {
  return new Date(lastQueuedAt === null ? 0 : lastQueuedAt.getTime() + pauseMinutes * MINUTE);
}

/** Confirmation mails to one address within an hour and within a day; further ones leave later. */
export const CONFIRMATIONS = { perHour: 3, perDay: 8 } as const;

const PACE = [
  { count: CONFIRMATIONS.perHour, within: HOUR },
  { count: CONFIRMATIONS.perDay, within: 24 * HOUR },
] as const;

/**
 * When the next confirmation to an address may leave: now, unless it has had its share of an hour or of a day; then
 * when the first of those is that old.
 * @param latest when its last ones leave or have left, at most `CONFIRMATIONS.perDay`, newest first.
 */
export function earliestMail(latest: readonly Date[], now: Date): Date {
  const times = PACE.map(({ count, within }) => (latest[count - 1]?.getTime() ?? -within) + within);
  return new Date(Math.max(now.getTime(), ...times));
}

/** Why a link does not open the confirm form at `at`; `null` when it does. */
export function invalidReason(
  link: ConfirmationLink,
  family: Pick<Family, 'state'>,
  at: Date,
): InvalidLinkReason | null {
  if (family.state === 'registered') return 'confirmed';
  if (isWorthless(link)) return 'unknown';
  return isExpired(link, at) ? 'expired' : null;
}

/** Replaced by a newer one, or too many wrong answers were given on its form: nobody gets an answer by it any more. */
export function isWorthless(link: Pick<ConfirmationLink, 'replacedAt' | 'failedTries'>): boolean {
  return link.replacedAt !== null || link.failedTries >= REGISTRATION.maxConfirmationTries;
}

export function isExpired(link: Pick<ConfirmationLink, 'expiresAt'>, at: Date): boolean {
  return link.expiresAt.getTime() <= at.getTime();
}

export type ConfirmAnswer = Pick<ConfirmRequest, 'email' | 'zipCode'>;

/**
 * Whether the confirm form was answered with what the family registered with.
 * @param zipCodeMayChange any zip code is taken: it replaces the family's.
 */
export function isRightAnswer(
  family: Pick<Family, 'email' | 'zipCode'>,
  answer: ConfirmAnswer,
  zipCodeMayChange: boolean,
): boolean {
  const isZipCode = zipCodeMayChange || family.zipCode === answer.zipCode;
  return isZipCode && family.email === answer.email.toLowerCase();
}
