import type { Indicator } from './enumerations.js';

/** Set by the server; a client's values are ignored. Dates are ISO 8601, UTC. */
export interface AuditFields {
  createdDate: string;
  createdBy: string;
  modifiedDate: string;
  modifiedBy: string;
}

/** Fields of every record that staff read. */
export interface StaffRecord extends AuditFields {
  id: number;
  /** Incremented by each save. A `PUT` with an older one is refused (409); without one it is saved. */
  version: number;
  /** Kept as sent. */
  eml: string | null;
  registeredIndicator: Indicator;
  registeredDate: string | null;
  disabledIndicator: Indicator;
}

/** The family of a row. */
export interface FamilyOfRow {
  familyId: number;
  familyGuid: string;
  familyName: string;
}

/** A guardian or a child. */
export type MemberRecord = StaffRecord & FamilyOfRow;
