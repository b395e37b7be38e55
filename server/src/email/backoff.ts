import { RETRY } from './constants.js';

/**
 * The pause before the next try, in milliseconds: doubling from `RETRY.firstPauseMs` to its ceiling, less a share
 * that chance decides.
 * @param attempts tries that have failed so far, at least 1.
 * @param unreachable whether no server could be talked to.
 * @param fraction a random number in [0, 1).
 */
export function pauseBeforeRetry(attempts: number, unreachable: boolean, fraction: number): number {
  const ceiling = unreachable ? RETRY.longestUnreachablePauseMs : RETRY.longestPauseMs;
  const pause = Math.min(RETRY.firstPauseMs * 2 ** (attempts - 1), ceiling);
  return Math.round(pause * (1 - RETRY.jitter * fraction));
}

/** Whether a message that has just failed is given up. */
export function isGivenUp(createdAt: Date, now: Date): boolean {
  return now.getTime() - createdAt.getTime() >= RETRY.giveUpAfterMs;
}
