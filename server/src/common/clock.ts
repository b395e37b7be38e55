import { setTimeout } from 'node:timers/promises';

import { Injectable } from '@nestjs/common';

/** The current time. A port: tests replace it instead of sleeping. */
@Injectable()
export class Clock {
  now(): Date {
    return new Date();
  }
}

/** The database's clock, shared by all servers: leases and due dates use it. */
@Injectable()
export class DatabaseClock {
  /** SQL: the start of the statement, in milliseconds like a `Date`. */
  readonly now: string = "date_trunc('milliseconds', statement_timestamp())";
}

/** Waits for a time. A port, like `Clock`. */
@Injectable()
export class Pauses {
  /** Resolves after `ms` milliseconds or when `signal` aborts, whichever comes first; never rejects. */
  async pause(ms: number, signal?: AbortSignal): Promise<void> {
    // An aborted pause rejects; here it is the usual way to end one early.
    await setTimeout(ms, undefined, { ref: false, ...(signal && { signal }) }).catch(
      () => undefined,
    );
  }

  /** Waits for `work`, at most `ms` milliseconds. */
  async atMost(ms: number, work: Promise<unknown>): Promise<void> {
    const done = new AbortController();
    await Promise.race([work.finally(() => done.abort()), this.pause(ms, done.signal)]);
  }
}
