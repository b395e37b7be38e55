import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';

import { ANONYMOUS_ACTOR, AuditTrail } from '../audit/audit.service.js';
import { modifiedBy } from '../common/audited.entity.js';
import { Clock } from '../common/clock.js';
import { gone, invalidInput } from '../common/http-error.js';
import { logErrors } from '../common/jobs.js';
import { STAFF_MESSAGES } from '../common/messages.js';
import { Environment } from '../config/environment.js';
import { passwordFault } from './common-passwords.js';
import { PasswordHasher } from './password-hasher.service.js';
import { PasswordLinks } from './password-links.service.js';
import { endSessions, lockUser } from './users.repository.js';
import { User } from './user.entity.js';

/** Staff set and change their passwords only with single-use links. */
@Injectable()
export class Passwords implements BeforeApplicationShutdown {
  private readonly inFlight = new Set<Promise<void>>();

  constructor(
    private readonly dataSource: DataSource,
    private readonly links: PasswordLinks,
    private readonly hasher: PasswordHasher,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
    private readonly environment: Environment,
  ) {}

  /** Whether a token opens the form. Changes nothing, because mail scanners follow links. */
  async isOpen(token: string): Promise<boolean> {
    return (await this.findUser(this.dataSource.manager, token)) !== null;
  }

  /**
   * Sets the password of the link's user. Ends the link and all sessions of the user.
   * @throws 400 naming `password` when it is too short, too long or too common; 410 when the link is not valid.
   */
  async set(token: string, password: string): Promise<void> {
    const owner = await this.findUser(this.dataSource.manager, token);
    if (owner === null) throw gone(STAFF_MESSAGES.linkNoLongerValid);
    const fault = passwordFault(password, owner.email, this.environment);
    if (fault !== null) throw invalidInput([{ field: 'password', message: fault }]);
    const passwordHash = await this.hasher.hash(password);
    await this.dataSource.transaction(async (manager) => {
      const user = await lockUser(manager, owner.id);
      // Checked again under the lock: two calls may use one link at once.
      if (user === null || (await this.findUser(manager, token)) === null) {
        throw gone(STAFF_MESSAGES.linkNoLongerValid);
      }
      Object.assign(user, { passwordHash, ...modifiedBy(user.email, this.clock.now()) });
      await manager.save(user);
      await this.links.end(manager, user.id);
      await endSessions(manager, user.id);
      await this.audit.recordUser(manager, user.id, user.email, 'user.password-set');
    });
  }

  /**
   * "Forgot password?" Runs after the response, so that neither its content nor its timing reveals whether the address
   * is known.
   * @param email in lower case.
   */
  forgotten(email: string): void {
    const work = logErrors('mail a set-password link', () => this.mailLink(email)).finally(() =>
      this.inFlight.delete(work),
    );
    this.inFlight.add(work);
  }

  /** Waits until all requested links are queued. */
  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.inFlight);
  }

  /** Mails a link to an enabled user with this address, within the hourly limit. */
  async mailLink(email: string): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const found = await manager.findOneBy(User, { email });
      const user = found === null ? null : await lockUser(manager, found.id);
      if (user?.enabled !== true || (await this.links.isOverLimit(manager, user.id))) return;
      await this.links.mail(manager, user);
      await this.audit.recordUser(manager, user.id, ANONYMOUS_ACTOR, 'user.password-forgotten');
    });
  }

  private async findUser(manager: EntityManager, token: string): Promise<User | null> {
    const link = await this.links.findOpen(manager, token);
    return link === null ? null : manager.findOneBy(User, { id: link.userId, enabled: true });
  }
}
