import { REGISTRATION } from '@kidlab/contract';

const MINUTE = 60_000;

/** Where a draft stands in its life, and when that changes next (milliseconds since 1970). */
export type DraftPhase =
  | { readonly name: 'fresh'; readonly until: number }
  | { readonly name: 'ending'; readonly until: number; readonly minutesLeft: number }
  | { readonly name: 'over' };

/**
 * @param lastCallAt when the server last heard of the draft, milliseconds since 1970
 * @param lifeHours hours that a draft lives past its last call
 * @param now milliseconds since 1970
 */
export function draftPhase(lastCallAt: number, lifeHours: number, now: number): DraftPhase {
  const end = lastCallAt + lifeHours * 60 * MINUTE;
  const warnAt = end - REGISTRATION.warnBeforeExpiryMinutes * MINUTE;
  if (now >= end) return { name: 'over' };
  if (now < warnAt) return { name: 'fresh', until: warnAt };
  const minutesLeft = Math.ceil((end - now) / MINUTE);
  return { name: 'ending', until: end - (minutesLeft - 1) * MINUTE, minutesLeft };
}
