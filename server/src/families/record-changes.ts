import { isDeepStrictEqual } from 'node:util';

import {
  fieldText,
  type StaffChild,
  type StaffFamily,
  type StaffGuardian,
  type StaffSlot,
  type StaffStudy,
  type StaleRecordBody,
} from '@kidlab/contract';
import { HttpStatus } from '@nestjs/common';

import type { AuditEntry, FamilySubject, OtherSubject } from '../audit/audit.service.js';
import type { Audited } from '../common/audited.entity.js';
import { HttpError } from '../common/http-error.js';
import { sentOf } from '../common/field.js';
import { staleRecordMessage } from '../common/messages.js';

/** Status of a draft and of the people in it. */
export const NOT_REGISTERED = {
  registeredIndicator: 'N',
  registeredDate: null,
  disabledIndicator: 'N',
} as const;

/** Status of records that staff add. */
export const registeredAt = (now: Date) =>
  ({ registeredIndicator: 'Y', registeredDate: now, disabledIndicator: 'N' }) as const;

/**
 * Refuses a save that would undo another's; otherwise says whether it changes anything. The caller holds the lock.
 * @param stored the record in the shape of the response.
 * @param version the one that the client read, if sent. An older version without changes is a retried save.
 * @throws 409 `StaleRecordBody` when someone else saved in between.
 */
export function checkForChanges(
  record: Pick<Audited, 'version' | 'modifiedBy'> & { readonly modifiedDate: Date | string },
  stored: object,
  sent: object,
  version = record.version,
): boolean {
  const fields = differences(sent, stored);
  const changes = Object.keys(fields).length > 0;
  if (version === record.version || (version < record.version && !changes)) return changes;
  const stale: StaleRecordBody = {
    statusCode: HttpStatus.CONFLICT,
    message: staleRecordMessage(record.modifiedBy),
    current: {
      modifiedBy: record.modifiedBy,
      modifiedDate: new Date(record.modifiedDate).toISOString(),
      version: record.version,
      fields,
    },
  };
  throw new HttpError(stale);
}

/** Stored values, as text, of the fields that would change. */
function differences(sent: object, stored: object): Record<string, string> {
  const theirs = stored as Readonly<Record<string, unknown>>;
  const differing = Object.entries(sentOf(sent)).filter(
    ([field, value]) => !isDeepStrictEqual(value ?? '', theirs[field] ?? ''),
  );
  return Object.fromEntries(differing.map(([field]) => [field, fieldText(theirs[field])]));
}

/** Fields that change with every save, follow from others, or belong to other records. */
const NOT_AUDITED = new Set([
  'version',
  'modifiedDate',
  'modifiedBy',
  'guardians',
  'children',
  'consent',
  'contactStatus',
  'area',
]);

type Noun = FamilySubject['subjectType'] | 'study' | 'slot';
type StaffRecord = StaffFamily | StaffGuardian | StaffChild | StaffStudy | StaffSlot;

export function createdEntry(noun: Noun, actor: string, record: StaffRecord): AuditEntry {
  return { actor, action: `${noun}.created`, ...subject(noun, record), after: ownFields(record) };
}

export function deletedEntry(noun: Noun, actor: string, record: StaffRecord): AuditEntry {
  return { actor, action: `${noun}.deleted`, ...subject(noun, record), before: ownFields(record) };
}

/** With only the fields that differ. */
export function updatedEntry(
  noun: Noun,
  actor: string,
  before: StaffRecord,
  after: StaffRecord,
): AuditEntry {
  const [old, fresh] = [ownFields(before), ownFields(after)];
  const fields = Object.keys(fresh).filter((field) => !isDeepStrictEqual(old[field], fresh[field]));
  const only = (record: Record<string, unknown>): object =>
    Object.fromEntries(fields.map((field) => [field, record[field]]));
  const values = { before: only(old), after: only(fresh) };
  return { actor, action: `${noun}.updated`, ...subject(noun, after), ...values };
}

function subject(subjectType: Noun, record: StaffRecord): FamilySubject | OtherSubject {
  const subjectId = String('guid' in record ? record.guid : record.id);
  if (subjectType === 'study' || subjectType === 'slot') return { subjectType, subjectId };
  const familyGuid = 'familyGuid' in record ? record.familyGuid : subjectId;
  return { subjectType, subjectId, familyGuid };
}

function ownFields(record: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).filter(([field]) => !NOT_AUDITED.has(field)));
}
