/** Who the guardian is to the child. Source: both specifications, section 3. */
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
export type Relationship = (typeof RELATIONSHIPS)[number];

/**
 * How the registrant heard about the lab (wire: `referredBy`). The specification leaves the employee option's
 * words open: it is stored as `Employee` and shown as `EMPLOYEE_REFERRAL_LABEL`.
 */
export const EMPLOYEE_REFERRAL = 'Employee';
export const REFERRAL_SOURCES = [
  'Craigslist',
  EMPLOYEE_REFERRAL,
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
export type ReferralSource = (typeof REFERRAL_SOURCES)[number];

export const GENDERS = ['Male', 'Female', 'Other', 'Decline to state'] as const;
export type Gender = (typeof GENDERS)[number];

/** Hand preference (wire: `whichHandId`). */
export const HANDS = ['Right-handed', 'Left-handed', 'Ambidextrous', "Don't know"] as const;
export type Hand = (typeof HANDS)[number];

/** `Telugo` is the specification's spelling, which is stored and exported. */
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
export type Language = (typeof LANGUAGES)[number];
export const DEFAULT_HOME_LANGUAGE: Language = 'English';

/** Wire: `mob`. */
export const MONTH_NAMES = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;

/** Month numbers on the wire: two digits. */
export const MONTHS_OF_BIRTH = MONTH_NAMES.map((_, index) => String(index + 1).padStart(2, '0'));

/** Yes or no, on the wire and in the database. */
export const INDICATORS = ['Y', 'N'] as const;
export type Indicator = (typeof INDICATORS)[number];

export const BOT_CHECKS = ['altcha', 'recaptcha', 'off'] as const;
export type BotCheckKind = (typeof BOT_CHECKS)[number];

/** Why a mailed link does not open the confirm form. */
export const INVALID_LINK_REASONS = ['unknown', 'expired', 'confirmed'] as const;
export type InvalidLinkReason = (typeof INVALID_LINK_REASONS)[number];

/** `createdBy` and `modifiedBy` of everything from the public site. */
export const REGISTRATION_SITE_ACTOR = 'Registration Site';

/** The search form's unit of ages (wire: `ageUOM`). Source: admin portal, section 3. */
export const AGE_UNITS = ['Years', 'Months'] as const;
export type AgeUnit = (typeof AGE_UNITS)[number];
export const DEFAULT_AGE_UNIT: AgeUnit = 'Years';

/** Whether all children born in a month have the right age (`certain`), or only some may have it (`possible`). */
export const AGE_MATCHES = ['certain', 'possible'] as const;
export type AgeMatch = (typeof AGE_MATCHES)[number];

/** Genders of the search form. */
export const SEARCH_GENDERS = ['All', ...GENDERS] as const;
export type SearchGender = (typeof SEARCH_GENDERS)[number];

/** The states of a family that staff see. */
export const SEARCH_STATES = ['registered', 'awaiting'] as const;
export type SearchState = (typeof SEARCH_STATES)[number];

/** Names of the states of an outbox message. */
export const MAIL_STATE_NAMES = {
  pending: 'Waiting',
  claimed: 'Being sent',
  sent: 'Sent',
  failed: 'Failed',
  withdrawn: 'Withdrawn',
} as const;
export type MailState = keyof typeof MAIL_STATE_NAMES;
export const MAIL_STATES = Object.keys(MAIL_STATE_NAMES) as MailState[];

/** The stages of a family that awaits confirmation. */
export const WAITING_STAGES = [
  'mail-queued',
  'mail-failed',
  'first-mail-sent',
  'second-notice-sent',
] as const;
export type WaitingStage = (typeof WAITING_STAGES)[number];

/** Why a family may not be invited now, in the order shown. */
export const CONTACT_REASONS = [
  'disabled',
  'unconfirmed',
  'opted-out',
  'undeliverable',
  'paused',
  'resting',
] as const;
export type ContactReason = (typeof CONTACT_REASONS)[number];

/** Registered by a parent, or added by staff. */
export const FAMILY_ORIGINS = ['registration', 'staff'] as const;
export type FamilyOrigin = (typeof FAMILY_ORIGINS)[number];
