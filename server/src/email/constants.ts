/** How the dispatcher works. Times in milliseconds. */
export const DISPATCH = {
  /**
   * Letters under way at once in one process, and so connections to the SMTP server: enough for dozens of letters a
   * second at usual answer times, few enough for a relay's limit on connections.
   */
  concurrency: 10,
  /** Letters that may be handed over and not yet marked, or about to be handed over: while the database is away, no more leave. */
  unsettled: 30,
  /** Fewer than this that were accepted while another one was marked wait for company, */
  gathered: 10,
  /** for so long, in milliseconds. */
  gatherMs: 5,
  /** Letters that are taken, and written, together while they leave quickly. */
  bulk: 100,
  /** More are taken when so few of them are left. */
  fewWaiting: 50,
  /** Whether letters that were written together may still leave is looked at for so many of those that are next, */
  lookAhead: 30,
  /** and holds for so long, in milliseconds. */
  lookMs: 250,
  /** After so many that left quickly, */
  bulkAfter: 50,
  /** at no more than this for each on average, they are taken together, */
  bulkMsPerLetter: 50,
  /** until taking some has to wait for longer than this. */
  bulkPatienceMs: 5_000,
  /**
   * Longest pause between two looks at the outbox. A nudge after commit is the usual way in; the look finds what was
   * queued by another process, what is due again and what a dead process left behind.
   */
  pollMs: 1_000,
  /**
   * How long a claim holds. After a crash its letters wait for this long, so it is short; it must outlast
   * `sendDeadlineMs` by the time that writing a letter and marking it takes.
   */
  leaseMs: 60_000,
  /**
   * A letter's hand-over is given up after this long, whatever the server does: also one that trickles its answers,
   * which no time-out of silence notices. Relays that scan a letter before they accept it take up to half a minute;
   * giving up on those would mail the letter again and again.
   */
  sendDeadlineMs: 45_000,
  /** How long a stop waits for letters under way; with the next below the ten seconds that containers have by default. */
  stopGraceMs: 7_000,
  /** What it then gives the letters that were cut off to be put back. */
  cutOffMs: 1_000,
  /** Pauses between tries to write down an outcome while the database is away; the last one repeats. */
  settlePausesMs: [100, 500, 2_000, 5_000],
  /** After so many faults of a letter's own `onSent` the outcome is written down without it. */
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
  /** Pause after the first fault; it doubles with each further one. */
  firstPauseMs: 5_000,
  /** Longest pause when a server has answered: it has asked for patience. */
  longestPauseMs: 60 * 60_000,
  /**
   * Longest pause when no server could be reached: nothing was said about the letter, and it should leave soon after
   * the server is back.
   */
  longestUnreachablePauseMs: 5 * 60_000,
  /** Share of the pause that chance may take off, so that letters which failed together don't return together. */
  jitter: 0.3,
  /** A letter this old is given up at its next fault. */
  giveUpAfterMs: 24 * 60 * 60_000,
} as const;

/** Longest answer of a mail server that is kept, in characters: the width of its column. */
export const MAX_SERVER_ANSWER = 500;
