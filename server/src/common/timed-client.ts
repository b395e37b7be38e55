import type { Socket } from 'node:net';

import pg from 'pg';
import type { EntityManager } from 'typeorm';

/** Limits of a connection to the database. */
export const IDLE_TIMEOUT = {
  /**
   * Milliseconds of silence after which a connection is closed. PostgreSQL's statement timeout is shorter, so such a
   * server is frozen or gone. Its calls would otherwise wait for minutes and soon use up the pool.
   */
  ms: 60_000,
};

/** A connection of the pool. */
export class TimedClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config);
    // Neither the pool nor TypeORM listens all the time, and an `error` event without a listener ends the process.
    this.on('error', () => undefined);
    // The socket is final only after `connect`: TLS replaces the first one.
    this.once('connect', () => {
      const socket = socketOf(this);
      // pg's own `query_timeout` would return the connection to the pool with its transaction open.
      socket.on('timeout', () => {
        socket.destroy(new Error('Connection terminated: the database is silent'));
      });
      socket.setTimeout(IDLE_TIMEOUT.ms);
    });
  }
}

function socketOf({ connection }: pg.Client): Socket {
  return connection.stream as Socket;
}

/**
 * Runs `work` without `IDLE_TIMEOUT`: its statements may take long, and the database sends nothing meanwhile.
 */
export async function withoutTimeout<Result>(
  connection: EntityManager | pg.ClientBase,
  work: () => Promise<Result>,
): Promise<Result> {
  const isManager = 'queryRunner' in connection;
  const client: unknown = isManager ? await connection.queryRunner.connect() : connection;
  const socket = socketOf(client as pg.Client);
  socket.setTimeout(0);
  try {
    return await work();
  } finally {
    socket.setTimeout(IDLE_TIMEOUT.ms);
  }
}
