import type { EntityManager } from 'typeorm';

/** Each kind has its own keys. A transaction that needs several kinds locks them in this order. */
export type LockKind = 'session' | 'email' | 'mail' | 'users';

/** Locks something that has no row (yet), until the transaction ends. */
export async function advisoryLock(
  manager: EntityManager,
  kind: LockKind,
  key: string,
): Promise<void> {
  await manager.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`${kind}:${key}`]);
}
