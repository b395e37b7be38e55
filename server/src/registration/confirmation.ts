import { type InvalidLinkReason, REGISTRATION } from '@kidlab/contract';

import type { Family } from '../families/family.entity.js';
import type { ConfirmationLink } from './confirmation-link.entity.js';

/** Rules of time and state for mailed links: pure, the moment is an argument. */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

export function windowEnd(from: Date, windowHours: number): Date {
  return new Date(from.getTime() + windowHours * HOUR);
}

/** Whether a mail may be sent again, `pauseMinutes` being the least time since the last one was queued. */
export function canResend(lastQueuedAt: Date | null, at: Date, pauseMinutes: number): boolean {
  return lastQueuedAt === null || at.getTime() - lastQueuedAt.getTime() >= pauseMinutes * MINUTE;
}

/** Why a link does not open the confirm form at `at`; `null` when it does. */
export function invalidReason(
  link: ConfirmationLink,
  family: Pick<Family, 'state'>,
  at: Date,
): InvalidLinkReason | null {
  if (family.state === 'registered') return 'confirmed';
  if (link.replacedAt !== null || isDead(link)) return 'unknown';
  return isExpired(link, at) ? 'expired' : null;
}

export function isExpired(link: Pick<ConfirmationLink, 'expiresAt'>, at: Date): boolean {
  return link.expiresAt.getTime() <= at.getTime();
}

/** Too many wrong answers were given on its form. */
export function isDead(link: Pick<ConfirmationLink, 'failedTries'>): boolean {
  return link.failedTries >= REGISTRATION.maxConfirmationTries;
}

/** Whether the confirm form was answered with what the family registered with. */
export function matches(
  family: Pick<Family, 'email' | 'zipCode'>,
  answer: { email: string; zipCode: string },
): boolean {
  return family.email === answer.email.toLowerCase() && family.zipCode === answer.zipCode;
}
