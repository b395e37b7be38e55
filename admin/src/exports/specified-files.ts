import {
  DETAIL_EXPORT_FIELDS,
  type FamilyDetailRow,
  referralLabel,
  REPORT_TEXTS,
  type RegistrationReportRow,
  SEARCH_TEXTS,
} from '@kidlab/contract';

import type { ExportColumn, ExportFile, SpecifiedRows } from './export-file.js';
import { REPORT_VALUES } from './report-values.js';

/** The files that the specification names. Source: admin portal, sections 2 and 9. */

/** An Excel file and a CSV file of the same columns. */
export interface FilePair<Row> {
  readonly excel: ExportFile<Row>;
  readonly csv: ExportFile<Row>;
}

function detailColumns(employeeLabel: string): ExportColumn<FamilyDetailRow>[] {
  return DETAIL_EXPORT_FIELDS.map((field) => ({
    header: field,
    value: (row) =>
      field === 'referredBy' ? referralLabel(row.referredBy, employeeLabel) : row[field],
  }));
}

/** @param employeeLabel how the referral source `Employee` reads. */
export function detailFiles(employeeLabel: string): FilePair<FamilyDetailRow> {
  const { excelFile, excelSheet, csvFile } = SEARCH_TEXTS;
  const rows = {
    columns: detailColumns(employeeLabel),
    specified: { of: 'details', employeeLabel },
  } as const;
  return {
    excel: { fileName: excelFile, format: 'xlsx', sheet: excelSheet, ...rows },
    csv: { fileName: csvFile, format: 'csv', ...rows },
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

function reportColumns(timeZone: string): ExportColumn<RegistrationReportRow>[] {
  return REPORT_FIELDS.map((field) => ({
    header: REPORT_TEXTS.columns[field],
    value: (row) => REPORT_VALUES[field](row, timeZone),
  }));
}

/** @param timeZone of the lab. */
export function reportFiles(timeZone: string): FilePair<RegistrationReportRow> {
  const { excelFile, excelSheet, csvFile } = REPORT_TEXTS;
  const rows = {
    columns: reportColumns(timeZone),
    specified: { of: 'report', timeZone },
  } as const;
  return {
    excel: { fileName: excelFile, format: 'xlsx', sheet: excelSheet, ...rows },
    csv: { fileName: csvFile, format: 'csv', ...rows },
  };
}

/** The columns that a file of such rows has, for the worker: which rows they take is up to who sends them. */
export function columnsOf(rows: SpecifiedRows): readonly ExportColumn<never>[] {
  return rows.of === 'details' ? detailColumns(rows.employeeLabel) : reportColumns(rows.timeZone);
}
