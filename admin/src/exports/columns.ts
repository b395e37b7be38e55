import {
  type Indicator,
  referralLabel,
  type ReferralSource,
  type RegistrationReportRow,
  type StaffFamily,
  YES_NO,
} from '@kidlab/contract';

import { formatDateTime, NOT_AVAILABLE, orNone } from '../texts/dates.js';
import type { StreamedList } from '../providers/http.js';
import { familyState } from '../texts/portal.js';

/** What is exported: a list, and the columns of its file. Each page that exports names its own. */

/** The value of a cell. Zip codes and phone numbers are text. */
export type Cell = string | number | LabTime | null;

/** A date and time in the lab's time zone, `03/01/2026 01:05:07`. Excel files get a real date. */
interface LabTime {
  readonly time: string;
}

/** Server settings for the text of a file. */
export interface ExportWords {
  /** Label of the referral source `Employee`. */
  readonly employeeLabel: string;
  /** The lab's time zone. */
  readonly timeZone: string;
}

/** Formatters for the values of fields. */
const FORMATTERS = {
  /** Unchanged. */
  value: (value: Cell | undefined) => value ?? null,
  orNone,
  /** A date in Excel. Before March 1900, where Excel's calendar is wrong, it is text. */
  date: (moment: string | null, { timeZone }: ExportWords) => {
    const time = formatDateTime(moment, timeZone);
    return time === NOT_AVAILABLE || String(moment) < '1900-03' ? time : { time };
  },
  /** A day of the calendar, `2027-03-03`: the same in every time zone. */
  day: (day: string | null, words: ExportWords): Cell =>
    FORMATTERS.date(day, { ...words, timeZone: 'UTC' }),
  yesNo: (indicator: Indicator) => YES_NO[indicator],
  /** Whether there is a value: Yes or No. */
  isSet: (value: unknown) => YES_NO[value === null ? 'N' : 'Y'],
  isRegistered: (_: unknown, __: ExportWords, row: RegistrationReportRow) =>
    YES_NO[row.registeredDate === null ? 'N' : 'Y'],
  referral: (source: ReferralSource, { employeeLabel }: ExportWords) =>
    referralLabel(source, employeeLabel),
  familyState: (_: unknown, __: ExportWords, family: StaffFamily) => familyState(family),
} satisfies Record<string, (value: never, words: ExportWords, row: never) => Cell>;

type FormatterName = keyof typeof FORMATTERS;

export interface ExportColumn {
  readonly header: string;
  readonly field: string;
  readonly as: FormatterName;
}

/** The request to the worker. */
export interface ExportOrder {
  readonly columns: readonly ExportColumn[];
  readonly sheet: string;
  readonly words: ExportWords;
  readonly format: 'xlsx' | 'csv';
  readonly list: StreamedList;
}

/** Messages of the worker: progress, then the file or an error. */
export type ExportProgress =
  | { readonly kind: 'rows'; readonly rows: number }
  | { readonly kind: 'file'; readonly file: Blob; readonly rows: number }
  | { readonly kind: 'failed'; readonly reason: string };

export function cellOf({ field, as }: ExportColumn, row: object, words: ExportWords): Cell {
  const value = (row as Readonly<Record<string, unknown>>)[field];
  return FORMATTERS[as](value as never, words, row as never);
}

/**
 * A column for each labeled field. Those that end in `Date` are dates.
 * @param formatters the formatters of other fields; `null` leaves a field out.
 */
export function columnsOf<Field extends string>(
  labels: Readonly<Record<Field, string>>,
  formatters: Readonly<Partial<Record<Field, FormatterName | null>>>,
): ExportColumn[] {
  const fields = Object.keys(labels) as Field[];
  return fields.flatMap((field) => {
    const { [field]: as = field.endsWith('Date') ? 'date' : 'value' } = formatters;
    return as === null ? [] : [{ header: labels[field], field, as }];
  });
}
