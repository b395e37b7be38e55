import type { Indicator } from './enumerations.js';

/**
 * Who made and who changed a record, and when (ISO 8601, UTC). Decided by the server; what a client sends is ignored.
 */
export interface AuditFields {
  createdDate: string;
  createdBy: string;
  modifiedDate: string;
  modifiedBy: string;
}

/** What every record that staff read carries beside its own fields. */
export interface StaffRecord extends AuditFields {
  id: number;
  /** Goes up with each save. A `PUT` that carries an older one is refused (409); one without it is saved. */
  version: number;
  /** Kept as sent. */
  eml: string | null;
  registeredIndicator: Indicator;
  registeredDate: string | null;
  disabledIndicator: Indicator;
}

/** Which family a guardian or a child belongs to. */
export interface MemberRecord extends StaffRecord {
  familyId: number;
  familyGuid: string;
  familyName: string;
}
