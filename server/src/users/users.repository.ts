import type { EntityManager } from 'typeorm';

import { advisoryLock } from '../common/statements.js';
import { SessionRecord } from '../common/session.entity.js';
import { User } from './user.entity.js';

/** Serializes changes of users, because some rules concern all of them. Must be called before `lockUser`. */
export async function lockUsers(manager: EntityManager): Promise<void> {
  await advisoryLock(manager, 'users:all');
}

/** Reads a user and locks the row until the transaction ends. */
export async function lockUser(manager: EntityManager, id: number): Promise<User | null> {
  return manager.findOne(User, { where: { id }, lock: { mode: 'pessimistic_write' } });
}

/** Ends a user's sessions, including those that wait for a code. */
export async function endSessions(manager: EntityManager, userId: number): Promise<void> {
  await manager.delete(SessionRecord, { userId });
  await manager.delete(SessionRecord, { pendingUserId: userId });
}

/** Whether a session is still the user's. Read under the user's lock, because `endSessions` may just have ended it. */
export function hasSession(manager: EntityManager, userId: number, sid: string): Promise<boolean> {
  return manager.existsBy(SessionRecord, { sid, userId });
}
