import { REPORT_TEXTS } from './search-texts.js';
import type { FamilyDetailRow } from './staff-wire-reports.js';

/** Files that staff export: their names and columns, and what the portal says while it makes one. */

/**
 * Columns of `families_detail`, in their order. The specification names the fields only, so the fields are the headers:
 * whoever reads these files by program finds them. Source: admin portal, section 2.
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

/** Headers of the grids' exports, by the field of the record. */
export const GRID_EXPORT_HEADERS = {
  families: {
    id: 'Family Id',
    email: 'Email Address',
    familyName: 'Family Name',
    referredBy: 'Referred By',
    okayToContactIndicator: 'Okay To Contact',
    zipCode: 'Zip Code',
    city: 'City',
    state: 'State',
    registeredDate: 'Date Registered',
    firstEmailSentDate: 'Confirmation Email Sent Date',
    secondEmailSentDate: 'Second Notice Sent Date',
    createdDate: 'Created',
    createdBy: 'Created By',
    modifiedDate: 'Modified',
    modifiedBy: 'Modified By',
  },
  guardians: {
    id: 'Guardian Id',
    familyId: 'Family Id',
    familyName: 'Family Name',
    firstName: 'First Name',
    lastName: 'Last Name',
    email: 'Email Address',
    primaryPhone: 'Phone',
    relationshipToChild: 'Relationship',
    isPrimaryIndicator: 'Is Primary',
    zipCode: 'Zip Code',
    city: 'City',
    notes: 'Notes',
    registeredDate: 'Date Registered',
    createdDate: 'Created',
    createdBy: 'Created By',
    modifiedDate: 'Modified',
    modifiedBy: 'Modified By',
  },
  children: {
    id: 'Child Id',
    familyId: 'Family Id',
    familyName: 'Family Name',
    email: 'Email Address',
    firstName: 'First Name',
    gender: 'Gender',
    monthOfBirth: 'Month of Birth',
    yearOfBirth: 'Year of Birth',
    whichHandId: 'Hand',
    languageSpokenAtHome: 'Home Language',
    additionalLanguage1: 'Additional Language 1',
    additionalLanguage2: 'Additional Language 2',
    specialNeeds: 'Special Needs',
    registeredDate: 'Date Registered',
    createdDate: 'Created',
    createdBy: 'Created By',
    modifiedDate: 'Modified',
    modifiedBy: 'Modified By',
  },
  users: {
    id: 'User Id',
    email: 'Email Address',
    enabled: 'Enabled',
    hasPassword: 'Has Password',
    isUserAdmin: 'User Administrator',
    createdDate: 'Created',
    createdBy: 'Created By',
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
