/**
 * When a session ends for want of activity. Pure: times are milliseconds of the wall clock, which goes on while a
 * laptop sleeps, and "now" is an argument.
 */

const MINUTE = 60_000;

/** How long before the end the person is asked. */
const WARN_BEFORE = 2 * MINUTE;
/** At most so often a call tells the server that the person is active. */
const KEEP_ALIVE_EVERY = MINUTE;
/** The longest pause between two looks at the clock: timers stand still while a laptop sleeps. */
const LOOK_EVERY = 15_000;
const SECOND = 1_000;

export interface IdleLimits {
  /** Without activity for so long, the session is over. */
  readonly limit: number;
  readonly warnBefore: number;
  readonly keepAliveEvery: number;
}

export type IdleState =
  | { readonly kind: 'active' }
  | { readonly kind: 'warning'; readonly remaining: number }
  | { readonly kind: 'over' };

/** The limits for a time-out as the server gives it; a very short one leaves time for a warning all the same. */
export function idleLimits(timeoutMinutes: number): IdleLimits {
  const limit = timeoutMinutes * MINUTE;
  return {
    limit,
    warnBefore: Math.min(WARN_BEFORE, limit / 2),
    keepAliveEvery: Math.min(KEEP_ALIVE_EVERY, limit / 4),
  };
}

/** Time since the last activity. A clock that was set back counts as none. */
function idleFor(lastActivity: number, now: number): number {
  return Math.max(0, now - lastActivity);
}

/** Where a session stands. */
export function idleState(lastActivity: number, now: number, limits: IdleLimits): IdleState {
  const remaining = limits.limit - idleFor(lastActivity, now);
  if (remaining <= 0) return { kind: 'over' };
  return remaining <= limits.warnBefore ? { kind: 'warning', remaining } : { kind: 'active' };
}

/** How long to wait before looking again: each second while the warning counts down. */
export function lookAgainIn(lastActivity: number, now: number, limits: IdleLimits): number {
  const idle = idleFor(lastActivity, now);
  const untilWarning = limits.limit - limits.warnBefore - idle;
  if (untilWarning > 0) return Math.min(untilWarning, LOOK_EVERY);
  return Math.max(0, Math.min(SECOND, limits.limit - idle));
}

/**
 * Whether the server must be told that the person is active: something happened in this tab since the last call, and
 * that call is a while ago. So the server's own time-out never comes before the portal's.
 */
export function isKeepAliveDue(
  { lastActivity, lastCall }: { readonly lastActivity: number; readonly lastCall: number },
  now: number,
  { keepAliveEvery }: IdleLimits,
): boolean {
  return lastActivity > lastCall && now - lastCall >= keepAliveEvery;
}
