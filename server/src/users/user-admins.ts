import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

import { Environment } from '../config/environment.js';
import { User } from './user.entity.js';

/** Who may administer users: the configured allow-list, else the first staff user. */
@Injectable()
export class UserAdmins {
  constructor(private readonly environment: Environment) {}

  async includes(manager: EntityManager, user: Pick<User, 'id' | 'email'>): Promise<boolean> {
    return (await this.rule(manager))(user);
  }

  /** A question to ask of many users. */
  async rule(manager: EntityManager): Promise<(user: Pick<User, 'id' | 'email'>) => boolean> {
    const { userAdminEmails } = this.environment;
    if (userAdminEmails.length > 0) return ({ email }) => userAdminEmails.includes(email);
    const first = await manager.minimum(User, 'id');
    return ({ id }) => id === first;
  }
}
