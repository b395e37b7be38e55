import { type AgeMatch, type AgeUnit, FAMILY_STATE_TEXTS, STAFF_MESSAGES } from '@kidlab/contract';

/**
 * Texts of the search and the registration report. Source: admin portal, sections 2 and 8, copied byte for byte.
 * `added` holds texts that are not in the specification.
 */

export const SEARCH_TEXTS = {
  heading: 'Search Family and Children',
  reset: 'Reset Parameters',
  invalidAgeHeading: 'Invalid Age Range',
  invalidAge: STAFF_MESSAGES.invalidAgeRange,
  invalidAgeClose: 'OK',
  added: {
    submit: 'Search',
    edit: 'Edit',
    failed: 'The search failed.',
    anyState: 'All',
    noAgeUnit: 'Select One',
    ageOnHint: 'Choose an age as well.',
    latest: 'Latest families',
  },
} as const;

/** Labels of the form's fields and the columns. The specification names only the fields. */
export const SEARCH_LABELS = {
  q: 'Name, email or phone',
  familyName: 'Family Name',
  emailAddress: 'Email Address',
  searchGender: 'Gender',
  state: 'Status',
  ageUnit: 'Age Unit',
  minAge: 'Minimum Age',
  maxAge: 'Maximum Age',
  ageOn: 'Age on',
  ageMatch: 'Age certainty',
  area: 'Area',
  contactable: 'May be invited',
  allGuardians: 'Guardians',
  allChildren: 'Children',
  email: 'Email Address',
} as const;

const { registered, awaiting } = FAMILY_STATE_TEXTS;
/** The states that filter children, and the search. */
export const SEARCH_STATE_TEXTS = { registered, awaiting };

/** Only the month of birth is known, so an age may be uncertain. Not in the specification. */
export const AGE_MATCH_TEXTS: Readonly<Record<AgeMatch, string>> = {
  certain: 'Certain only',
  possible: 'Certain or possible',
};

/** `Age on 2026-12-05 (months)`, a header of the exported file. */
export function ageOnHeader(day: string, unit: AgeUnit): string {
  return `${SEARCH_LABELS.ageOn} ${day} (${unit.toLowerCase()})`;
}

/** Not in the specification. */
export const PRESET_TEXTS = {
  heading: 'Presets',
  allFamilies: 'All families',
  awaiting: 'Awaiting confirmation',
  underTwo: 'Ages 0 to 1',
  twoToThree: 'Ages 2 to 3',
  fourToFive: 'Ages 4 to 5',
  three: '3-year-olds we can invite',
  unconfirmed: 'Unconfirmed for over 7 days',
} as const;

export const REPORT_TEXTS = {
  heading: 'Registration Report',
  columns: {
    id: 'Family Id',
    email: 'Email Address',
    familyName: 'Family Name',
    firstName: 'Guardians',
    registeredDate: 'Date Registered',
    firstEmailSentDate: 'Confirmation Email Sent',
    userConfirmed: 'User Confirmed',
    secondEmailSentDate: 'Second Notice Sent Date',
    okayToContactIndicator: 'Okay To Contact',
    resend: 'Resend Reg Email',
  },
  search: 'Search Families',
  reset: 'Reset Parameters',
  resendHeading: 'Resend email?',
  resendCancel: 'Cancel',
  resendConfirm: 'Yes',
  resendSuccess: 'Email sent',
  resendFailure: 'Failed to send',
  unknownError: 'Unknown error',
  added: {
    familyName: 'Family Name',
    close: 'Close',
    unconfirmed: 'Unconfirmed',
    waitingSince: 'Waiting Since',
    failed: 'The report failed.',
    sending: 'Sending…',
    notResent: 'Nothing was sent',
  },
} as const;

/** The accessible name of an icon in a row. */
export function rowActionLabel(action: string, row: string): string {
  return `${action}: ${row}`;
}

export function resendQuestion(email: string): string {
  return `Do you want to resend the verification email to: ${email}`;
}
