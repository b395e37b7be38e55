const MINUTE = 60_000;
/** How long before its end the site offers to extend a draft. */
const WARN_BEFORE = 5 * MINUTE;
/**
 * How long after a draft's end the server is asked about it, in milliseconds. The clocks may differ by seconds, and
 * asking too early would extend the draft.
 */
const GRACE = 10_000;

export type DraftPhase =
  { readonly name: 'fresh' | 'over' } | { readonly name: 'ending'; readonly minutesLeft: number };

/**
 * @param lastCall when the server last heard of the draft, in milliseconds since 1970, as is `now`
 * @param lifeHours hours that a draft lives past its last call
 */
export function draftPhase(lastCall: number, now: number, lifeHours: number): DraftPhase {
  const left = lastCall + lifeHours * 60 * MINUTE - now;
  if (left > WARN_BEFORE) return { name: 'fresh' };
  if (left <= -GRACE) return { name: 'over' };
  return { name: 'ending', minutesLeft: Math.max(1, Math.ceil(left / MINUTE)) };
}
