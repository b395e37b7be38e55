import {
  type ExportedGrid,
  type FamilyDetailRow,
  referralLabel,
  type RegistrationReportRow,
  type StaffChild,
  type StaffFamily,
  type StaffGuardian,
} from '@kidlab/contract';

import { formatDateTime, NOT_AVAILABLE, orNone } from '../texts/dates.js';
import type { Cell, LabTime } from './cell-text.js';
import { familyStateText, YES_NO } from '../texts/portal.js';
import { CHILD_LABELS, FAMILY_LABELS, GUARDIAN_LABELS } from '../texts/record.js';
import { type EXPORT_FILES } from '../texts/export.js';
import { REPORT_TEXTS } from '../texts/search.js';

/** Columns of exported files. Source: admin portal, sections 2 and 9. Exports of grids are not specified. */

export type ExportedRows = keyof typeof EXPORT_FILES;

/** Server settings for the text of a file. */
export interface ExportWords {
  /** Label of the referral source `Employee`. */
  readonly employeeLabel: string;
  /** The lab's time zone. */
  readonly timeZone: string;
}

export interface ExportColumn {
  readonly header: string;
  /** `null` and `undefined` leave the cell empty. */
  readonly value: (row: never) => Cell | undefined;
}

/**
 * Columns of `families_detail`, in their order. The specification names fields and no headers, so the headers are the
 * field names. Source: admin portal, section 2.
 */
const DETAIL_EXPORT_FIELDS = [
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

const OF_THE_FAMILY = {
  familyId: FAMILY_LABELS.id,
  registeredDate: FAMILY_LABELS.registeredDate,
  createdBy: FAMILY_LABELS.createdBy,
};

/** Headers of the grids' exports, by the field of the record: the words of the grid. */
const GRID_EXPORT_HEADERS = {
  families: FAMILY_LABELS,
  guardians: { ...GUARDIAN_LABELS, ...OF_THE_FAMILY },
  children: { ...CHILD_LABELS, email: FAMILY_LABELS.email, ...OF_THE_FAMILY },
} as const satisfies Record<ExportedGrid, object>;

/** Labels without an exported column of their own: other columns have their values. */
const NOT_EXPORTED: readonly string[] = ['memberSince', 'disabledIndicator', 'birth', 'age'];

const yesOrNo = (is: boolean): string => YES_NO[is ? 'Y' : 'N'];

/** Cells of the registration report, on the page and in its files. Source: admin portal, section 2. */
export const REPORT_VALUES = {
  id: ({ id }) => id,
  email: ({ email }) => orNone(email),
  familyName: ({ familyName }) => orNone(familyName),
  firstName: ({ firstName }) => orNone(firstName),
  registeredDate: ({ registeredDate }, timeZone) => formatDateTime(registeredDate, timeZone),
  firstEmailSentDate: ({ firstEmailSentDate }) => yesOrNo(firstEmailSentDate !== null),
  userConfirmed: ({ registeredDate }) => yesOrNo(registeredDate !== null),
  secondEmailSentDate: ({ secondEmailSentDate }, timeZone) =>
    formatDateTime(secondEmailSentDate, timeZone),
  okayToContactIndicator: ({ okayToContactIndicator }) => YES_NO[okayToContactIndicator],
} as const satisfies Readonly<
  Record<string, (row: RegistrationReportRow, timeZone: string) => string | number>
>;
export const REPORT_FIELDS = Object.keys(REPORT_VALUES) as (keyof typeof REPORT_VALUES)[];

/** Fields of a grid whose cell differs from their value. */
type Shown<Row> = { readonly [Field in keyof Row]?: (value: Row[Field], row: Row) => Cell };

function gridColumns<Row>(grid: ExportedGrid, shown: Shown<Row>): ExportColumn[] {
  const headers = Object.entries(GRID_EXPORT_HEADERS[grid]);
  const exported = headers.filter(([name]) => !NOT_EXPORTED.includes(name));
  return exported.map(([name, header]) => {
    const field = name as keyof Row;
    const show = shown[field] ?? ((value) => value as Cell);
    return { header, value: (row: Row) => show(row[field], row) };
  });
}

const COLUMNS: Readonly<Record<ExportedRows, (words: ExportWords) => ExportColumn[]>> = {
  details: ({ employeeLabel }) =>
    DETAIL_EXPORT_FIELDS.map((field) => ({
      header: field,
      value: (row: FamilyDetailRow) =>
        field === 'referredBy' ? referralLabel(row.referredBy, employeeLabel) : row[field],
    })),
  report: ({ timeZone }) =>
    REPORT_FIELDS.map((field) => ({
      header: REPORT_TEXTS.columns[field],
      value: (row: RegistrationReportRow) =>
        field === 'registeredDate' || field === 'secondEmailSentDate'
          ? labTime(row[field], timeZone)
          : REPORT_VALUES[field](row),
    })),
  families: ({ employeeLabel, timeZone }) =>
    gridColumns<StaffFamily>('families', {
      ...datesIn(timeZone),
      okayToContactIndicator: (value) => YES_NO[value],
      state: (state, { confirmationExpired, disabledIndicator }) =>
        familyStateText(confirmationExpired ? 'expired' : state, disabledIndicator),
      referredBy: (source) => referralLabel(source, employeeLabel),
    }),
  guardians: ({ timeZone }) =>
    gridColumns<StaffGuardian>('guardians', {
      ...datesIn(timeZone),
      isPrimaryIndicator: (value) => YES_NO[value],
      city: orNone,
    }),
  children: ({ timeZone }) =>
    gridColumns<StaffChild>('children', {
      ...datesIn(timeZone),
      additionalLanguage1: orNone,
      additionalLanguage2: orNone,
    }),
};

function labTime(moment: string | null, timeZone: string): LabTime | string {
  const time = formatDateTime(moment, timeZone);
  return time === NOT_AVAILABLE ? time : { time };
}

function datesIn(timeZone: string) {
  const date = (moment: string | null): Cell => labTime(moment, timeZone);
  return {
    createdDate: date,
    modifiedDate: date,
    registeredDate: date,
    firstEmailSentDate: date,
    secondEmailSentDate: date,
  };
}

export function columnsOf(rows: ExportedRows, words: ExportWords): ExportColumn[] {
  return COLUMNS[rows](words);
}
