import {
  GENDERS,
  HANDS,
  LANGUAGES,
  REFERRED_BY,
  RELATIONSHIPS,
} from './portal-family-specification.js';
import { THIS_YEAR } from './support/people.js';

/**
 * Every text that the specification of the public site spells out, copied byte for byte (curly and straight
 * apostrophes, `≤`, `Telugo`). Nothing is copied from contract/, which the product uses. Numbers in headings are the
 * specification's sections.
 */

/** 2: pages by their path, with the heading that the specification quotes. */
export const HEADINGS = {
  '/registration': 'Parent / Guardian Information',
  '/verify-registration': 'Your registration is almost complete',
  '/cancel-registration': 'Your registration has been canceled',
  '/session-expired': 'Session Expired!',
  '/registration-confirmation': 'Congratulations!',
} as const;

/** 2: other words on pages. */
export const WORDS = {
  bannerHeading: 'Oops!',
  unexpectedError: 'Unexpected Application Error!',
  continue: 'Continue',
  submitting: 'Submitting...',
  agree: 'I agree',
  disagree: 'I do not agree',
  delete: 'Delete',
  edit: 'Edit',
  addChild: '+ Add child',
  addAnotherChild: '+ Add another child',
  cancel: 'Cancel',
  signUp: 'Sign Up',
  accountNoLongerValid: 'The account you are attempting to access is no longer valid.',
  confirmTitle: 'Please confirm your registration',
  confirmEmail: 'Confirm email address',
  confirmZipCode: 'Confirm zip code',
  step1: 'Step 1',
  step2: 'Step 2',
  step3: 'Step 3',
} as const;

/**
 * 3: the options of the lists, worded as in the portal's specification. It gives no words for "An employee option", so
 * `null` stands for it.
 */
export const CHOICES = {
  relationship: RELATIONSHIPS,
  heardFrom: REFERRED_BY.map((source) => (source === 'Lab employee' ? null : source)),
  gender: GENDERS,
  hand: HANDS,
  language: LANGUAGES,
} as const;

/** 5 and 9: the first and last year of each list. */
export const YEARS = {
  parent: { first: THIS_YEAR, last: 1925 },
  child: { first: THIS_YEAR, last: THIS_YEAR - 10 },
} as const;

/** 5: an invalid value of a field, and its message. */
export interface FieldMessage<Field extends string> {
  readonly field: Field;
  readonly value: string;
  readonly message: string;
}

type GuardianField =
  | 'firstName'
  | 'lastName'
  | 'email'
  | 'zipCode'
  | 'phone'
  | 'yearOfBirth'
  | 'relationship'
  | 'heardFrom';

const EMAIL_FORMAT =
  "Invalid email format (dot can't start/end or be consecutive; allowed specials: !#$%&'*+-/=?^_`{|}~).";

export const GUARDIAN_MESSAGES: readonly FieldMessage<GuardianField>[] = [
  { field: 'firstName', value: '', message: 'Please enter your first name' },
  {
    field: 'firstName',
    value: 'R2-D2',
    message:
      'First name should only contain letters, period, apostrophe, hyphen/dash/em-dash, quotes, and spaces.',
  },
  { field: 'lastName', value: '', message: 'Please enter your last name' },
  {
    field: 'lastName',
    value: 'Smith & Sons',
    message:
      'Last name should only contain letters, period, apostrophe, hyphen/dash/em-dash, quotes, and spaces.',
  },
  { field: 'email', value: '', message: 'Please enter your email address.' },
  { field: 'email', value: '.dot@example.org', message: EMAIL_FORMAT },
  { field: 'email', value: 'dot.@example.org', message: EMAIL_FORMAT },
  { field: 'email', value: 'two..dots@example.org', message: EMAIL_FORMAT },
  { field: 'email', value: 'brackets(a)@example.org', message: EMAIL_FORMAT },
  { field: 'email', value: 'nobody', message: EMAIL_FORMAT },
  {
    field: 'email',
    value: `${'long.'.repeat(17)}abc@example.org`,
    message: 'Email must be ≤ 99 characters.',
  },
  { field: 'zipCode', value: '', message: 'Please enter your zip code' },
  { field: 'zipCode', value: '9460', message: 'Zip Code should contain 5 digits only.' },
  { field: 'phone', value: '', message: 'Please enter your primary phone number' },
  {
    field: 'phone',
    value: '510555010',
    message: 'Primary phone number must be in the format: (123) 456-7890.',
  },
  { field: 'yearOfBirth', value: '', message: 'Please enter your year of birth' },
  {
    field: 'yearOfBirth',
    value: String(THIS_YEAR - 17),
    message: 'Parent must be at least 18 years old',
  },
  { field: 'relationship', value: '', message: 'Please select your relationship to the child' },
  { field: 'heardFrom', value: '', message: 'Please select how you heard about the Lab' },
];

type ChildField = 'firstName' | 'gender' | 'month' | 'year' | 'hand' | 'homeLanguage';

export const CHILD_MESSAGES: readonly FieldMessage<ChildField>[] = [
  { field: 'firstName', value: '', message: "Please enter your child's first name" },
  {
    field: 'firstName',
    value: 'M@ya',
    message:
      'First name should only contain letters, period, apostrophe, hyphen/dash/em-dash, quotes, and spaces.',
  },
  { field: 'gender', value: '', message: 'Please select your child’s gender' },
  { field: 'month', value: '', message: 'Please select your child’s month of birth' },
  { field: 'year', value: '', message: 'Please select your child’s year of birth' },
  { field: 'hand', value: '', message: 'Please select your child’s hand preference' },
  { field: 'homeLanguage', value: '', message: 'Please select the language spoken at home' },
];

const CONFIRM_EMAIL = 'Email should contain valid characters and format.';
const CONFIRM_ZIP_CODE = 'Zip Code should contain 5 digits only.';

export const CONFIRM_MESSAGES: readonly FieldMessage<'email' | 'zipCode'>[] = [
  { field: 'email', value: '', message: CONFIRM_EMAIL },
  { field: 'email', value: 'nobody', message: CONFIRM_EMAIL },
  { field: 'email', value: `${'a'.repeat(88)}@example.org`, message: CONFIRM_EMAIL },
  { field: 'zipCode', value: '', message: CONFIRM_ZIP_CODE },
  { field: 'zipCode', value: '9460', message: CONFIRM_ZIP_CODE },
];

/** 5 and 8: what the banner says. */
export const BANNER_MESSAGES = {
  botCheckNotReady: 'reCAPTCHA not ready, please try again.',
  unexpectedError: 'Unexpected error',
  unexpectedResponse: 'Unexpected server response. Please try again.',
  addAChild: 'Please add at least one child to continue.',
  emailMissing: 'Email is missing. Cannot continue.',
  guidMissing: 'GUID is missing. Please restart the registration.',
  awaitingConfirmation:
    'Looks like you are registered but need to confirm your email address. Please check your email and look for an email from the lab to confirm your registration.',
  validationFailed: 'There was an error validating your registration. Please try again.',
  childSaveFailed: 'There was an error submitting your registration. Please try again.',
  confirmFailed: 'An error occurred.',
} as const;

/** 3: the recorded author of data from this site. */
export const AUDIT_ACTOR = 'Registration Site';

/** 9: limits. */
export const LIMITS = { name: 31, email: 99, zipCode: 5, phone: 14, children: 5 } as const;

/** 3: a child's default home language. */
export const DEFAULT_LANGUAGE = 'English';
