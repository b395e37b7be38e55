import { type ExportedGrid, type FamilyDetailRow } from '@kidlab/contract';

import { countOf, plural } from './dates.js';
import { CHILD_LABELS, FAMILY_LABELS, GUARDIAN_LABELS } from './record.js';

/** Files that staff export: their names and columns, and what the portal says while it makes one. */

/**
 * Columns of `families_detail`, in their order. The specification names fields and no headers, so the headers are the
 * field names. Source: admin portal, section 2.
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

function files(name: string, sheet: string) {
  return { xlsx: `${name}.xlsx`, csv: `${name}.csv`, sheet };
}

/** Names of the files, and of the sheet in Excel's. Those of the grids are not in the specification. */
export const EXPORT_FILES = {
  details: files('families_detail', 'Details'),
  report: { xlsx: 'registration_report.xlsx', csv: 'families.csv', sheet: 'Registration Report' },
  families: files('family_records', 'Families'),
  guardians: files('guardian_records', 'Guardians'),
  children: files('child_records', 'Children'),
} as const;

const OF_THE_FAMILY = {
  familyId: FAMILY_LABELS.id,
  registeredDate: FAMILY_LABELS.registeredDate,
  createdBy: FAMILY_LABELS.createdBy,
};

/** Headers of the grids' exports, by the field of the record: the words of the grid. */
export const GRID_EXPORT_HEADERS = {
  families: FAMILY_LABELS,
  guardians: { ...GUARDIAN_LABELS, ...OF_THE_FAMILY },
  children: { ...CHILD_LABELS, email: FAMILY_LABELS.email, ...OF_THE_FAMILY },
} as const satisfies Record<ExportedGrid, object>;

/** Labels without an exported column of their own: other columns have their values. */
export const NOT_EXPORTED: readonly string[] = ['memberSince', 'disabledIndicator', 'birth', 'age'];

/** The buttons, and the dialog, which is not in the specification. */
export const EXPORT_TEXTS = {
  excel: 'Export to Excel',
  csv: 'Export to CSV',
  progress: 'Rows exported',
  cancel: 'Cancel',
  failed: 'The export failed.',
  tryAgain: 'Try again',
  close: 'Close',
  cancelled: 'The export was canceled.',
} as const;

export function exportHeading(fileName: string): string {
  return `Exporting ${fileName}`;
}

/** The progress of an export. `total` is `null` until it is known. */
export function exportProgress(rows: number, total: number | null): string {
  return total === null ? plural(rows, 'row') : `${countOf(rows)} of ${plural(total, 'row')}`;
}

export function exportDone(fileName: string, rows: number): string {
  return `${fileName} is ready: ${plural(rows, 'row')}.`;
}
