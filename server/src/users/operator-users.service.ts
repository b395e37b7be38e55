import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, IsNull, Not } from 'typeorm';

import { SYSTEM_ACTOR } from '../audit/audit.service.js';
import { advisoryLock } from '../common/statements.js';
import { Environment } from '../config/environment.js';
import { ConfigurationError } from '../config/readers.js';
import { passwordFault } from './common-passwords.js';
import { PasswordHasher } from './password-hasher.service.js';
import { PasswordLinks } from './password-links.service.js';
import { SecondFactors } from './second-factor/second-factors.service.js';
import { setPasswordLink } from './set-password.letter.js';
import { lockUser, lockUsers } from './users.repository.js';
import { User } from './user.entity.js';
import { UsersService } from './users.service.js';

/** The first user when `ADMIN_EMAIL` is not set. */
const DEFAULT_EMAIL = 'admin@localhost';

/** Who can sign in, and the link to set a password, if one is needed. */
export interface PasswordInvitation {
  readonly email: string;
  readonly link: URL | null;
}

/** Users made by the operator: at the first start, and with `npm run user:add`. */
@Injectable()
export class OperatorUsers {
  constructor(
    private readonly dataSource: DataSource,
    private readonly users: UsersService,
    private readonly links: PasswordLinks,
    private readonly hasher: PasswordHasher,
    private readonly secondFactors: SecondFactors,
    private readonly environment: Environment,
  ) {}

  /**
   * Makes the first user. Safe when several servers start at once.
   * @returns `null` when there are users already.
   * @throws ConfigurationError when `ADMIN_PASSWORD` can't be used.
   */
  async ensureFirst(): Promise<PasswordInvitation | null> {
    const { adminEmail, adminPassword } = this.environment;
    const email = adminEmail ?? DEFAULT_EMAIL;
    if (await this.dataSource.manager.exists(User)) return null;
    if (adminPassword !== null && passwordFault(adminPassword, email, this.environment) !== null) {
      throw new ConfigurationError(
        'ADMIN_PASSWORD',
        'is one that many people use, or made of the address or the product name',
        '"a few words that are hard to guess"',
      );
    }
    const passwordHash = adminPassword === null ? null : await this.hasher.hash(adminPassword);
    return this.dataSource.transaction(async (manager) => {
      await lockUsers(manager);
      if (await manager.exists(User)) return null;
      const user = await this.make(manager, email, passwordHash);
      return passwordHash === null ? this.invitationFor(manager, user) : { email, link: null };
    });
  }

  hasUserWithPassword(): Promise<boolean> {
    return this.dataSource.manager.existsBy(User, { enabled: true, passwordHash: Not(IsNull()) });
  }

  /**
   * Finds a user, or makes one without a password.
   * @param email lower case.
   * @returns a new link to set the password, unless the user is disabled.
   */
  async invite(email: string): Promise<PasswordInvitation> {
    return this.dataSource.transaction(async (manager) => {
      await advisoryLock(manager, `email:${email}`, 'users:all');
      const found = await manager.findOneBy(User, { email });
      return this.invitationFor(manager, found ?? (await this.make(manager, email, null)));
    });
  }

  /** For a user whom no colleague can help. @param email lower case. @returns whether it was on. */
  async resetSecondFactor(email: string): Promise<boolean> {
    return this.dataSource.transaction(async (manager) => {
      const found = await manager.findOneBy(User, { email });
      const user = found === null ? null : await lockUser(manager, found.id);
      return user !== null && this.secondFactors.reset(manager, user, SYSTEM_ACTOR);
    });
  }

  private make(manager: EntityManager, email: string, passwordHash: string | null): Promise<User> {
    return this.users.make(manager, SYSTEM_ACTOR, { email, enabled: true, passwordHash });
  }

  private async invitationFor(
    manager: EntityManager,
    { id, email, enabled }: User,
  ): Promise<PasswordInvitation> {
    if (!enabled) return { email, link: null };
    await lockUser(manager, id);
    const { token } = await this.links.issue(manager, id);
    return { email, link: setPasswordLink(this.environment.publicBaseUrl, token) };
  }
}
