import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, type FindOptionsWhere, MoreThan } from 'typeorm';

import { advisoryLock } from '../common/statements.js';
import { Clock } from '../common/clock.js';
import { HOUR } from '../common/durations.js';
import { sessionExpired } from '../common/http-error.js';
import { Environment } from '../config/environment.js';
import { Child } from '../children/child.entity.js';
import { lockFamily } from '../families/family-locks.js';
import { Family } from '../families/family.entity.js';

/** The version of a draft. It changes with every save of the family, and when a child is saved or deleted. */
export function draftVersion(
  family: Pick<Family, 'version'>,
  children: readonly Pick<Child, 'id' | 'version'>[],
): string {
  const saves = children.map(({ id, version }) => `${String(id)}.${String(version)}`);
  return [String(family.version), ...saves].join('-');
}

export function childrenOf(manager: EntityManager, familyId: number): Promise<Child[]> {
  return manager.find(Child, { where: { familyId }, order: { id: 'ASC' } });
}

/** Whether `If-Match` allows this version. A compressing proxy makes weak tags: `W/"1-41.1"`. */
export function ifMatchAllows(ifMatch = '*', version: string): boolean {
  return ifMatch === '*' || ifMatch.includes(`"${version}"`);
}

/** Families of a browser session. They are live until `draftExpiresAt`, which each call in the session extends. */
@Injectable()
export class DraftsRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
    private readonly environment: Environment,
  ) {}

  /** Whether this session has a live family that matches. */
  exists(
    manager: EntityManager,
    sessionId: string,
    which: FindOptionsWhere<Family> = {},
  ): Promise<boolean> {
    return manager.existsBy(Family, { ...which, ...this.heldBy(sessionId) });
  }

  /** Locks this session's live family that matches, and keeps it alive. @returns `null` without one */
  async hold(
    manager: EntityManager,
    sessionId: string,
    which: FindOptionsWhere<Family>,
  ): Promise<Family | null> {
    const family = await lockFamily(manager, { ...which, ...this.heldBy(sessionId) });
    if (family === null) return null;
    family.draftExpiresAt = this.holdEnd();
    // Plain SQL instead of the entity, because this must not change the family's version.
    await manager.query('UPDATE families SET draft_expires_at = $1 WHERE id = $2', [
      family.draftExpiresAt,
      family.id,
    ]);
    return family;
  }

  /** As `hold`. @throws 401 without such a family */
  async holdOrFail(
    manager: EntityManager,
    sessionId: string,
    which: FindOptionsWhere<Family>,
  ): Promise<Family> {
    const family = await this.hold(manager, sessionId, which);
    if (family === null) throw sessionExpired();
    return family;
  }

  /** Serializes step 1 for a browser session and for an address, because a session has only one draft. */
  async lockStepOne(manager: EntityManager, sessionId: string, email: string): Promise<void> {
    await advisoryLock(manager, `session:${sessionId}`, `email:${email}`);
  }

  /**
   * Finds and locks what step 1 may change: this session's draft, and another family with that e-mail address. Locks
   * both rows in id order, so that two sessions that swap their addresses never deadlock.
   */
  async findForStepOne(
    manager: EntityManager,
    sessionId: string,
    email: string,
  ): Promise<{ own: Family | null; other: Family | null }> {
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

  /**
   * Moves a draft to the renewed session. If two calls do this at once, the later one gets it.
   * @param guid of a draft that the caller has proven to own.
   * @returns false when the draft is gone.
   */
  async handOver(guid: string, sessionId: string): Promise<boolean> {
    const { affected } = await this.dataSource.manager.update(
      Family,
      { guid, state: 'draft' },
      { registrationSessionId: sessionId },
    );
    return affected === 1;
  }

  /** Uses the time before the query, so that a draft can't expire during the wait for its lock. */
  private heldBy(registrationSessionId: string): FindOptionsWhere<Family> {
    return { registrationSessionId, draftExpiresAt: MoreThan(this.clock.now()) };
  }

  /** When a draft that is saved or kept alive now expires. */
  holdEnd(): Date {
    return new Date(this.clock.now().getTime() + this.environment.registrationTokenHours * HOUR);
  }
}
