import { LENGTH } from '@kidlab/contract';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, IsNull, Not } from 'typeorm';

import { SYSTEM_ACTOR } from '../audit/audit.service.js';
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

/** Where nothing is configured. */
const DEFAULT_EMAIL = 'admin@localhost';

/** What the operator is told: who can sign in, and by which link a password is set, where there is none yet. */
export interface Invitation {
  readonly email: string;
  readonly link: URL | null;
}

/** Users that an operator makes, without anybody who is signed in. */
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
   * Makes the first user when there is none, however many servers start at once.
   * @returns `null` when there are users already.
   * @throws ConfigurationError when `ADMIN_EMAIL` or `ADMIN_PASSWORD` can't be taken.
   */
  async ensureFirst(): Promise<Invitation | null> {
    const { adminEmail, adminPassword } = this.environment;
    const email = adminEmail ?? DEFAULT_EMAIL;
    if (await this.dataSource.manager.exists(User)) return null;
    this.check(email, adminPassword);
    const passwordHash = adminPassword === null ? null : await this.hasher.hash(adminPassword);
    return this.dataSource.transaction(async (manager) => {
      await lockUsers(manager);
      if (await manager.exists(User)) return null;
      const user = await this.make(manager, email, passwordHash);
      return { email, link: passwordHash === null ? await this.linkFor(manager, user.id) : null };
    });
  }

  async canAnybodySignIn(): Promise<boolean> {
    return this.dataSource.manager.existsBy(User, { enabled: true, passwordHash: Not(IsNull()) });
  }

  /**
   * Makes a user, enabled and without a password, or takes the one that is there.
   * @param email lower case.
   * @returns a new link to set the password; `null` for a user who is disabled.
   */
  async invite(email: string): Promise<Invitation> {
    return this.dataSource.transaction(async (manager) => {
      await lockUsers(manager);
      const found = await manager.findOneBy(User, { email });
      const user = found ?? (await this.make(manager, email, null));
      return { email, link: user.enabled ? await this.linkFor(manager, user.id) : null };
    });
  }

  /** For a user whom no colleague can help. @param email lower case. @returns whether there was a second factor. */
  async resetSecondFactor(email: string): Promise<boolean> {
    return this.dataSource.transaction(async (manager) => {
      const found = await manager.findOneBy(User, { email });
      const user = found === null ? null : await lockUser(manager, found.id);
      return user !== null && this.secondFactors.reset(manager, user, SYSTEM_ACTOR);
    });
  }

  private check(email: string, password: string | null): void {
    if (email.length > LENGTH.email) {
      throw new ConfigurationError(
        'ADMIN_EMAIL',
        `must have at most ${String(LENGTH.email)} characters`,
        'somebody@example.org',
      );
    }
    if (password !== null && passwordFault(password, email, this.environment) !== null) {
      throw new ConfigurationError(
        'ADMIN_PASSWORD',
        'is one that many people use, or made of the address or the product name',
        '"a few words that nobody would guess"',
      );
    }
  }

  private make(manager: EntityManager, email: string, passwordHash: string | null): Promise<User> {
    return this.users.make(manager, SYSTEM_ACTOR, { email, enabled: true, passwordHash });
  }

  private async linkFor(manager: EntityManager, id: number): Promise<URL> {
    await lockUser(manager, id);
    const { token } = await this.links.issue(manager, id);
    return setPasswordLink(this.environment.publicBaseUrl, token);
  }
}
