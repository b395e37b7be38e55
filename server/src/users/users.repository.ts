import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

import { advisoryLock } from '../common/advisory-lock.js';
import { SessionRecord } from '../common/session.entity.js';
import { Environment } from '../config/environment.js';
import { User } from './user.entity.js';

/** Lets one transaction at a time change who the users are: rules speak of all of them. Taken before a user's lock. */
export async function lockUsers(manager: EntityManager): Promise<void> {
  await advisoryLock(manager, 'users', 'all');
}

/** A user as it is while its lock is held, until the transaction ends; `null` when there is none. */
export async function lockUser(manager: EntityManager, id: number): Promise<User | null> {
  return manager.findOne(User, { where: { id }, lock: { mode: 'pessimistic_write' } });
}

/** Ends the sessions of a user, those too that wait for a code. */
export async function endSessions(manager: EntityManager, userId: number): Promise<void> {
  await manager.delete(SessionRecord, { userId });
  await manager.delete(SessionRecord, { pendingUserId: userId });
}

/** Who may administer users: the configured allow-list, else the first staff user. */
@Injectable()
export class UserAdmins {
  constructor(private readonly environment: Environment) {}

  /** @param firstId the first staff user's, of the same moment. */
  isAmong({ id, email }: Pick<User, 'id' | 'email'>, firstId: number | null): boolean {
    const { userAdminEmails } = this.environment;
    return userAdminEmails.length > 0 ? userAdminEmails.includes(email) : id === firstId;
  }

  /** A question to ask of many users. */
  async rule(manager: EntityManager): Promise<(user: Pick<User, 'id' | 'email'>) => boolean> {
    const first =
      this.environment.userAdminEmails.length > 0 ? null : await manager.minimum(User, 'id');
    return (user) => this.isAmong(user, first ?? null);
  }
}
