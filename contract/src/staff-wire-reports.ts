import type {
  AgeMatch,
  AgeUnit,
  Gender,
  Hand,
  Indicator,
  Language,
  MailState,
  ReferralSource,
  SearchGender,
  SearchState,
  WaitingStage,
} from './enumerations.js';
import type { ServiceArea } from './service-areas.js';
import type { StaffFamily } from './family.js';
import type { MessageResponse } from './wire.js';

/** Query of the search calls. Any part may be missing or empty; ages are in years by default. */
export interface SearchQuery {
  gender?: SearchGender;
  ageUOM?: AgeUnit;
  /** Whole numbers, inclusive, of the same child as `gender`. */
  minAge?: string | number;
  maxAge?: string | number;
  /** Part of the family's or any guardian's address, any case. */
  emailAddress?: string;
  /** Part of the name, any case. */
  familyName?: string;
  /**
   * Words in any order, each part of a name or an address, or at least three digits of a telephone number. Ignores
   * case, accents, apostrophes and hyphens. If all words have one or two letters, each is part of the family's own name
   * or address, begins a guardian's first name, ends a last name, or is a child's first name.
   */
  q?: string;
  state?: SearchState;
  /** The day on which the ages apply (`YYYY-MM-DD`); by default, this month. */
  ageOn?: string;
  /** On `ageOn`; `certain` by default. */
  ageMatch?: AgeMatch;
  area?: ServiceArea;
  /** `Y`: children who may be invited now. */
  contactable?: 'Y';
}

/** `GET family-guardian-child/summary` */
export interface FamilySummaryRow extends Pick<
  StaffFamily,
  'id' | 'guid' | 'familyName' | 'email' | 'state' | 'disabledIndicator' | 'registeredDate'
> {
  /** First and last names, primary first, joined by `, `; `null` without any. */
  allGuardians: string | null;
  /** First names joined by `, `; `null` without any. */
  allChildren: string | null;
  /** Which children match by age and gender, or else by name; `null` without such a filter. */
  childMatches: boolean[] | null;
}

/** `GET family-guardian-child`: a row for each matching child, with the primary guardian. */
export interface FamilyDetailRow extends Pick<
  StaffFamily,
  'guid' | 'familyName' | 'email' | 'zipCode' | 'city' | 'referredBy'
> {
  primaryPhone: string | null;
  guardianFirstName: string | null;
  guardianLastName: string | null;
  childFirstName: string | null;
  /** In the requested unit; on `ageOn` `24–25` if it depends on the day of birth. */
  childAge: number | string | null;
  childGender: Gender | null;
  whichHandId: Hand | null;
  languageSpokenAtHome: Language | null;
}

/** Query of the report. Any part may be missing or empty. */
export interface ReportQuery {
  /** Part of the name, any case. The server also takes `name` and `lastName`. */
  familyName?: string;
  state?: SearchState;
}

/** `GET family-guardian-child/count`; above `SEARCH.countedUpTo` a count means "more than that". */
export interface SearchCount {
  families: number;
  /** Matching children; all children of the families without a filter on children. */
  children: number;
}

/** `GET registration-report` */
export interface RegistrationReportRow {
  id: number;
  guid: string;
  email: string;
  familyName: string;
  /** First names of the guardians, primary first, joined by `, `; `null` without any. */
  firstName: string | null;
  registeredDate: string | null;
  firstEmailSentDate: string | null;
  secondEmailSentDate: string | null;
  okayToContactIndicator: Indicator;
}

/** `POST registration/send-on-demand-registration-email` */
export interface ResendResponse extends MessageResponse {
  /** False when the last mail waits to be sent, or was sent a moment ago. */
  mailed: boolean;
}

/** `GET` and `POST emails/send-follow-up-emails` */
export interface FollowUpResponse extends MessageResponse {
  queued: number;
}

/** `GET audit-events` (user administrators). */
export interface AuditEventRow {
  id: number;
  occurredAt: string;
  /** A staff user's e-mail, `Registration Site` or `system`. */
  actor: string;
  action: string;
  subjectType: string;
  subjectId: string | null;
  before: object | null;
  after: object | null;
}

/** `GET mails` */
export interface MailRow {
  /** A UUID; also the local part of the email's Message-ID. */
  id: string;
  kind: string;
  state: MailState;
  toAddress: string;
  familyId: number | null;
  familyGuid: string | null;
  createdAt: string;
  /** When the next attempt is due, if any. */
  nextAttemptAt: string | null;
  /** When the mail server accepted it. */
  sentAt: string | null;
  attempts: number;
  /** The mail server's last response, or the error. */
  serverAnswer: string | null;
}

/** `GET figures/children`: children who may be invited now, by age and gender. */
export interface ChildrenFigure {
  ageYears: number;
  gender: Gender;
  children: number;
}

/** `GET figures/registrations`: weeks in the lab's time zone, oldest first. */
export interface RegistrationsFigure {
  /** Its Monday, `YYYY-MM-DD`. */
  week: string;
  /** Accepted agreements, including families erased since. */
  registrations: number;
  /** Of those, how many were erased. */
  erased: number;
  /** Of those, how many have confirmed. */
  confirmed: number;
  addedByStaff: number;
}

/** `GET figures/waiting`: families awaiting confirmation, by stage. */
export interface WaitingFigure {
  stage: WaitingStage;
  families: number;
  /** Hours since the agreement; `null` without families. */
  medianHours: number | null;
  longestHours: number | null;
  /** Families in the classes of `FIGURES.waitingDays`. */
  byWaiting: number[];
}

/** `GET figures/referrals`: a row for each source. */
export interface ReferralsFigure {
  source: ReferralSource;
  families: number;
  confirmed: number;
}

/** `GET figures/languages`: the same children as above, most frequent home language first. */
export interface LanguagesFigure {
  language: Language;
  atHome: number;
  additional: number;
}

/** `GET figures/hands`: the same children, a row for each preference. */
export interface HandsFigure {
  hand: Hand;
  children: number;
}
