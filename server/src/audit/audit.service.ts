import type { AuditAction, AuditSubjectType } from '@kidlab/contract';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

import { Clock } from '../common/clock.js';
import { chunksOf } from '../common/statements.js';
import { AuditEvent } from './audit-event.entity.js';

/** The actor of scheduled jobs. */
export const SYSTEM_ACTOR = 'system';
/** The actor of a failed sign-in and of a forgotten password. */
export const ANONYMOUS_ACTOR = 'anonymous';

/** A family or one of its members. Erasing the family blanks the values of the event. */
export interface FamilySubject {
  subjectType: 'family' | 'guardian' | 'child';
  subjectId: string;
  familyGuid: string;
}

/** Any other subject. The values of its events must not contain data of a family. */
export interface OtherSubject {
  subjectType: AuditSubjectType;
  subjectId: string | null;
  familyGuid?: never;
}

/** Which values changed. */
export interface AuditedValues {
  before?: object;
  after?: object;
}

export type AuditEntry = (FamilySubject | OtherSubject) &
  AuditedValues & { actor: string; action: AuditAction };

export function familySubject({ guid }: { guid: string }): FamilySubject {
  return { subjectType: 'family', subjectId: guid, familyGuid: guid };
}

const FORGET = 'UPDATE audit_events SET before = NULL, after = NULL WHERE family_guid = ANY ($1)';

/** Writes the audit trail, in the transaction of the change. */
@Injectable()
export class AuditTrail {
  constructor(private readonly clock: Clock) {}

  async record(manager: EntityManager, ...entries: AuditEntry[]): Promise<void> {
    const occurredAt = this.clock.now();
    const events = entries.map((entry) => ({ ...entry, occurredAt }));
    for (const chunk of chunksOf(events)) await manager.insert(AuditEvent, chunk);
  }

  /** Records an action on a family as a whole. */
  async recordFamily(
    manager: EntityManager,
    family: { guid: string },
    actor: string,
    action: AuditAction,
    values: AuditedValues = {},
  ): Promise<void> {
    await this.record(manager, { actor, action, ...values, ...familySubject(family) });
  }

  /** Records an action on a staff user's account. */
  async recordUser(
    manager: EntityManager,
    id: number | null,
    actor: string,
    action: AuditAction,
    values: AuditedValues = {},
  ): Promise<void> {
    const subject = { subjectType: 'user', subjectId: id === null ? null : String(id) } as const;
    await this.record(manager, { actor, action, ...values, ...subject });
  }

  /**
   * Blanks the values of all events on these families and their members. Actor, action, record and time stay. Must run
   * in the transaction that erases the families: the database refuses it for other families.
   */
  async forget(manager: EntityManager, familyGuids: readonly string[]): Promise<void> {
    await manager.query(FORGET, [familyGuids]);
  }
}
