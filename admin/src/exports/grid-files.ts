import {
  familyStateText,
  formatDateTime,
  GRID_EXPORT_HEADERS,
  GRID_EXPORTS,
  type Indicator,
  NOT_AVAILABLE,
  referralLabel,
  type StaffChild,
  type StaffFamily,
  type StaffGuardian,
  type StaffUser,
  YES_NO,
} from '@kidlab/contract';

import type { GridRecords } from '../providers/portal-calls.js';
import type { Cell } from './cell-text.js';
import type { ExportColumn } from './export-file.js';
import type { FilePair } from './specified-files.js';

/** Exports of the grids, which the specification does not have. */

/** What the server's configuration says of the words in a file. */
export interface GridWords {
  /** How the referral source `Employee` reads. */
  readonly employeeLabel: string;
  /** Of the lab. */
  readonly timeZone: string;
}

export type GridName = keyof GridRecords;

/** What a field shows where it is not shown as it is. */
type Shown<Row> = { readonly [Field in keyof Row]?: (value: Row[Field], row: Row) => Cell };

function pairOf<Row>(
  grid: GridName,
  headers: Readonly<Record<string, string>>,
  shown: Shown<Row>,
): FilePair<Row> {
  const columns = Object.entries(headers).map(([field, header]): ExportColumn<Row> =>
    columnOf(field as keyof Row, header, shown),
  );
  const { name, sheet } = GRID_EXPORTS[grid];
  return {
    excel: { fileName: `${name}.xlsx`, format: 'xlsx', sheet, columns },
    csv: { fileName: `${name}.csv`, format: 'csv', columns },
  };
}

function columnOf<Row>(field: keyof Row, header: string, shown: Shown<Row>): ExportColumn<Row> {
  const show = shown[field];
  return {
    header,
    value: (row) => (show === undefined ? (row[field] as Cell) : show(row[field], row)),
  };
}

const yesOrNo = (is: boolean): string => YES_NO[is ? 'Y' : 'N'];
const orNone = (text: string | null): string =>
  text === null || text === '' ? NOT_AVAILABLE : text;
const indicator = (value: Indicator): string => YES_NO[value];

/** The files of each grid. */
export function gridFiles({ employeeLabel, timeZone }: GridWords): {
  readonly [Grid in GridName]: FilePair<GridRecords[Grid]['record']>;
} {
  const date = (moment: string | null): string => formatDateTime(moment, timeZone);
  const changes = { createdDate: date, modifiedDate: date, registeredDate: date };
  const { families, guardians, children, users } = GRID_EXPORT_HEADERS;
  return {
    families: pairOf<StaffFamily>('families', families, {
      ...changes,
      firstEmailSentDate: date,
      secondEmailSentDate: date,
      okayToContactIndicator: indicator,
      state: (state, { confirmationExpired, disabledIndicator }) =>
        familyStateText(confirmationExpired ? 'expired' : state, disabledIndicator),
      referredBy: (source) => referralLabel(source, employeeLabel),
    }),
    guardians: pairOf<StaffGuardian>('guardians', guardians, {
      ...changes,
      isPrimaryIndicator: indicator,
      city: orNone,
    }),
    children: pairOf<StaffChild>('children', children, {
      ...changes,
      additionalLanguage1: orNone,
      additionalLanguage2: orNone,
    }),
    users: pairOf<StaffUser>('users', users, {
      createdDate: date,
      enabled: yesOrNo,
      hasPassword: yesOrNo,
      isUserAdmin: yesOrNo,
    }),
  };
}
