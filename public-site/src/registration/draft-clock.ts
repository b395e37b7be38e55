const MINUTE = 60_000;
/** How long before a draft's end the site offers to stay, in milliseconds. */
const WARN_BEFORE = 5 * MINUTE;
/**
 * How long past a draft's end the server is asked about it, in milliseconds: by then it is over there, too, although
 * its clock and this one do not agree to the second. To ask too early would keep it alive.
 */
const GRACE = 10_000;

/** Where a draft stands in its life. */
export type DraftPhase =
  { readonly name: 'fresh' | 'over' } | { readonly name: 'ending'; readonly minutesLeft: number };

/**
 * @param idle milliseconds since the server last heard of the draft
 * @param lifeHours hours that a draft lives past its last call
 */
export function draftPhase(idle: number, lifeHours: number): DraftPhase {
  const left = lifeHours * 60 * MINUTE - idle;
  if (left > WARN_BEFORE) return { name: 'fresh' };
  if (left <= -GRACE) return { name: 'over' };
  return { name: 'ending', minutesLeft: Math.max(1, Math.ceil(left / MINUTE)) };
}

/** A moment by both clocks of a browser, in milliseconds. */
export interface Moment {
  /** Since 1970. Goes on while a laptop sleeps, and jumps when somebody sets it. */
  readonly wall: number;
  /** Since the page was loaded. Never jumps, and may stand still while a laptop sleeps. */
  readonly steady: number;
}

export function moment(): Moment {
  return { wall: Date.now(), steady: performance.now() };
}

/**
 * How much time has passed: the longer of what the two clocks say. Neither sleep nor a clock that is set back hides
 * any.
 */
export function timeBetween(then: Moment, now: Moment): number {
  return Math.max(now.wall - then.wall, now.steady - then.steady);
}
