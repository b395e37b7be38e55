import type { StaffUser } from '@kidlab/contract';
import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { DataSource, type EntityManager } from 'typeorm';

import { AuditTrail } from '../audit/audit.service.js';
import { createdBy, modifiedBy } from '../common/audited.entity.js';
import { Clock } from '../common/clock.js';
import { conflict, notFound } from '../common/http-error.js';
import { readPage, type WrittenPage } from '../common/list.js';
import { STAFF_MESSAGES } from '../common/messages.js';
import { saveOnce, type SentForm } from '../common/saved-form.js';
import { readId } from '../common/simple-rest.js';
import type { StaffMember } from '../common/staff.js';
import { advisoryLock, recordOf, rowsOf } from '../common/statements.js';
import { Environment } from '../config/environment.js';
import { Suppressions } from '../email/suppression/suppressions.service.js';
import { PasswordLinks } from './password-links.service.js';
import { User } from './user.entity.js';
import type { NewUserDto, UserChangeDto, UserListDto } from './users.dto.js';
import { endSessions, lockUser, lockUsers } from './users.repository.js';
import { isUserAdmin, userList, userSql } from './users.sql.js';

/** The staff users. */
@Injectable()
export class UsersService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly links: PasswordLinks,
    private readonly suppressions: Suppressions,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
    private readonly environment: Environment,
  ) {}

  list(query: UserListDto): Promise<WrittenPage> {
    return readPage(this.dataSource, userList(query, this.environment), query.range);
  }

  /** @throws 404 */
  get(id: string): Promise<StaffUser> {
    return this.read(this.dataSource.manager, readId(id, STAFF_MESSAGES.userNotFound));
  }

  /**
   * Adds a user without a password and mails a link to set one.
   * @throws 409 when the address is taken or was erased.
   */
  async add({ email, enabled = true }: NewUserDto, form: SentForm): Promise<StaffUser> {
    const now = this.clock.now();
    const add = async (manager: EntityManager): Promise<StaffUser> => {
      // Not `lockUsers`: a call that holds it may be waiting for the actor's row, which the saved form has locked.
      await advisoryLock(manager, `email:${email}`);
      if (await manager.existsBy(User, { email })) throw conflict(STAFF_MESSAGES.userExists);
      if ((await this.suppressions.since(manager, email)) !== null) {
        throw conflict(STAFF_MESSAGES.addressErased);
      }
      const user = await this.make(manager, form.actor, { email, enabled, passwordHash: null });
      if (enabled) await this.links.mail(manager, user);
      return this.read(manager, user.id);
    };
    return saveOnce(this.dataSource, form, now, add);
  }

  /**
   * Enables or disables a user. Disabling ends the user's sessions; enabling a user without a password mails a link
   * to set one.
   * @throws 404; 409 for yourself and for the last enabled user administrator.
   */
  async change(staff: StaffMember, id: string, { enabled }: UserChangeDto): Promise<StaffUser> {
    return this.dataSource.transaction(async (manager) => {
      const user = await this.lock(manager, id);
      if (enabled === undefined || enabled === user.enabled) return this.read(manager, user.id);
      if (!enabled) {
        await this.requireAnotherAdmin(manager, staff, user);
        await endSessions(manager, user.id);
        await this.links.end(manager, user.id);
      } else if (user.passwordHash === null) {
        await this.links.mail(manager, user);
      }
      const before = { enabled: user.enabled };
      Object.assign(user, { enabled, ...modifiedBy(staff.email, this.clock.now()) });
      await manager.save(user);
      const action = enabled ? 'user.enabled' : 'user.disabled';
      const values = { before, after: { enabled } };
      await this.audit.recordUser(manager, user.id, staff.email, action, values);
      return this.read(manager, user.id);
    });
  }

  /**
   * Deletes a user with sessions, links and mails.
   * @throws 404; 409 for yourself and for the last enabled user administrator.
   */
  async remove(staff: StaffMember, id: string): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      await this.removeLocked(manager, staff, await this.lock(manager, id));
    });
  }

  /** Makes a user in the caller's transaction, which lets nobody else add the address. */
  async make(
    manager: EntityManager,
    actor: string,
    { email, enabled, passwordHash }: Pick<User, 'email' | 'enabled' | 'passwordHash'>,
  ): Promise<User> {
    const created = createdBy(actor, this.clock.now());
    const user = manager.create(User, { email, enabled, passwordHash, ...created });
    await manager.save(user);
    const after = { email, enabled };
    await this.audit.recordUser(manager, user.id, actor, 'user.added', { after });
    return user;
  }

  /** Finds a user by address, in lower case, and takes `lockUsers` in the caller's transaction. */
  async lockByEmail(manager: EntityManager, email: string): Promise<User | null> {
    await lockUsers(manager);
    return manager.findOneBy(User, { email });
  }

  /** As `remove`, in the caller's transaction, which holds `lockUsers`. */
  async removeLocked(manager: EntityManager, staff: StaffMember, user: User): Promise<void> {
    await this.requireAnotherAdmin(manager, staff, user);
    await manager.delete(User, { id: user.id });
    const before = { email: user.email, enabled: user.enabled };
    await this.audit.recordUser(manager, user.id, staff.email, 'user.deleted', { before });
  }

  private async lock(manager: EntityManager, id: string): Promise<User> {
    await lockUsers(manager);
    const user = await lockUser(manager, readId(id, STAFF_MESSAGES.userNotFound));
    if (user === null) throw notFound(STAFF_MESSAGES.userNotFound);
    return user;
  }

  /** One enabled user administrator must remain. */
  private async requireAnotherAdmin(
    manager: EntityManager,
    staff: StaffMember,
    user: User,
  ): Promise<void> {
    if (user.id === staff.id) throw conflict(STAFF_MESSAGES.notYourself);
    const stay = await rowsOf(
      manager,
      sql`SELECT FROM users WHERE enabled AND id <> ${user.id} AND ${isUserAdmin(this.environment)} LIMIT 1`,
    );
    if (stay.length === 0) throw conflict(STAFF_MESSAGES.lastUserAdmin);
  }

  private read(manager: EntityManager, id: number): Promise<StaffUser> {
    return recordOf(manager, userSql(id, this.environment), STAFF_MESSAGES.userNotFound);
  }
}
