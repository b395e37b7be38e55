/** How exports are kept from taking the database away from everybody else. */
export const EXPORT = {
  /** Exports of one process that run at once; the pool has ten connections. */
  atOnce: 3,
  /** A client that takes nothing for so long is given up, in milliseconds. */
  idleMs: 30_000,
  /** So many times as long is an export at most, however slowly its client reads: ten minutes. */
  mostPauses: 20,
} as const;
