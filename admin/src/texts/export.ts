import { countOf, plural } from './dates.js';

/** Texts of the exports. Source: admin portal, sections 2 and 8, copied byte for byte. */

/** The names of an exported file, and of the sheet in the Excel file. */
export interface ExportFile {
  readonly xlsx: string;
  readonly csv: string;
  readonly sheet: string;
}

function files(name: string, sheet: string): ExportFile {
  return { xlsx: `${name}.xlsx`, csv: `${name}.csv`, sheet };
}

/** Those of the grids are not in the specification. */
export const EXPORT_FILES = {
  details: files('families_detail', 'Details'),
  report: { xlsx: 'registration_report.xlsx', csv: 'families.csv', sheet: 'Registration Report' },
  families: files('family_records', 'Families'),
  guardians: files('guardian_records', 'Guardians'),
  children: files('child_records', 'Children'),
} as const satisfies Record<string, ExportFile>;

/** The buttons, and the dialog, which is not in the specification. */
export const EXPORT_TEXTS = {
  excel: 'Export to Excel',
  csv: 'Export to CSV',
  progress: 'Rows exported',
  cancel: 'Cancel',
  failed: 'The export failed.',
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
