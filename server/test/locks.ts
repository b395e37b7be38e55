import type { TestApp } from './app.js';

/** Resolves when `count` of the product's transactions are waiting for a lock. */
export async function untilWaitingForLock(
  { dataSource }: Pick<TestApp, 'dataSource'>,
  count = 1,
): Promise<void> {
  for (let waiting = 0; waiting < count;) {
    const [row]: [{ count: number }] = await dataSource.query(
      `SELECT count(*)::integer AS count FROM pg_stat_activity
       WHERE wait_event_type = 'Lock' AND datname = current_database()`,
    );
    waiting = row.count;
  }
}
