import type { StaffUser } from '@kidlab/contract';
import { Injectable } from '@nestjs/common';
import {
  DataSource,
  type EntityManager,
  type FindManyOptions,
  type FindOptionsWhere,
  ILike,
  In,
  IsNull,
  Not,
} from 'typeorm';

import { AuditTrail } from '../audit/audit.service.js';
import { createdBy, modifiedBy } from '../common/audited.entity.js';
import { Clock } from '../common/clock.js';
import { conflict, notFound } from '../common/http-error.js';
import { STAFF_MESSAGES } from '../common/messages.js';
import { saveOnce, type SentForm } from '../common/saved-form.js';
import { readId } from '../common/simple-rest.js';
import { containsPattern } from '../common/sql.js';
import type { StaffMember } from '../common/staff.js';
import { Suppressions } from '../email/suppression/suppressions.service.js';
import { PasswordLinks } from './password-links.service.js';
import { SecondFactor } from './second-factor/second-factor.entity.js';
import { User } from './user.entity.js';
import type { NewUserDto, UserChangeDto, UserListDto } from './users.dto.js';
import { endSessions, lockUser, lockUsers, UserAdmins } from './users.repository.js';

/** The staff users. */
@Injectable()
export class UsersService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly admins: UserAdmins,
    private readonly links: PasswordLinks,
    private readonly suppressions: Suppressions,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** A page of users, or all of them. */
  async list(query: UserListDto): Promise<{ users: StaffUser[]; offset: number; total: number }> {
    const options = findOptions(query);
    const { manager } = this.dataSource;
    const [users, total] = await manager.findAndCount(User, options);
    const wireOf = await this.wire(manager, users);
    return { users: users.map(wireOf), offset: options.skip, total };
  }

  /** @throws 404 */
  async get(id: string): Promise<StaffUser> {
    const { manager } = this.dataSource;
    const user = await manager.findOneBy(User, { id: readId(id, STAFF_MESSAGES.userNotFound) });
    if (user === null) throw notFound(STAFF_MESSAGES.userNotFound);
    return this.describe(manager, user);
  }

  /**
   * Adds a user without a password and mails a link to set one.
   * @throws 409 when the address is taken or was erased.
   */
  async add({ email, enabled = true }: NewUserDto, form: SentForm): Promise<StaffUser> {
    const now = this.clock.now();
    const add = async (manager: EntityManager): Promise<StaffUser> => {
      await lockUsers(manager);
      if (await manager.existsBy(User, { email })) throw conflict(STAFF_MESSAGES.userExists);
      if ((await this.suppressions.since(manager, email)) !== null) {
        throw conflict(STAFF_MESSAGES.addressErased);
      }
      const user = await this.make(manager, form.actor, { email, enabled, passwordHash: null });
      if (enabled) await this.links.mail(manager, user);
      return this.describe(manager, user);
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
      if (enabled === undefined || enabled === user.enabled) return this.describe(manager, user);
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
      return this.describe(manager, user);
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

  /** Makes a user in the caller's transaction, which holds `lockUsers`. */
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

  /** One enabled user administrator must stay. */
  private async requireAnotherAdmin(
    manager: EntityManager,
    staff: StaffMember,
    user: User,
  ): Promise<void> {
    if (user.id === staff.id) throw conflict(STAFF_MESSAGES.notYourself);
    const isUserAdmin = await this.admins.rule(manager);
    const others = await manager.findBy(User, { enabled: true });
    const stay = others.filter((other) => other.id !== user.id && isUserAdmin(other));
    if (stay.length === 0) throw conflict(STAFF_MESSAGES.lastUserAdmin);
  }

  private async describe(manager: EntityManager, user: User): Promise<StaffUser> {
    return (await this.wire(manager, [user]))(user);
  }

  /** A function that makes the response bodies of these users. */
  private async wire(
    manager: EntityManager,
    users: readonly User[],
  ): Promise<(user: User) => StaffUser> {
    const ids = users.map(({ id }) => id);
    const isUserAdmin = await this.admins.rule(manager);
    const factors = await manager.findBy(SecondFactor, { userId: In(ids), secret: Not(IsNull()) });
    const withFactor = new Set(factors.map(({ userId }) => userId));
    return (user) => ({
      id: user.id,
      email: user.email,
      enabled: user.enabled,
      hasPassword: user.passwordHash !== null,
      hasSecondFactor: withFactor.has(user.id),
      isUserAdmin: isUserAdmin(user),
      createdDate: user.createdDate.toISOString(),
      createdBy: user.createdBy,
    });
  }
}

function findOptions({
  sort: { column, direction },
  range,
  filter: { id, q, email },
}: UserListDto): FindManyOptions<User> & { skip: number } {
  const part = q ?? email;
  const where: FindOptionsWhere<User> = {};
  if (id !== undefined) where.id = In(id);
  if (part !== undefined) where.email = ILike(containsPattern(part));
  return {
    where,
    order: { [column]: direction, ...(column === 'id' ? {} : { id: 'ASC' }) },
    skip: range?.offset ?? 0,
    ...(range === null ? {} : { take: range.limit }),
  };
}
