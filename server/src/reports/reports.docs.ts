import {
  AGE_UNITS,
  type ChildrenFigure,
  DETAIL_COLUMNS,
  type ExportNotice,
  type FamilyDetailRow,
  type FamilySummaryRow,
  type HandsFigure,
  type LanguagesFigure,
  type ReferralsFigure,
  type RegistrationReportRow,
  type RegistrationsFigure,
  REPORT_COLUMNS,
  SEARCH_GENDERS,
  SEARCH_STATES,
  STAFF_MESSAGES,
  SUMMARY_COLUMNS,
  type WaitingFigure,
} from '@kidlab/contract';

import {
  type CallDocs,
  list,
  noContent,
  page,
  pageQuery,
  type ParameterDocs,
  wrongFields,
} from '../common/documented.js';
import { EXAMPLE_EMAIL, EXAMPLE_GUID } from '../common/examples.js';

const SOURCE = 'admin portal, section 7';

const AGE = 'Whole, inclusive, in the unit of `ageUOM`; of the same child as `gender`.';
const STATE: ParameterDocs = {
  description: 'Both, where it is left out.',
  choices: SEARCH_STATES,
};
const SEARCH_QUERY: Record<string, ParameterDocs> = {
  gender: { description: '`All`: any.', choices: SEARCH_GENDERS, example: 'Female' },
  ageUOM: { description: 'Unit of both ages.', choices: AGE_UNITS, example: 'Years' },
  minAge: { description: AGE, example: '2' },
  maxAge: { description: AGE, example: '3' },
  emailAddress: {
    description: 'Part of the family’s or any guardian’s address, any case.',
    example: 'okafor',
  },
  familyName: { description: 'Part of the family’s name, any case.', example: 'okafor' },
  state: STATE,
};
const WRONG_AGES = wrongFields({ field: 'minAge', message: STAFF_MESSAGES.invalidAgeRange });

const SUMMARY: FamilySummaryRow = {
  id: 17,
  guid: EXAMPLE_GUID,
  familyName: 'Okafor',
  email: EXAMPLE_EMAIL,
  state: 'registered',
  registeredDate: '2026-11-02T18:30:00.000Z',
  disabledIndicator: 'N',
  allGuardians: 'Amara Okafor',
  allChildren: 'Chidi',
};
const DETAIL: FamilyDetailRow = {
  guid: EXAMPLE_GUID,
  familyName: 'Okafor',
  email: EXAMPLE_EMAIL,
  primaryPhone: '(510) 555-0101',
  guardianFirstName: 'Amara',
  guardianLastName: 'Okafor',
  childFirstName: 'Chidi',
  childAge: 4,
  childGender: 'Male',
  whichHandId: 'Right-handed',
  languageSpokenAtHome: 'English',
  zipCode: '94608',
  city: 'Emeryville',
  referredBy: 'Friend',
};
const REPORT: RegistrationReportRow = {
  id: 17,
  guid: EXAMPLE_GUID,
  email: EXAMPLE_EMAIL,
  familyName: 'Okafor',
  firstName: 'Amara',
  registeredDate: '2026-11-02T18:30:00.000Z',
  firstEmailSentDate: '2026-11-02T18:12:00.000Z',
  secondEmailSentDate: null,
  okayToContactIndicator: 'Y',
};

/** Documentation of search and report. Answers: the contract, section 6. */
export const REPORT_DOCS = {
  announce: {
    summary: 'Writes down an export that is read in pages.',
    body: {
      type: 'ExportNotice',
      example: { resource: 'families', filteredBy: ['state'], rows: 319 } satisfies ExportNotice,
    },
    answers: [
      noContent('It stands in the audit trail.'),
      wrongFields({ field: 'resource', message: 'resource must be one of families.' }),
    ],
  },
  summary: {
    summary: 'Families that match; a page of them where `range` is sent, else all of them.',
    source: SOURCE,
    query: { ...SEARCH_QUERY, ...pageQuery(SUMMARY_COLUMNS) },
    answers: [page('FamilySummaryRow', [SUMMARY]), WRONG_AGES],
  },
  details: {
    summary:
      'A row for each child that matches; a page of them where `range` is sent, else all of them.',
    source: SOURCE,
    query: { ...SEARCH_QUERY, ...pageQuery(DETAIL_COLUMNS) },
    answers: [page('FamilyDetailRow', [DETAIL]), WRONG_AGES],
  },
  report: {
    summary: 'The registration report; a page of it where `range` is sent, else all of it.',
    source: SOURCE,
    query: {
      familyName: { description: 'Part of the family’s name, any case.', example: 'okafor' },
      name: { description: 'The same.' },
      lastName: { description: 'The same.' },
      state: STATE,
      ...pageQuery(REPORT_COLUMNS),
    },
    answers: [
      page('RegistrationReportRow', [REPORT]),
      wrongFields({ field: 'range', message: 'range must be [first,last].' }),
    ],
  },
} as const satisfies Readonly<Record<string, CallDocs>>;

const CHILDREN: ChildrenFigure = { ageYears: 3, gender: 'Female', children: 41 };
const REGISTRATIONS: RegistrationsFigure = {
  week: '2026-11-16',
  registrations: 25,
  confirmed: 20,
  confirmedShare: 0.8,
  addedByStaff: 2,
};
const WAITING: WaitingFigure = {
  stage: 'first-mail-sent',
  families: 7,
  medianHours: 20.5,
  longestHours: 70,
  byWaiting: [4, 3, 0, 0, 0],
};
const REFERRALS: ReferralsFigure = {
  source: 'Friend',
  families: 40,
  confirmed: 30,
  confirmationRate: 0.75,
};
const LANGUAGES: LanguagesFigure = { language: 'English', atHome: 310, additional: 24 };
const HANDS: HandsFigure = { hand: 'Right-handed', children: 280 };

/** Documentation of the dashboard's figures. */
export const FIGURE_DOCS = {
  children: {
    summary: 'Children of confirmed families that may be contacted, by age and gender.',
    answers: [list('ChildrenFigure', [CHILDREN])],
  },
  registrations: {
    summary: 'Registrations a week, and how many of them have confirmed.',
    answers: [list('RegistrationsFigure', [REGISTRATIONS])],
  },
  waiting: {
    summary: 'Families that await confirmation, by stage, and how long they have waited.',
    answers: [list('WaitingFigure', [WAITING])],
  },
  referrals: {
    summary: 'Referral sources with their confirmation rate.',
    answers: [list('ReferralsFigure', [REFERRALS])],
  },
  languages: {
    summary: 'Languages of children of confirmed families that may be contacted.',
    answers: [list('LanguagesFigure', [LANGUAGES])],
  },
  hands: {
    summary: 'Hand preferences of the same children.',
    answers: [list('HandsFigure', [HANDS])],
  },
} as const satisfies Readonly<Record<string, CallDocs>>;
