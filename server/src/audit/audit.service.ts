import type { AuditAction, AuditSubjectType } from '@kidlab/contract';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

import { Clock } from '../common/clock.js';
import { AuditEvent } from './audit-event.entity.js';

/** The actor of what no person asked for: schedules. */
export const SYSTEM_ACTOR = 'system';

/** A family, or a person in it: what is remembered is forgotten when the family is erased. */
export interface FamilySubject {
  subjectType: 'family' | 'guardian' | 'child';
  subjectId: string;
  familyGuid: string;
}

/** Anything else: nothing that is remembered of it may speak of a family. */
export interface OtherSubject {
  subjectType: AuditSubjectType;
  subjectId: string | null;
  familyGuid?: never;
}

/** What was done, by whom, and which values it has changed. */
interface Deed {
  actor: string;
  action: AuditAction;
  before?: object;
  after?: object;
}

export type AuditEntry = (FamilySubject | OtherSubject) & Deed;

export function familySubject({ guid }: { guid: string }): FamilySubject {
  return { subjectType: 'family', subjectId: guid, familyGuid: guid };
}

const FORGET = `
  UPDATE audit_events SET before = NULL, after = NULL
  WHERE family_guid = ANY ($1) AND (before IS NOT NULL OR after IS NOT NULL)`;

/** Writes the audit trail, in the transaction of what it tells of. */
@Injectable()
export class AuditTrail {
  constructor(private readonly clock: Clock) {}

  async record(manager: EntityManager, ...entries: AuditEntry[]): Promise<void> {
    const occurredAt = this.clock.now();
    await manager.insert(
      AuditEvent,
      entries.map((entry) => ({ ...entry, occurredAt })),
    );
  }

  /** What was done to a family as a whole. */
  async recordFamily(manager: EntityManager, deed: Deed, family: { guid: string }): Promise<void> {
    await this.record(manager, { ...deed, ...familySubject(family) });
  }

  /** What was done to a staff user, or by one to their own account. */
  async recordUser(manager: EntityManager, deed: Deed, id: number | null): Promise<void> {
    const subjectId = id === null ? null : String(id);
    await this.record(manager, { ...deed, subjectType: 'user', subjectId });
  }

  /**
   * Blanks the values of all events on these families and on everybody who was ever in them. Who did what to which
   * record, and when, stays. In the transaction that has erased them: of any other family the database refuses it.
   */
  async forget(manager: EntityManager, familyGuids: readonly string[]): Promise<void> {
    await manager.query(FORGET, [familyGuids]);
  }
}
