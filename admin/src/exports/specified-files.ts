import {
  DETAIL_EXPORT_FIELDS,
  type FamilyDetailRow,
  referralLabel,
  REPORT_TEXTS,
  type RegistrationReportRow,
  SEARCH_TEXTS,
} from '@kidlab/contract';

import type { ExportColumn, ExportFile } from './export-file.js';
import { REPORT_VALUES } from './report-values.js';

/** The files that the specification names. Source: admin portal, sections 2 and 9. */

/** An Excel file and a CSV file of the same columns. */
export interface FilePair<Row> {
  readonly excel: ExportFile<Row>;
  readonly csv: ExportFile<Row>;
}

/** @param employeeLabel how the referral source `Employee` reads. */
export function detailFiles(employeeLabel: string): FilePair<FamilyDetailRow> {
  const columns = DETAIL_EXPORT_FIELDS.map((field): ExportColumn<FamilyDetailRow> => ({
    header: field,
    value: (row) =>
      field === 'referredBy' ? referralLabel(row.referredBy, employeeLabel) : row[field],
  }));
  const { excelFile, excelSheet, csvFile } = SEARCH_TEXTS;
  return {
    excel: { fileName: excelFile, format: 'xlsx', sheet: excelSheet, columns },
    csv: { fileName: csvFile, format: 'csv', columns },
  };
}

const REPORT_FIELDS = [
  'id',
  'email',
  'familyName',
  'firstName',
  'registeredDate',
  'firstEmailSentDate',
  'userConfirmed',
  'secondEmailSentDate',
  'okayToContactIndicator',
] as const satisfies readonly (keyof typeof REPORT_VALUES & keyof typeof REPORT_TEXTS.columns)[];

/** @param timeZone of the lab. */
export function reportFiles(timeZone: string): FilePair<RegistrationReportRow> {
  const columns = REPORT_FIELDS.map((field): ExportColumn<RegistrationReportRow> => ({
    header: REPORT_TEXTS.columns[field],
    value: (row) => REPORT_VALUES[field](row, timeZone),
  }));
  const { excelFile, excelSheet, csvFile } = REPORT_TEXTS;
  return {
    excel: { fileName: excelFile, format: 'xlsx', sheet: excelSheet, columns },
    csv: { fileName: csvFile, format: 'csv', columns },
  };
}
