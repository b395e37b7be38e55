import { describe, expect, test } from '@jest/globals';
import {
  FAMILY_LABELS,
  type FamilyDetailRow,
  familyStateText,
  type RegistrationReportRow,
  type StaffFamily,
  YES_NO,
} from '@kidlab/contract';

import type { ExportFile } from './export-file.js';
import { gridFiles } from './grid-files.js';
import { detailFiles, reportFiles } from './specified-files.js';

function shown<Row>({ columns }: ExportFile<Row>, row: Row): Record<string, unknown> {
  return Object.fromEntries(columns.map(({ header, value }) => [header, value(row)]));
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
  const { excel, csv } = detailFiles('Staff member');

  test('is named as the specification says', () => {
    expect([excel.fileName, excel.sheet, excel.format]).toEqual([
      'families_detail.xlsx',
      'Details',
      'xlsx',
    ]);
    expect([csv.fileName, csv.format]).toEqual(['families_detail.csv', 'csv']);
  });

  test('has the fields as headers, and the brand’s word for employees', () => {
    expect(shown(excel, DETAIL)).toEqual({
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
    });
    expect(csv.columns).toBe(excel.columns);
  });
});

describe('the registration report', () => {
  const { excel, csv } = reportFiles('America/Los_Angeles');

  test('is named as the specification says', () => {
    expect([excel.fileName, excel.sheet]).toEqual([
      'registration_report.xlsx',
      'Registration Report',
    ]);
    expect(csv.fileName).toBe('families.csv');
  });

  test('shows a confirmed family', () => {
    expect(shown(excel, REPORT)).toEqual({
      'Family Id': 12,
      'Email Address': 'doe@example.org',
      'Family Name': 'Doe',
      Guardians: 'Jane, John',
      'Date Registered': '03/01/2026 01:05:07',
      'Confirmation Email Sent': 'Yes',
      'User Confirmed': 'Yes',
      'Second Notice Sent Date': 'N/A',
      'Okay To Contact': 'Yes',
    });
  });

  test('shows a family that has not confirmed', () => {
    const row: RegistrationReportRow = {
      ...REPORT,
      firstName: null,
      registeredDate: null,
      firstEmailSentDate: null,
      secondEmailSentDate: '2026-03-04T09:00:00.000Z',
      okayToContactIndicator: 'N',
    };

    expect(shown(csv, row)).toMatchObject({
      Guardians: 'N/A',
      'Date Registered': 'N/A',
      'Confirmation Email Sent': 'No',
      'User Confirmed': 'No',
      'Second Notice Sent Date': '03/04/2026 01:00:00',
      'Okay To Contact': 'No',
    });
  });
});

test('the files of the grids say what the grids say', () => {
  const { excel } = gridFiles({ employeeLabel: 'Staff member', timeZone: 'UTC' }).families;
  const family = {
    id: 1,
    zipCode: '94608',
    state: 'awaiting',
    confirmationExpired: true,
    disabledIndicator: 'Y',
    okayToContactIndicator: 'N',
    referredBy: 'Employee',
  } as StaffFamily;
  expect(shown(excel, family)).toMatchObject({
    [FAMILY_LABELS.zipCode]: '94608',
    [FAMILY_LABELS.state]: familyStateText('expired', 'Y'),
    [FAMILY_LABELS.okayToContactIndicator]: YES_NO.N,
    [FAMILY_LABELS.referredBy]: 'Staff member',
  });
});

test('the grids have files of their own', () => {
  const files = gridFiles({ employeeLabel: 'Staff member', timeZone: 'UTC' });
  const names = Object.values(files).flatMap(({ excel, csv }) => [excel.fileName, csv.fileName]);

  expect(new Set(names).size).toBe(8);
  expect(
    shown(files.users.excel, {
      id: 1,
      email: 'staff@example.org',
      enabled: true,
      hasPassword: false,
      hasSecondFactor: false,
      isUserAdmin: false,
      createdDate: '2026-01-02T03:04:05Z',
      createdBy: 'system',
    }),
  ).toEqual({
    'User Id': 1,
    'Email Address': 'staff@example.org',
    Enabled: 'Yes',
    'Has Password': 'No',
    'User Administrator': 'No',
    Created: '01/02/2026 03:04:05',
    'Created By': 'system',
  });
});
