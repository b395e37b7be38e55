import { Injectable } from '@nestjs/common';

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
  /** PostgreSQL gives its statement up after this, in milliseconds: a minute after the sending side has. */
  longestMs: IDLE_MS * MOST_PAUSES + 60_000,
} as const;

/** A semaphore: exports under way, a few at a time. Each keeps a connection to the database, and all other calls need some. */
@Injectable()
export class ExportSlotsService {
  private free: number = EXPORT.atOnce;
  private readonly waiting: (() => void)[] = [];

  /** Does `work` when a slot is free; those that wait come in order. */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.free > 0) this.free -= 1;
    else await new Promise<void>((resolve) => void this.waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next === undefined) this.free += 1;
      else next();
    }
  }
}
