import type { EntityManager } from 'typeorm';

/** The current time. A port: tests set it instead of sleeping. */
export abstract class Clock {
  abstract now(): Date;
}

export class SystemClock extends Clock {
  override now(): Date {
    return new Date();
  }
}

/** The database's clock, shared by all servers: leases and due dates use it. A port as well. */
export abstract class DatabaseClock {
  /** @param manager the caller's, so that no second connection is needed */
  abstract now(manager: EntityManager): Promise<Date>;
}

export class PostgresClock extends DatabaseClock {
  override async now(manager: EntityManager): Promise<Date> {
    const [row] = await manager.query<{ now: Date }[]>('SELECT clock_timestamp() AS now');
    if (row === undefined) throw new Error('the database returned no time');
    return row.now;
  }
}
