import { Injectable } from '@nestjs/common';

/** Limits that keep exports from blocking all other calls. */
export const EXPORT = {
  /** Concurrent exports of one process. Each holds a connection, and briefly a second one: the pool has ten. */
  atOnce: 3,
  /** An export is aborted if its client reads nothing for so long, in milliseconds. */
  idleMs: 30_000,
  /** The longest export, in milliseconds. */
  longestMs: 600_000,
};

/** A semaphore for exports: each holds a database connection, and other calls need some too. */
@Injectable()
export class ExportSlotsService {
  private free = EXPORT.atOnce;
  private readonly waiting: (() => void)[] = [];

  /** Runs `work` when a slot is free, in the order of the calls. */
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
