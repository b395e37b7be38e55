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
  /** A phone number written `(123) 456-7890`. */
  phone: 14,
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
  /** How long before a draft's end the site offers to stay, in minutes. */
  warnBeforeExpiryMinutes: 5,
  /** Wrong answers on the confirm form after which the mailed link is dead. */
  maxConfirmationTries: 5,
  /**
   * Somebody registers again with an address that awaits confirmation: the mail is sent again at most so often, in
   * minutes.
   */
  strangerResendPauseMinutes: 60,
  /** "Send it again" on the verify page, from the browser that registered: at most so often, in minutes. */
  ownResendPauseMinutes: 5,
  /**
   * Staff send the mail again: within so many seconds of the last one that is a repeat of the same click, and mails
   * nothing.
   */
  staffResendPauseSeconds: 30,
  /** Confirmation mails to one address within an hour and within a day; further ones leave later. */
  confirmationsPerHour: 3,
  confirmationsPerDay: 8,
  /** Steps of the registration. */
  steps: 3,
} as const;

/** The portal's pages. Source: admin portal, section 9. */
export const PORTAL_PAGES = {
  /** Between a delete and what follows it (the page reads its data anew, or is left), in milliseconds. */
  afterDelete: 500,
} as const;

export const REQUEST = {
  /** Largest body of a call, in bytes. */
  maxBodyBytes: 16 * 1024,
} as const;

/** The simple REST dialect of the staff calls. */
export const SIMPLE_REST = {
  /** Rows of one page, and ids of one list, at most. */
  maxRows: 1000,
  /** Pages lie within so many rows of a list. To see more, narrow the search or export. */
  reach: 10_000,
  /** Longest text of a filter, in characters. */
  maxFilterText: 99,
} as const;

/** Search, report and figures. Ages are inclusive. */
export const SEARCH = {
  /** The ages that the search form offers, by unit. Source: admin portal, section 9. */
  ageChoices: { Years: { first: 0, last: 9 }, Months: { first: 1, last: 36 } },
  /** Highest age that the server takes, by unit. */
  maxAge: { Years: 120, Months: 1440 },
  /** Totals are exact up to here. One more means "more than that", on each page of the list. */
  countedUpTo: 1000,
} as const;

/** What a spreadsheet holds. Source: admin portal, section 5, and the format. */
export const SPREADSHEET = {
  /** Name of a sheet, in UTF-16 units; without `FORBIDDEN_IN_SHEET_NAMES`. */
  sheetName: 31,
  /** Text of a cell, in UTF-16 units. */
  cellText: 32_767,
  /** Rows of a sheet, the header included. */
  rows: 1_048_576,
} as const;

/** Characters that the name of a sheet must not have. */
export const FORBIDDEN_IN_SHEET_NAMES = [':', '\\', '/', '?', '*', '[', ']'] as const;

export const FIGURES = {
  /** Weeks, this one included, that the figure of registrations shows. */
  weeks: 26,
  /** Where the classes of waiting begin, in days, after the first: under 1, from 1, from 3, from 7, from 14. */
  waitingDays: [1, 3, 7, 14],
} as const;

/** How long what has served its purpose is kept, in days, before the daily run erases it. */
export const RETENTION = {
  /**
   * Links of confirmed families, and set-password links, after they ended: an old mail still says why it opens
   * nothing.
   */
  linkDays: 30,
  /** Rows of the mail ledger whose mail left, failed or was withdrawn. */
  mailDays: 180,
  /** Mails that were captured instead of sent. */
  capturedMailDays: 30,
  /** The audit trail; the database never deletes rows of the last `auditFloorDays`. */
  auditDays: 1095,
  auditFloorDays: 365,
  /** That an address was mailed a confirmation, as a keyed hash. */
  mailedAddressDays: 1,
  /** What a form of staff was answered: so long it may be sent again and is saved once. */
  savedFormDays: 1,
  /** Receipts of erasures, without personal data. */
  receiptDays: 1095,
  /** Receipts that the portal lists, the newest. */
  shownReceipts: 100,
  /** Families that the preview of the next run names at most. */
  previewedFamilies: 100,
} as const;
