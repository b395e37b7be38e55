import type { EntityManager } from 'typeorm';

/** What is locked: each kind has its own keys. Where a transaction takes several kinds, it takes them in this order. */
export type LockKind = 'session' | 'email' | 'mail' | 'users';

/** Locks something that has no row of its own (yet), until the transaction ends. */
export async function advisoryLock(
  manager: EntityManager,
  kind: LockKind,
  key: string,
): Promise<void> {
  await manager.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`${kind}:${key}`]);
}
