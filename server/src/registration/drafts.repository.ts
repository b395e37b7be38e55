import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, type FindOptionsWhere, MoreThan } from 'typeorm';

import { advisoryLock } from '../common/advisory-lock.js';
import { Clock } from '../common/clock.js';
import { sessionExpired } from '../common/failures.js';
import { Environment } from '../config/environment.js';
import { Child } from '../children/child.entity.js';
import { lockEmails, lockFamily } from '../families/family-locks.js';
import { Family } from '../families/family.entity.js';

/** Names what a draft holds: another one after every save of the family, and when a child is saved or deleted. */
export function draftVersion(
  family: Pick<Family, 'version'>,
  children: readonly Pick<Child, 'id' | 'version'>[],
): string {
  const saves = children.map(({ id, version }) => `${String(id)}.${String(version)}`);
  return [String(family.version), ...saves].join('-');
}

/** The children of a family, in the order in which they were added. */
export function childrenOf(manager: EntityManager, familyId: number): Promise<Child[]> {
  return manager.find(Child, { where: { familyId }, order: { id: 'ASC' } });
}

/** Whether `If-Match` allows this version: it is left out or names it. A proxy that compresses makes weak tags. */
export function ifMatchAllows(ifMatch: string | undefined, version: string): boolean {
  if (ifMatch === undefined || ifMatch.trim() === '*') return true;
  return ifMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === `"${version}"`);
}

const HOUR = 3_600_000;

/** Families that a browser session may still act on: until `draftExpiresAt`, which each of its calls puts off. */
@Injectable()
export class DraftsRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
    private readonly environment: Environment,
  ) {}

  async exists(sessionId: string): Promise<boolean> {
    return this.dataSource.manager.existsBy(Family, { ...this.heldBy(sessionId), state: 'draft' });
  }

  /** Locks this session's live draft and counts this call as its last. @throws 401 without one. */
  async lock(manager: EntityManager, sessionId: string): Promise<Family> {
    const family = await lockFamily(manager, { ...this.heldBy(sessionId), state: 'draft' });
    if (family === null) throw sessionExpired();
    await this.prolong(manager, family);
    return family;
  }

  /** Locks all live families of this session, in whichever state. */
  lockAll(manager: EntityManager, sessionId: string): Promise<Family[]> {
    const where = this.heldBy(sessionId);
    return manager.find(Family, { where, lock: { mode: 'for_no_key_update' } });
  }

  /** Locks this session's live family with that e-mail, in whichever state. */
  lockByEmail(manager: EntityManager, sessionId: string, email: string): Promise<Family | null> {
    return lockFamily(manager, { ...this.heldBy(sessionId), email: email.toLowerCase() });
  }

  /**
   * Locks what step 1 may change: this session's draft, expired or not, and another family with that e-mail address.
   * Both rows in one order, so that two sessions that swap their addresses never deadlock.
   */
  async lockForStepOne(
    manager: EntityManager,
    sessionId: string,
    email: string,
  ): Promise<{ own: Family | null; other: Family | null }> {
    // One step 1 of a browser session at a time: a session has one draft.
    await advisoryLock(manager, 'session', sessionId);
    await lockEmails(manager, [email]);
    const families = await manager.find(Family, {
      where: [{ registrationSessionId: sessionId, state: 'draft' }, { email }],
      order: { id: 'ASC' },
      lock: { mode: 'for_no_key_update' },
    });
    const isOwn = (family: Family): boolean =>
      family.state === 'draft' && family.registrationSessionId === sessionId;
    return {
      own: families.find(isOwn) ?? null,
      other: families.find((family) => !isOwn(family)) ?? null,
    };
  }

  /** Counts this call as the session's last. */
  async prolong(manager: EntityManager, { id }: Family): Promise<void> {
    // Past the entity: this is no change that the family's version counts.
    await manager.query('UPDATE families SET draft_expires_at = $1 WHERE id = $2', [
      this.holdEnd(),
      id,
    ]);
  }

  /**
   * Gives a draft to the session that follows on its own. Of two such calls at once the later one has it.
   * @param guid of a draft that the call has just proven to be its session's.
   * @returns whether it was there.
   */
  async handOver(guid: string, sessionId: string): Promise<boolean> {
    const { affected } = await this.dataSource.manager.update(
      Family,
      { guid, state: 'draft' },
      { registrationSessionId: sessionId },
    );
    return affected === 1;
  }

  /** Whether the browser session that made this family may still act on it. */
  isHeld({ draftExpiresAt }: Pick<Family, 'draftExpiresAt'>): boolean {
    return draftExpiresAt !== null && draftExpiresAt > this.clock.now();
  }

  /** Held when the call came: a wait for a lock takes no draft away. */
  private heldBy(registrationSessionId: string): FindOptionsWhere<Family> {
    return { registrationSessionId, draftExpiresAt: MoreThan(this.clock.now()) };
  }

  /** When a hold that a call at this moment begins or prolongs is over. */
  holdEnd(): Date {
    return new Date(this.clock.now().getTime() + this.environment.registrationTokenHours * HOUR);
  }
}
