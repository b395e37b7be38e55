import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

import { Environment } from '../config/environment.js';
import { User } from './user.entity.js';

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
