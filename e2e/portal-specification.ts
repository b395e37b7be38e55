/**
 * Every text that the specification of the portal spells out, copied byte for byte. Nothing is copied from contract/,
 * which the product uses. Numbers in headings are the specification's sections.
 */

/** 1 */
export const PORTAL_TITLE = 'Lab Registration Admin Portal';

/** 2: pages by their path, with the heading that the specification quotes. */
export const PORTAL_HEADINGS = {
  '/login': 'Registration Administration',
  '/search-page': 'Search Family and Children',
  '/registration-report': 'Registration Report',
  '/expired-registration-token': 'Expired Registration Token',
  '/users': 'User Administration',
} as const;

/** 2 and 8: the login page. */
export const LOGIN = {
  heading: 'Registration Administration',
  email: 'Email Address',
  password: 'Password',
  submit: 'Submit',
  failed: 'Login failed. Please check your credentials and try again.',
} as const;

/** 5: invalid values of the login form, and their messages. */
export const LOGIN_MESSAGES = [
  {
    email: '',
    password: 'anything',
    field: 'email',
    message: 'Please enter your Kid Lab email (e.g. user@example.org)',
  },
  {
    email: 'nobody',
    password: 'anything',
    field: 'email',
    message: 'Please enter a valid email address (e.g. user@example.org)',
  },
  {
    email: `${'a'.repeat(88)}@example.org`,
    password: 'anything',
    field: 'email',
    message: 'Please enter a valid email address (e.g. user@example.org)',
  },
  {
    email: 'admin@example.org',
    password: '',
    field: 'password',
    message: 'Please enter your Kid Lab password',
  },
] as const;

/** 2: the header. */
export const HEADER = {
  menu: 'Menu',
  entries: [
    'Search Families and Children',
    'Add Family',
    'Registration Report',
    'User Administration',
    'Log Out',
  ],
  loggedInAs: 'Logged In As: {email}',
  logOut: 'Log Out',
} as const;

/** 8 and 9: the inactivity time-out. */
export const INACTIVITY = {
  minutes: 20,
  alert: 'You have been logged out due to inactivity.',
} as const;

/** 2 and 9: exports. */
export const EXPORTS = {
  details: {
    excel: 'families_detail.xlsx',
    sheet: 'Details',
    csv: 'families_detail.csv',
    columns: [
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
    ],
  },
  report: {
    excel: 'registration_report.xlsx',
    sheet: 'Registration Report',
    csv: 'families.csv',
    columns: [
      'Family Id',
      'Email Address',
      'Family Name',
      'Guardians',
      'Date Registered',
      'Confirmation Email Sent',
      'User Confirmed',
      'Second Notice Sent Date',
      'Okay To Contact',
    ],
  },
  toExcel: 'Export to Excel',
  toCsv: 'Export to CSV',
} as const;

/** 2, 4, 5, 8 and 9: Search Family and Children. */
export const SEARCH = {
  defaults: {
    searchGender: 'All',
    minAge: '',
    maxAge: '',
    ageUnit: 'Years',
    emailAddress: '',
    familyName: '',
  },
  genders: ['All', 'Male', 'Female', 'Other', 'Decline to state'],
  ages: { Years: { first: 0, last: 9 }, Months: { first: 1, last: 36 } },
  reset: 'Reset Parameters',
  noResults: 'No results found',
  empty: 'N/A',
  invalidAges: {
    title: 'Invalid Age Range',
    text: 'Minimum Age cannot be greater than Maximum Age. Please enter valid values.',
    close: 'OK',
  },
} as const;

/** 2, 4, 8 and 9: Registration Report. */
export const REPORT = {
  columns: [...EXPORTS.report.columns, 'Resend Reg Email'],
  sortedBy: 'Date Registered',
  search: 'Search Families',
  reset: 'Reset Parameters',
  noResults: 'No results found',
  empty: 'N/A',
  yes: 'Yes',
  no: 'No',
  resend: {
    question: 'Resend email?',
    text: 'Do you want to resend the verification email to: {email}',
    cancel: 'Cancel',
    confirm: 'Yes',
    success: 'Email sent',
    failure: 'Failed to send',
    unknown: 'Unknown error',
  },
} as const;

/** 2, 5 and 8: user administration. */
export const USERS = {
  heading: 'User Administration',
  list: 'Existing Users',
  enabled: '(enabled: Yes)',
  disabled: '(enabled: No)',
  delete: 'Delete',
  none: 'No users found.',
  addFailed: 'Failed to add user. Maybe duplicate?',
  invalid: 'Please enter a valid email address (e.g. user@example.org)',
} as const;

/** 2: the follow-up page. */
export const FOLLOW_UP = {
  sending: 'Sending Follow-Up Emails...',
  none: 'No follow-up emails are due.',
  one: '1 follow-up email is on its way.',
  many: (queued: number): string => `${String(queued)} follow-up emails are on their way.`,
} as const;
