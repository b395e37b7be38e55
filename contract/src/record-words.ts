/** Labels and texts for family records, on the portal's pages and in the access report. */

/** Labels of a family's fields that staff fill in, in the order of the forms. */
export const FAMILY_FIELD_LABELS = {
  familyName: 'Family Name',
  referredBy: 'Referred By',
  okayToContactIndicator: 'Okay To Contact',
  pausedUntil: 'Paused Until',
  email: 'Email Address',
  zipCode: 'ZIP Code',
} as const;

export const FAMILY_LABELS = {
  id: 'Family Id',
  ...FAMILY_FIELD_LABELS,
  memberSince: 'Member Since',
  city: 'City',
  state: 'Status',
  disabledIndicator: 'Disabled',
  registeredDate: 'Date Registered',
  firstEmailSentDate: 'First Email Sent',
  secondEmailSentDate: 'Second Notice Sent',
  createdDate: 'Created',
  createdBy: 'Created By',
  modifiedDate: 'Last Changed',
  modifiedBy: 'Changed By',
} as const;

/** Like `FAMILY_FIELD_LABELS`, for a guardian. */
export const GUARDIAN_FIELD_LABELS = {
  firstName: 'First Name',
  lastName: 'Last Name',
  relationshipToChild: 'Relationship',
  email: 'Email Address',
  zipCode: 'ZIP Code',
  primaryPhone: 'Phone',
  isPrimaryIndicator: 'Is Primary',
  notes: 'Notes',
} as const;

export const GUARDIAN_LABELS = {
  id: 'Guardian Id',
  familyName: 'Family Name',
  ...GUARDIAN_FIELD_LABELS,
  city: 'City',
  createdDate: 'Created',
  modifiedDate: 'Last Changed',
  modifiedBy: 'Changed By',
} as const;

/** Like `FAMILY_FIELD_LABELS`, for a child. */
export const CHILD_FIELD_LABELS = {
  firstName: 'First Name',
  gender: 'Gender',
  monthOfBirth: 'Month of Birth',
  yearOfBirth: 'Year of Birth',
  whichHandId: 'Which Hand',
  languageSpokenAtHome: 'Home Language',
  additionalLanguage1: 'Additional Language 1',
  additionalLanguage2: 'Additional Language 2',
  specialNeeds: 'Special Needs',
} as const;

export const CHILD_LABELS = {
  ...CHILD_FIELD_LABELS,
  id: 'Child Id',
  familyName: 'Family Name',
  birth: 'Date of Birth',
  age: 'Age',
  createdDate: 'Created',
  modifiedDate: 'Last Changed',
  modifiedBy: 'Changed By',
} as const;

export const YES_NO = { Y: 'Yes', N: 'No' } as const;

/** Kinds of emails by their name in the outbox. */
export const MAIL_KIND_NAMES = {
  confirmation: 'Confirmation',
  'second-notice': 'Second notice',
  invitation: 'Invitation',
  place: 'Session update',
  reminder: 'Reminder',
  'set-password': 'Set password',
  'second-factor-on': 'Two-step sign-in on',
  'second-factor-off': 'Two-step sign-in off',
  'second-factor-reset': 'Two-step sign-in reset',
  'recovery-codes-made': 'New recovery codes',
  'recovery-code-used': 'Recovery code used',
} as const;
