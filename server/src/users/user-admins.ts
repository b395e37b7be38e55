import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

import { Environment } from '../config/environment.js';
import { User } from './user.entity.js';

/** Who may administer users: the configured allow-list, else the first staff user. */
@Injectable()
export class UserAdmins {
  constructor(private readonly environment: Environment) {}

  async includes(manager: EntityManager, user: Pick<User, 'id' | 'email'>): Promise<boolean> {
    const { userAdminEmails } = this.environment;
    if (userAdminEmails.length > 0) return userAdminEmails.includes(user.email);
    return user.id === (await firstId(manager));
  }

  /** The user administrators who may sign in, by id. */
  async enabled(manager: EntityManager): Promise<number[]> {
    const users = await manager.findBy(User, { enabled: true });
    const { userAdminEmails } = this.environment;
    const first = userAdminEmails.length > 0 ? null : await firstId(manager);
    return users
      .filter(({ id, email }) => id === first || userAdminEmails.includes(email))
      .map(({ id }) => id);
  }
}

async function firstId(manager: EntityManager): Promise<number | null> {
  return manager.minimum(User, 'id');
}
