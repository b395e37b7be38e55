import { Injectable } from '@nestjs/common';

/** How exports are kept from taking the database away from everybody else. */
export const EXPORT = {
  /**
   * Exports of one process that run at once. Each holds a connection, and for its audit row a second one: the pool
   * has ten.
   */
  atOnce: 3,
  /** A client that takes nothing for so long is given up, in milliseconds. */
  idleMs: 30_000,
  /** An export lasts at most this long, however slowly its client reads, in milliseconds. */
  longestMs: 600_000,
};

/**
 * A semaphore: exports under way, a few at a time. Each keeps a connection to the database, and all other calls need
 * some.
 */
@Injectable()
export class ExportSlotsService {
  private free = EXPORT.atOnce;
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
