import type { StaffChild, StaffFamily, StaffGuardian } from '@kidlab/contract';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

import { AuditTrail } from '../../audit/audit.service.js';

type SubjectType = 'family' | 'guardian' | 'child';
type StaffRecord = StaffFamily | StaffGuardian | StaffChild;

/** Who changes what. */
export interface Subject {
  readonly actor: string;
  readonly type: SubjectType;
}

/** Change with every save, or belong to other records. */
const NOT_CHANGES = new Set([
  'version',
  'modifiedDate',
  'modifiedBy',
  'guardians',
  'children',
  'consent',
]);

/** What staff change, in the audit trail: for a change the fields that differ, before and after. */
@Injectable()
export class ChangeTrail {
  constructor(private readonly audit: AuditTrail) {}

  async created(manager: EntityManager, subject: Subject, record: StaffRecord): Promise<void> {
    await this.record(manager, subject, 'created', record, { after: ownFields(record) });
  }

  async updated(
    manager: EntityManager,
    subject: Subject,
    before: StaffRecord,
    after: StaffRecord,
  ): Promise<void> {
    const [old, fresh] = [ownFields(before), ownFields(after)];
    const changed = Object.keys(fresh).filter((field) => old[field] !== fresh[field]);
    const only = (fields: Record<string, unknown>): Record<string, unknown> =>
      Object.fromEntries(changed.map((field) => [field, fields[field]]));
    await this.record(manager, subject, 'updated', after, {
      before: only(old),
      after: only(fresh),
    });
  }

  /** @param before what is remembered of it; of an erased family nothing personal. */
  async deleted(
    manager: EntityManager,
    subject: Subject,
    record: StaffRecord,
    before: object = ownFields(record),
  ): Promise<void> {
    await this.record(manager, subject, 'deleted', record, { before });
  }

  private async record(
    manager: EntityManager,
    { actor, type }: Subject,
    verb: 'created' | 'updated' | 'deleted',
    record: StaffRecord,
    change: { before?: object; after?: object },
  ): Promise<void> {
    await this.audit.record(manager, {
      actor,
      action: `${type}.${verb}`,
      subjectType: type,
      subjectId: 'guid' in record ? record.guid : String(record.id),
      familyGuid: 'guid' in record ? record.guid : record.familyGuid,
      ...change,
    });
  }
}

function ownFields(record: StaffRecord): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).filter(([field]) => !NOT_CHANGES.has(field)));
}
