import { describe, expect, test } from 'vitest';
import {
  FAMILY_LABELS,
  type FamilyDetailRow,
  type RegistrationReportRow,
  type StaffFamily,
  YES_NO,
} from '@kidlab/contract';

import { cellOf, type ExportColumn } from '../src/exports/columns.js';
import { EXPORT } from '../src/families/family-list.js';
import { REPORT_COLUMNS } from '../src/registration-report/report-table.js';
import { detailColumns } from '../src/search/search-page.js';
import { EXPORT_FILES } from '../src/texts/export.js';
import { familyStateText } from '../src/texts/portal.js';

function shown(
  columns: readonly ExportColumn[],
  row: object,
  timeZone = 'UTC',
): Record<string, unknown> {
  const words = { employeeLabel: 'Staff member', timeZone };
  return Object.fromEntries(columns.map((column) => [column.header, cellOf(column, row, words)]));
}

const DETAIL: FamilyDetailRow = {
  guid: 'b7a5c0de-0000-4000-8000-000000000001',
  familyName: 'Doe',
  email: 'doe@example.org',
  primaryPhone: '(510) 555-0100',
  guardianFirstName: 'Jane',
  guardianLastName: 'Doe',
  childFirstName: 'Maya',
  childAge: 3,
  childGender: 'Female',
  whichHandId: "Don't know",
  languageSpokenAtHome: 'Telugo',
  zipCode: '02134',
  city: 'Allston',
  referredBy: 'Employee',
};

const REPORT: RegistrationReportRow = {
  id: 12,
  guid: DETAIL.guid,
  email: 'doe@example.org',
  familyName: 'Doe',
  firstName: 'Jane, John',
  registeredDate: '2026-03-01T09:05:07.000Z',
  firstEmailSentDate: '2026-03-01T08:00:00.000Z',
  secondEmailSentDate: null,
  okayToContactIndicator: 'Y',
};

describe('families_detail', () => {
  test('is named as the specification says', () => {
    expect(EXPORT_FILES.details).toEqual({
      xlsx: 'families_detail.xlsx',
      csv: 'families_detail.csv',
      sheet: 'Details',
    });
  });

  test('has the field names as headers, and the configured label for employees', () =>
    expect(shown(detailColumns({ ageUOM: 'Months' }), DETAIL)).toEqual({
      email: 'doe@example.org',
      primaryPhone: '(510) 555-0100',
      guardianFirstName: 'Jane',
      guardianLastName: 'Doe',
      childFirstName: 'Maya',
      childAge: 3,
      childGender: 'Female',
      whichHandId: "Don't know",
      languageSpokenAtHome: 'Telugo',
      zipCode: '02134',
      city: 'Allston',
      referredBy: 'Staff member',
    }));

  test.each([
    [{ ageOn: '2026-12-05', ageUOM: 'Months' }, 'Age on 2026-12-05 (months)'],
    [{ ageOn: '2026-12-05' }, 'Age on 2026-12-05 (years)'],
  ] as const)('with %j, the header of the age is "%s"', (query, header) =>
    expect(detailColumns(query).find(({ field }) => field === 'childAge')?.header).toBe(header),
  );
});

describe('the registration report', () => {
  test('is named as the specification says', () => {
    expect(EXPORT_FILES.report).toEqual({
      xlsx: 'registration_report.xlsx',
      csv: 'families.csv',
      sheet: 'Registration Report',
    });
  });

  test('shows a confirmed family', () =>
    expect(shown(REPORT_COLUMNS, REPORT, 'America/Los_Angeles')).toEqual({
      'Family Id': 12,
      'Email Address': 'doe@example.org',
      'Family Name': 'Doe',
      Guardians: 'Jane, John',
      'Date Registered': { time: '03/01/2026 01:05:07' },
      'Confirmation Email Sent': 'Yes',
      'User Confirmed': 'Yes',
      'Second Notice Sent Date': 'N/A',
      'Okay To Contact': 'Yes',
    }));

  test('shows a family that has not confirmed', () => {
    const row: RegistrationReportRow = {
      ...REPORT,
      firstName: null,
      registeredDate: null,
      firstEmailSentDate: null,
      secondEmailSentDate: '2026-03-04T09:00:00.000Z',
      okayToContactIndicator: 'N',
    };

    expect(shown(REPORT_COLUMNS, row, 'America/Los_Angeles')).toMatchObject({
      Guardians: 'N/A',
      'Date Registered': 'N/A',
      'Confirmation Email Sent': 'No',
      'User Confirmed': 'No',
      'Second Notice Sent Date': { time: '03/04/2026 01:00:00' },
      'Okay To Contact': 'No',
    });
  });
});

test('the exports of the grids have the texts of the grids', () => {
  const family = {
    id: 1,
    zipCode: '94608',
    state: 'awaiting',
    confirmationExpired: true,
    disabledIndicator: 'Y',
    okayToContactIndicator: 'N',
    referredBy: 'Employee',
  } as StaffFamily;
  const cells = shown(EXPORT.columns, family);
  expect(cells).toMatchObject({
    [FAMILY_LABELS.zipCode]: '94608',
    [FAMILY_LABELS.state]: familyStateText('expired', 'Y'),
    [FAMILY_LABELS.okayToContactIndicator]: YES_NO.N,
    [FAMILY_LABELS.referredBy]: 'Staff member',
  });
  expect(Object.keys(cells)).not.toContain(FAMILY_LABELS.disabledIndicator);
});

test('the day until which a family is paused is a date in every time zone', () => {
  const paused = (pausedUntil: string | null): unknown =>
    shown(EXPORT.columns, { pausedUntil }, 'America/Los_Angeles')[FAMILY_LABELS.pausedUntil];

  expect(paused('2027-03-03')).toEqual({ time: '03/03/2027 00:00:00' });
  expect(paused(null)).toBe('N/A');
});

test('each grid has its own file names', () => {
  const grids = ['families', 'guardians', 'children'] as const;
  const names = grids.flatMap((grid) => [EXPORT_FILES[grid].xlsx, EXPORT_FILES[grid].csv]);

  expect(new Set(names).size).toBe(6);
});
