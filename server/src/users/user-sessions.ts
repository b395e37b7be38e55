import { type EntityManager, Not } from 'typeorm';

import { SessionRecord } from '../common/session.entity.js';

/**
 * Ends the sessions of a user, those too that wait for a code.
 * @param keptSid one that stays.
 */
export async function endSessions(
  manager: EntityManager,
  userId: number,
  keptSid?: string,
): Promise<void> {
  await manager.delete(SessionRecord, {
    userId,
    ...(keptSid === undefined ? {} : { sid: Not(keptSid) }),
  });
  await manager.delete(SessionRecord, { pendingUserId: userId });
}
