import type { EntityManager } from 'typeorm';

/** What time it is. A port: tests set it, so that no rule about time needs a sleep. */
export abstract class Clock {
  abstract now(): Date;
}

export class SystemClock extends Clock {
  override now(): Date {
    return new Date();
  }
}

/** One clock for all servers, however far their own are apart: leases and due dates go by it. A port as well. */
export abstract class DatabaseClock {
  /** @param manager the caller's: who holds a connection does not wait for another one. */
  abstract now(manager: EntityManager): Promise<Date>;
}

export class PostgresClock extends DatabaseClock {
  override async now(manager: EntityManager): Promise<Date> {
    const [row] = await manager.query<{ now: Date }[]>('SELECT clock_timestamp() AS now');
    if (row === undefined) throw new Error('the database tells no time');
    return row.now;
  }
}
