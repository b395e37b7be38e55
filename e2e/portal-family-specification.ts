/**
 * What the portal's specification says about families, guardians and children, copied byte for byte. Nothing is copied
 * from contract/, which the product uses. Numbers are the specification's sections.
 */

/** 3 */
export const RELATIONSHIPS = [
  'Mother',
  'Father',
  'Grandmother',
  'Grandfather',
  'Sibling',
  'Cousin',
  'Stepmother',
  'Stepfather',
  'Aunt',
  'Uncle',
  'Nanny',
  'Foster Mother',
  'Foster Father',
  'Guardian',
  'Other',
] as const;

/** 3: the specification gives no words for the employee option. These are the product's own. */
export const REFERRED_BY = [
  'Craigslist',
  'Lab employee',
  'Friend',
  'Newspaper Ad',
  'Flyer',
  'Berkeley Parents Network',
  'Kindercare',
  'Golden Gate Mothers Group',
  '510 Families',
  'East Bay Preschool Fair',
  'Other',
] as const;

/** 3 */
export const GENDERS = ['Male', 'Female', 'Other', 'Decline to state'] as const;
export const HANDS = ['Right-handed', 'Left-handed', 'Ambidextrous', "Don't know"] as const;
export const LANGUAGES = [
  'English',
  'Spanish',
  'French',
  'German',
  'Italian',
  'Greek',
  'Chinese (Mandarin)',
  'Chinese (Cantonese)',
  'Taiwanese',
  'Japanese',
  'Korean',
  'ASL',
  'Tagalog',
  'Telugo',
  'Hebrew',
  'Filipino',
  'Urdu',
  'Russian',
  'Serbian',
  'Portuguese',
  'Armenian',
  'Hungarian',
  'Slovak',
  'Romanian',
  'Other',
] as const;

/** 2, 5: the page that adds a family. */
export const ADD_FAMILY = {
  sections: ['Family', 'Guardian #1', 'Child #1'],
  submit: 'Submit',
  cancel: 'Cancel',
  defaults: {
    'family.okayToContactIndicator': 'Y',
    'guardian.relationshipToChild': 'Mother',
    'child.whichHandId': 'Right-handed',
    'child.languageSpokenAtHome': 'English',
  },
} as const;

/** 5: messages by field. `wrong` is an invalid value; an empty field gets the same message. */
export const FIELD_MESSAGES = {
  'family.familyName': { message: 'Family name is invalid.', wrong: 'Doe 2' },
  'family.referredBy': { message: 'Please select a valid reference.' },
  'guardian.firstName': { message: 'Guardian first name is invalid.', wrong: 'J4ne' },
  'guardian.lastName': { message: 'Guardian last name is invalid.', wrong: 'O/Brien' },
  'guardian.relationshipToChild': { message: 'Please select a valid relationship.' },
  'guardian.email': { message: 'Email format is invalid.', wrong: 'jane@example' },
  'guardian.zipCode': { message: 'ZIP code should be 5 digits.', wrong: '9460' },
  'guardian.primaryPhone': { message: 'Primary phone is invalid.', wrong: '(510) 555-010' },
  'child.firstName': { message: 'Child first name is invalid.', wrong: 'M@ya' },
  'child.gender': { message: 'Please select a valid gender.' },
  'child.monthOfBirth': { message: 'Please select a valid month of birth.' },
  'child.yearOfBirth': { message: 'Please select a valid year of birth.' },
  'child.whichHandId': { message: 'Please select a valid preference.' },
} as const satisfies Readonly<
  Record<string, { readonly message: string; readonly wrong?: string }>
>;

/** 5, 9 */
export const LIMITS = {
  name: 31,
  email: 99,
  phone: 14,
  zipCode: 5,
  notes: 1024,
  years: 11,
} as const;

/** 2, 4, 8, 9: the page of a family. */
export const DETAILS = {
  loading: 'Loading...',
  notFound: 'GUID not found',
  failed: 'Failed to fetch family data',
  addGuardian: 'Add Guardian',
  addChild: 'Add Child',
  edit: 'Edit',
  delete: 'Delete',
  deleteGuardian: 'Delete Guardian',
  deleteQuestion: 'Are you sure you want to delete? This will delete all entered information.',
  empty: 'N/A',
  mostChildren: 5,
} as const;

/** 2: the options of "is primary". */
export const IS_PRIMARY = ['Select One', 'Y', 'N'] as const;
