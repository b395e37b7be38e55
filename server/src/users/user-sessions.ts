import type { EntityManager } from 'typeorm';

import { SessionRecord } from '../common/session.entity.js';

/** Ends the sessions of a user, those too that wait for a code. */
export async function endSessions(manager: EntityManager, userId: number): Promise<void> {
  await manager.delete(SessionRecord, { userId });
  await manager.delete(SessionRecord, { pendingUserId: userId });
}
