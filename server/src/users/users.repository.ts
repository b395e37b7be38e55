import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

import { advisoryLock } from '../common/statements.js';
import { SessionRecord } from '../common/session.entity.js';
import { Environment } from '../config/environment.js';
import { User } from './user.entity.js';

/** Serializes changes of users, because some rules concern all of them. Taken before `lockUser`. */
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

/** Who may administer users: the configured allow-list, or else the first staff user. */
@Injectable()
export class UserAdmins {
  constructor(private readonly environment: Environment) {}

  /** @param firstId the id of the first staff user. */
  isAmong({ id, email }: Pick<User, 'id' | 'email'>, firstId: number | null): boolean {
    const { userAdminEmails } = this.environment;
    return userAdminEmails.length > 0 ? userAdminEmails.includes(email) : id === firstId;
  }

  /** A test to apply to several users. */
  async rule(manager: EntityManager): Promise<(user: Pick<User, 'id' | 'email'>) => boolean> {
    const first =
      this.environment.userAdminEmails.length > 0 ? null : await manager.minimum(User, 'id');
    return (user) => this.isAmong(user, first ?? null);
  }
}
