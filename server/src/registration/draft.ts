import type { Family } from '../families/family.entity.js';

/** Rules of time for drafts: pure, the moment is an argument. */

const HOUR = 3_600_000;

/** When a browser session's hold on its family ends, counted from its last call. */
export function holdUntil(lastCall: Date, tokenHours: number): Date {
  return new Date(lastCall.getTime() + tokenHours * HOUR);
}

/** Whether the browser session that made this family may still act on it. */
export function isHeld(family: Pick<Family, 'draftExpiresAt'>, at: Date): boolean {
  return family.draftExpiresAt !== null && family.draftExpiresAt.getTime() > at.getTime();
}
