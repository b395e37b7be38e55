import type { EntityManager } from 'typeorm';

/** One step 1 of a browser session at a time, until the transaction ends: a session has one draft. */
export async function lockSession(manager: EntityManager, sessionId: string): Promise<void> {
  await manager.query(`SELECT pg_advisory_xact_lock(hashtextextended('session:' || $1, 0))`, [
    sessionId,
  ]);
}
