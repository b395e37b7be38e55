import { CHILD_FIELD_LABELS, CHILD_LABELS, type FamilyDetailRow } from '@kidlab/contract';
import { FAMILY_LABELS, GUARDIAN_LABELS } from './record.js';
import { REPORT_TEXTS } from './search.js';

/** Files that staff export: their names and columns, and what the portal says while it makes one. */

/**
 * Columns of `families_detail`, in their order. The specification names the fields only, so the fields are the headers:
 * programs that read these files find them. Source: admin portal, section 2.
 */
export const DETAIL_EXPORT_FIELDS = [
  'email',
  'primaryPhone',
  'guardianFirstName',
  'guardianLastName',
  'childFirstName',
  'childAge',
  'childGender',
  'whichHandId',
  'languageSpokenAtHome',
  'zipCode',
  'city',
  'referredBy',
] as const satisfies readonly (keyof FamilyDetailRow)[];

/** Exports of the grids, which the specification does not have: name of the file without its ending, and its sheet. */
export const GRID_EXPORTS = {
  families: { name: 'family_records', sheet: 'Families' },
  guardians: { name: 'guardian_records', sheet: 'Guardians' },
  children: { name: 'child_records', sheet: 'Children' },
  users: { name: 'users', sheet: 'Users' },
} as const;

/** Headers of the grids' exports, by the field of the record: the words of the grid, where it shows the field. */
export const GRID_EXPORT_HEADERS = {
  families: {
    id: FAMILY_LABELS.id,
    email: FAMILY_LABELS.email,
    familyName: FAMILY_LABELS.familyName,
    referredBy: FAMILY_LABELS.referredBy,
    okayToContactIndicator: FAMILY_LABELS.okayToContactIndicator,
    zipCode: FAMILY_LABELS.zipCode,
    city: FAMILY_LABELS.city,
    state: FAMILY_LABELS.state,
    registeredDate: FAMILY_LABELS.registeredDate,
    firstEmailSentDate: FAMILY_LABELS.firstEmailSentDate,
    secondEmailSentDate: FAMILY_LABELS.secondEmailSentDate,
    createdDate: FAMILY_LABELS.createdDate,
    createdBy: FAMILY_LABELS.createdBy,
    modifiedDate: FAMILY_LABELS.modifiedDate,
    modifiedBy: FAMILY_LABELS.modifiedBy,
  },
  guardians: {
    id: GUARDIAN_LABELS.id,
    familyId: FAMILY_LABELS.id,
    familyName: GUARDIAN_LABELS.familyName,
    firstName: GUARDIAN_LABELS.firstName,
    lastName: GUARDIAN_LABELS.lastName,
    email: GUARDIAN_LABELS.email,
    primaryPhone: GUARDIAN_LABELS.primaryPhone,
    relationshipToChild: GUARDIAN_LABELS.relationshipToChild,
    isPrimaryIndicator: GUARDIAN_LABELS.isPrimaryIndicator,
    zipCode: GUARDIAN_LABELS.zipCode,
    city: GUARDIAN_LABELS.city,
    notes: GUARDIAN_LABELS.notes,
    registeredDate: FAMILY_LABELS.registeredDate,
    createdDate: GUARDIAN_LABELS.createdDate,
    createdBy: FAMILY_LABELS.createdBy,
    modifiedDate: GUARDIAN_LABELS.modifiedDate,
    modifiedBy: GUARDIAN_LABELS.modifiedBy,
  },
  children: {
    id: CHILD_LABELS.id,
    familyId: FAMILY_LABELS.id,
    familyName: CHILD_LABELS.familyName,
    email: FAMILY_LABELS.email,
    ...CHILD_FIELD_LABELS,
    registeredDate: FAMILY_LABELS.registeredDate,
    createdDate: CHILD_LABELS.createdDate,
    createdBy: FAMILY_LABELS.createdBy,
    modifiedDate: CHILD_LABELS.modifiedDate,
    modifiedBy: CHILD_LABELS.modifiedBy,
  },
  users: {
    id: 'User Id',
    email: 'Email Address',
    enabled: 'Enabled',
    hasPassword: 'Has Password',
    isUserAdmin: 'User Administrator',
    createdDate: FAMILY_LABELS.createdDate,
    createdBy: FAMILY_LABELS.createdBy,
  },
} as const;

/** The buttons, and the dialog, which is not in the specification. */
export const EXPORT_TEXTS = {
  excel: REPORT_TEXTS.excel,
  csv: REPORT_TEXTS.csv,
  progress: 'Rows exported',
  cancel: 'Cancel',
  failed: 'The export failed.',
  tryAgain: 'Try again',
  close: 'Close',
  cancelled: 'The export was cancelled.',
} as const;

const WHOLE_NUMBER = new Intl.NumberFormat('en-US');

function rowsText(rows: number): string {
  return `${WHOLE_NUMBER.format(rows)} ${rows === 1 ? 'row' : 'rows'}`;
}

/** Heading of the dialog. */
export function exportHeading(fileName: string): string {
  return `Exporting ${fileName}`;
}

/** How far an export is; `total` is `null` while nobody knows. */
export function exportProgress(rows: number, total: number | null): string {
  return total === null ? rowsText(rows) : `${WHOLE_NUMBER.format(rows)} of ${rowsText(total)}`;
}

/** Said when the file has been handed to the browser. */
export function exportDone(fileName: string, rows: number): string {
  return `${fileName} is ready: ${rowsText(rows)}.`;
}
