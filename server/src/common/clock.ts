import { setTimeout } from 'node:timers/promises';

import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

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
  /** @param manager the caller's, so that no second connection is needed */
  async now(manager: EntityManager): Promise<Date> {
    const [{ now }]: [{ now: Date }] = await manager.query('SELECT clock_timestamp() AS now');
    return now;
  }
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
}
