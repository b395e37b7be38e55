/** Source: admin portal, section 9. */
export const HOUSEHOLD = {
  maxGuardians: 2,
  maxChildren: 5,
} as const;

/** Longest texts, in Unicode code points. */
export const LENGTH = {
  name: 31,
  email: 99,
  /** Exact number of digits. */
  zipCode: 5,
  /** Written `(123) 456-7890`. Source: public site, section 9. */
  phone: 14,
  /** A guardian's notes, a child's special needs, and the `eml` fields, kept as sent. */
  freeText: 1024,
} as const;

export const YEARS = {
  firstParentBirthYear: 1925,
  /** Youngest parent, in years (this year minus the year of birth). */
  parentMinimumAge: 18,
  /** Years in the list of children's years of birth: this year and the ten before it. */
  childBirthYears: 11,
} as const;

export const REGISTRATION = {
  /** Wrong answers on the confirm form before the mailed link dies. */
  maxConfirmationTries: 5,
  /** Minutes between mails to an address that registers again while awaiting confirmation. */
  strangerResendPauseMinutes: 60,
  /** Minutes between uses of "Send it again" on the verify page. */
  ownResendPauseMinutes: 5,
} as const;

/** The simple REST dialect of the staff calls. */
export const SIMPLE_REST = {
  /** Most rows of a page, and most ids of a list. */
  maxRows: 1000,
  /** Longest text of a filter, in characters. */
  maxFilterText: 99,
} as const;

export const SEARCH = {
  /** Totals are exact up to here; one more means "more than that". */
  countedUpTo: 1000,
} as const;

export const FIGURES = {
  /** Weeks of registrations, including this one. */
  weeks: 26,
  /** Lower bounds, in days, of the classes of waiting families: under 1 day, 1 to 2 days, and so on. */
  waitingDays: [1, 3, 7, 14],
} as const;
