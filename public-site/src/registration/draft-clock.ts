const MINUTE = 60_000;
/** How long before its end the site offers to extend a draft. */
const WARN_BEFORE = 5 * MINUTE;
/** Milliseconds from a draft's end until the server is asked: clocks differ, and asking too early would extend it. */
const GRACE = 10_000;

export type DraftPhase =
  | { readonly name: 'fresh' | 'over' }
  | { readonly name: 'ending'; readonly minutesLeft: number };

/**
 * @param idle milliseconds since the last call that extended the draft
 * @param lifeHours hours that a draft lives past its last call
 */
export function draftPhase(idle: number, lifeHours: number): DraftPhase {
  const left = lifeHours * 60 * MINUTE - idle;
  if (left > WARN_BEFORE) return { name: 'fresh' };
  if (left <= -GRACE) return { name: 'over' };
  return { name: 'ending', minutesLeft: Math.max(1, Math.ceil(left / MINUTE)) };
}

/** A point in time on both clocks of a browser, in milliseconds. */
export interface Moment {
  /** Since 1970. Continues while a laptop sleeps, but jumps when the clock is set. */
  readonly wall: number;
  /** Since page load. Never jumps, but may stop while a laptop sleeps. */
  readonly steady: number;
}

export function moment(): Moment {
  return { wall: Date.now(), steady: performance.now() };
}

/** Elapsed milliseconds: the larger of both clocks, so that neither sleep nor a clock set back hides any. */
export function timeBetween(then: Moment, now: Moment): number {
  return Math.max(now.wall - then.wall, now.steady - then.steady);
}
