const IDLE_MS = 30_000;
const MOST_PAUSES = 20;

/** How exports are kept from taking the database away from everybody else. */
export const EXPORT = {
  /** Exports of one process that run at once. Each holds a connection, and for its audit row a second one: the pool has ten. */
  atOnce: 3,
  /** A client that takes nothing for so long is given up, in milliseconds. */
  idleMs: IDLE_MS,
  /** So many times as long is an export at most, however slowly its client reads: ten minutes. */
  mostPauses: MOST_PAUSES,
  /** PostgreSQL gives its statement up after this, in milliseconds: a minute after whoever sends it has. */
  longestMs: IDLE_MS * MOST_PAUSES + 60_000,
} as const;
