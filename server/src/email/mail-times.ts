import { DAY, HOUR, MINUTE } from '../common/durations.js';

/** Limits of the worker. Times in milliseconds. */
export const DISPATCH = {
  /** Maximum letters that a process sends at once, and so its connections, which mail servers limit. */
  concurrency: 10,
  /**
   * Pause between two polls of the outbox, for due retries and mail that other servers queued. A commit on this server
   * that queues mail ends it early.
   */
  pollMs: 2_000,
  /** How long a claim holds, and so how long its letters wait after a crash. Must exceed `sendDeadlineMs`. */
  leaseMs: MINUTE,
  /** Time limit for sending a letter. Mail servers that scan letters first take up to half a minute. */
  sendDeadlineMs: 45_000,
  /** How long a stop waits for letters in delivery. Together with `cutOffMs`, well below `STOP.cutAfterMs`. */
  stopGraceMs: 7_000,
  /** Time to put interrupted letters back into the queue. */
  cutOffMs: 1_000,
  /** First pause before retrying to store an outcome while the database is unavailable; it doubles. */
  recordRetryMs: 100,
  maxRecordRetryMs: 5_000,
  /** After this many errors in a letter's callback, such as `onSent`, the outcome is stored without calling it. */
  notifyTries: 3,
} as const;

/** Timeouts of one SMTP delivery, in milliseconds. Their sum is `DISPATCH.sendDeadlineMs`. */
export const SMTP_TIMEOUT = {
  /** Name lookup, connection and TLS. */
  connectionMs: 10_000,
  /** From the connection to the server's greeting, which some servers delay. */
  greetingMs: 10_000,
  /** Inactivity after that. */
  socketMs: 25_000,
} as const;

/** Retries of letters that could not be sent. Times in milliseconds. */
export const RETRY = {
  /** Pause after the first error. It doubles with each error. */
  firstPauseMs: 5_000,
  /** Longest pause when the server answered. */
  longestPauseMs: HOUR,
  /** Longest pause when no server was reached, so that letters are sent soon after it is back. */
  longestUnreachablePauseMs: 5 * MINUTE,
  /** Largest random share taken off the pause, to spread letters that failed together. */
  jitter: 0.3,
  /** After this time, the next error is final. */
  giveUpAfterMs: DAY,
} as const;

/**
 * @param attempts failed attempts so far, at least 1.
 * @param fraction a random number in [0, 1): the share of the jitter.
 */
export function pauseBeforeRetry(attempts: number, unreachable: boolean, fraction: number): number {
  const ceiling = unreachable ? RETRY.longestUnreachablePauseMs : RETRY.longestPauseMs;
  const pause = Math.min(RETRY.firstPauseMs * 2 ** (attempts - 1), ceiling);
  return Math.round(pause * (1 - RETRY.jitter * fraction));
}

export function isGivenUp(createdAt: Date, now: Date): boolean {
  return now.getTime() - createdAt.getTime() >= RETRY.giveUpAfterMs;
}
