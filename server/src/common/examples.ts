import type {
  AuditFields,
  Child,
  ChildRecordRequest,
  FamilyRequest,
  GuardianRequest,
  StaffChild,
  StaffFamily,
  StaffFamilyDetails,
  StaffGuardian,
} from '@kidlab/contract';

/** The made-up family of the calls' documentation. */
export const EXAMPLE_EMAIL = 'amara.okafor@example.org';
export const EXAMPLE_GUID = '6f1c7d0e-3b0a-4c63-9d5e-0a4f6b1c2d3e';
export const EXAMPLE_STAFF = 'sam@example.org';

const REGISTERED = {
  registeredIndicator: 'Y',
  registeredDate: '2026-11-02T18:30:00.000Z',
  disabledIndicator: 'N',
} as const;

const AUDIT: AuditFields = {
  createdDate: '2026-11-02T18:04:00.000Z',
  createdBy: 'Registration Site',
  modifiedDate: '2026-11-02T18:30:00.000Z',
  modifiedBy: 'Registration Site',
};

const MEMBER = { familyId: 17, familyGuid: EXAMPLE_GUID, familyName: 'Okafor', ...REGISTERED };

export const EXAMPLE_CHILD: Child = {
  id: 41,
  email: EXAMPLE_EMAIL,
  firstName: 'Chidi',
  gender: 'Male',
  monthOfBirth: '04',
  yearOfBirth: '2022',
  mob: 'April',
  whichHandId: 'Right-handed',
  languageSpokenAtHome: 'English',
  additionalLanguage1: 'French',
  additionalLanguage2: null,
  ...AUDIT,
};

export const EXAMPLE_STAFF_CHILD: StaffChild = {
  ...EXAMPLE_CHILD,
  ...MEMBER,
  version: 1,
  eml: null,
  specialNeeds: null,
};

export const EXAMPLE_GUARDIAN: StaffGuardian = {
  id: 23,
  ...MEMBER,
  firstName: 'Amara',
  lastName: 'Okafor',
  email: EXAMPLE_EMAIL,
  familyEmail: EXAMPLE_EMAIL,
  primaryPhone: '(510) 555-0101',
  zipCode: '94608',
  city: 'Emeryville',
  relationshipToChild: 'Mother',
  isPrimaryIndicator: 'Y',
  notes: null,
  version: 1,
  eml: null,
  ...AUDIT,
};

export const EXAMPLE_FAMILY: StaffFamily = {
  id: 17,
  guid: EXAMPLE_GUID,
  email: EXAMPLE_EMAIL,
  familyName: 'Okafor',
  referredBy: 'Friend',
  okayToContactIndicator: 'Y',
  zipCode: '94608',
  city: 'Emeryville',
  state: 'registered',
  ...REGISTERED,
  confirmationExpired: false,
  firstEmailSentDate: '2026-11-02T18:12:00.000Z',
  secondEmailSentDate: null,
  version: 1,
  eml: null,
  ...AUDIT,
};

export const EXAMPLE_FAMILY_DETAILS: StaffFamilyDetails = {
  ...EXAMPLE_FAMILY,
  consent: {
    version: '2026-11-20',
    acceptedAt: '2026-11-02T18:08:00.000Z',
    origin: 'https://lab.example.org',
    network: '192.0.2.0/24',
  },
  guardians: [EXAMPLE_GUARDIAN],
  children: [EXAMPLE_STAFF_CHILD],
};

export const EXAMPLE_GUARDIAN_REQUEST: GuardianRequest = {
  firstName: 'Amara',
  lastName: 'Okafor',
  email: EXAMPLE_EMAIL,
  primaryPhone: '(510) 555-0101',
  zipCode: '94608',
  relationshipToChild: 'Mother',
  isPrimaryIndicator: 'Y',
};

export const EXAMPLE_CHILD_REQUEST: ChildRecordRequest = {
  firstName: 'Chidi',
  gender: 'Male',
  monthOfBirth: '04',
  yearOfBirth: 2022,
  whichHandId: 'Right-handed',
  languageSpokenAtHome: 'English',
  additionalLanguage1: 'French',
  additionalLanguage2: '',
};

export const EXAMPLE_FAMILY_REQUEST: FamilyRequest = {
  email: EXAMPLE_EMAIL,
  zipCode: '94608',
  familyName: 'Okafor',
  referredBy: 'Friend',
  okayToContactIndicator: 'Y',
  guardians: [EXAMPLE_GUARDIAN_REQUEST],
  children: [EXAMPLE_CHILD_REQUEST],
};
