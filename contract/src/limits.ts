/** How many people a family may have. Source: admin portal, section 9. */
export const HOUSEHOLD = {
  /** Guardians in a family. */
  maxGuardians: 2,
  /** Children in a family. */
  maxChildren: 5,
} as const;

/** Lengths of text, in characters (Unicode code points). */
export const LENGTH = {
  /** First, last and family names. */
  name: 31,
  /** E-mail addresses. */
  email: 99,
  /** A zip code: exactly so many digits. */
  zipCode: 5,
  /** Staff notes on a guardian. */
  notes: 1024,
  /** A child's special needs, and the `eml` fields, kept as sent. */
  freeText: 1024,
} as const;

export const YEARS = {
  /** First year of the list of parents' years of birth. */
  firstParentBirthYear: 1925,
  /** Youngest parent, in years (this year minus the year of birth). */
  parentMinimumAge: 18,
  /** Years in the list of children's years of birth: this year and the ten before it. */
  childBirthYears: 11,
} as const;

export const REGISTRATION = {
  /** Wrong answers on the confirm form after which the mailed link is dead. */
  maxConfirmationTries: 5,
  /**
   * Somebody registers again with an address that awaits confirmation: the mail is sent again at most so often, in
   * minutes.
   */
  strangerResendPauseMinutes: 60,
  /** "Send it again" on the verify page, from the browser that registered: at most so often, in minutes. */
  ownResendPauseMinutes: 5,
} as const;

/** The simple REST dialect of the staff calls. */
export const SIMPLE_REST = {
  /** Rows of one page, and ids of one list, at most. */
  maxRows: 1000,
  /** Longest text of a filter, in characters. */
  maxFilterText: 99,
} as const;

/** Search and report. */
export const SEARCH = {
  /** Totals are exact up to here. One more means "more than that", on each page of the list. */
  countedUpTo: 1000,
} as const;

export const FIGURES = {
  /** Weeks, this one included, that the figure of registrations shows. */
  weeks: 26,
  /** Where the classes of waiting begin, in days, after the first: under 1, from 1, from 3, from 7, from 14. */
  waitingDays: [1, 3, 7, 14],
} as const;
