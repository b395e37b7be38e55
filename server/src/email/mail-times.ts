/** How the worker works. Times in milliseconds. */
export const DISPATCH = {
  /** Letters under way at once in one process, and so connections to the mail server: relays limit those. */
  concurrency: 10,
  /**
   * Longest pause between two looks at the outbox: for retries that are due, and for what other servers have queued.
   */
  pollMs: 2_000,
  /** How long a claim holds. After a crash its letters wait that long; it must outlast `sendDeadlineMs`. */
  leaseMs: 60_000,
  /** The hand-over of a letter is given up after this. Relays that scan a letter first take up to half a minute. */
  sendDeadlineMs: 45_000,
  /**
   * How long a stop waits for letters under way; with the next below the ten seconds that containers have by default.
   */
  stopGraceMs: 7_000,
  /** What it then gives the letters that were cut off to be put back. */
  cutOffMs: 1_000,
  /** First pause between tries to write down an outcome while the database is away; it doubles. A stop has `cutOffMs`. */
  settlePauseMs: 100,
  longestSettlePauseMs: 5_000,
  /** After so many faults of a letter's own `onSent` or `onFailed` the outcome is written down without it. */
  onSentTries: 3,
} as const;

/** Parts of the time for one SMTP delivery, in milliseconds; their sum is `DISPATCH.sendDeadlineMs`. */
export const SMTP_TIMEOUT = {
  /** Name lookup, connection and TLS. */
  connectionMs: 10_000,
  /** From the connection to the server's greeting; some servers make strangers wait. */
  greetingMs: 10_000,
  /** Silence after that. */
  socketMs: 25_000,
} as const;

/** When a letter that could not be handed over is tried again. Times in milliseconds. */
export const RETRY = {
  /** Pause after the first error; it doubles with each further one. */
  firstPauseMs: 5_000,
  /** Longest pause when a server has answered: it has asked for patience. */
  longestPauseMs: 60 * 60_000,
  /** Longest pause when no server could be reached: the letter should leave soon after it is back. */
  longestUnreachablePauseMs: 5 * 60_000,
  /** Share of the pause that chance may take off, so that letters which failed together don't return together. */
  jitter: 0.3,
  /** A letter this old is given up at its next error. */
  giveUpAfterMs: 24 * 60 * 60_000,
} as const;

/**
 * @param attempts tries that have failed so far, at least 1.
 * @param fraction a random number in [0, 1): how much of the jitter is taken off.
 */
export function pauseBeforeRetry(attempts: number, unreachable: boolean, fraction: number): number {
  const ceiling = unreachable ? RETRY.longestUnreachablePauseMs : RETRY.longestPauseMs;
  const pause = Math.min(RETRY.firstPauseMs * 2 ** (attempts - 1), ceiling);
  return Math.round(pause * (1 - RETRY.jitter * fraction));
}

export function isGivenUp(createdAt: Date, now: Date): boolean {
  return now.getTime() - createdAt.getTime() >= RETRY.giveUpAfterMs;
}
