import { Injectable } from '@nestjs/common';

import { EXPORT } from './export-limits.js';

/** Exports under way, a few at a time: each keeps a connection to the database, and all other calls need some. */
@Injectable()
export class ExportPlaces {
  private taken = 0;
  private readonly waiting: (() => void)[] = [];

  /** Does `work` when there is a place for it; those that wait come in order. */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.taken >= EXPORT.atOnce) {
      await new Promise<void>((resolve) => {
        this.waiting.push(resolve);
      });
    } else {
      this.taken += 1;
    }
    try {
      return await work();
    } finally {
      // The place goes to the next one, or is free.
      const next = this.waiting.shift();
      if (next === undefined) this.taken -= 1;
      else next();
    }
  }
}
