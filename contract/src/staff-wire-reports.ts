import type {
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
import type { AgeMatch } from './age.js';
import type { ServiceArea } from './service-areas.js';
import type { MessageResponse } from './wire.js';

/** Query of both search calls. Every part may be left out or empty; without `ageUOM`, ages are in years. */
export interface SearchQuery {
  /** `All`: any. */
  gender?: SearchGender;
  ageUOM?: AgeUnit;
  /** Whole, inclusive. Of the same child as `gender`. */
  minAge?: string | number;
  maxAge?: string | number;
  /** Part of the family's or any guardian's address, any case. */
  emailAddress?: string;
  /** Part of the name, any case. */
  familyName?: string;
  /** Any of the family's words, as in `FamilyFilter.q`. */
  q?: string;
  state?: SearchState;
  /** The day on which the children have those ages (`YYYY-MM-DD`); without it, this month counts. */
  ageOn?: string;
  /** On that day; `certain` when left out. */
  ageMatch?: AgeMatch;
  area?: ServiceArea;
  /** `Y`: children who may be invited now. */
  contactable?: 'Y';
}

/** `GET family-guardian-child/summary` */
export interface FamilySummaryRow {
  id: number;
  guid: string;
  familyName: string;
  email: string;
  state: SearchState;
  /** `Y`: kept, but never mailed nor invited. */
  disabledIndicator: Indicator;
  registeredDate: string | null;
  /** First and last names, primary first, joined by `, `; `null` without any. */
  allGuardians: string | null;
  /** First names joined by `, `; `null` without any. */
  allChildren: string | null;
  /**
   * Which of them match the search, in their order: by age and gender, or else by name. `null`: none was looked for.
   */
  childMatches: boolean[] | null;
}

/** `GET family-guardian-child`: one row for each child that matches, with the family's primary guardian. */
export interface FamilyDetailRow {
  guid: string;
  familyName: string;
  email: string;
  primaryPhone: string | null;
  guardianFirstName: string | null;
  guardianLastName: string | null;
  childFirstName: string | null;
  /** In the unit that was asked for; on the day that was asked for, at most. */
  childAge: number | null;
  childGender: Gender | null;
  whichHandId: Hand | null;
  languageSpokenAtHome: Language | null;
  zipCode: string;
  city: string;
  referredBy: ReferralSource;
}

/** Query of the report. Both parts may be left out or empty. */
export interface ReportQuery {
  /** Part of the name, any case. `name` and `lastName` mean the same to the server. */
  familyName?: string;
  state?: SearchState;
}

/** `GET family-guardian-child/count`: what a search finds; above `SEARCH.countedUpTo` it means "more than that". */
export interface SearchCount {
  families: number;
  /** Children who match; all of the families' children where nothing is asked of a child. */
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

/** What the report can be sorted by; a family has confirmed when it has a registered date. */
export const REPORT_COLUMNS = [
  'id',
  'guid',
  'email',
  'familyName',
  'firstName',
  'registeredDate',
  'firstEmailSentDate',
  'userConfirmed',
  'secondEmailSentDate',
  'okayToContactIndicator',
] as const satisfies readonly ('userConfirmed' | keyof RegistrationReportRow)[];

/** `GET` and `POST emails/send-follow-up-emails` */
export interface FollowUpResponse extends MessageResponse {
  /** Second notices that this call has queued. */
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
  /** A UUID; also the local part of the letter's Message-ID. */
  id: string;
  kind: string;
  state: MailState;
  toAddress: string;
  familyId: number | null;
  familyGuid: string | null;
  createdAt: string;
  /** When the next try is due; `null` when there is none to come. */
  nextAttemptAt: string | null;
  retriedAt: string | null;
  /** When the mail server accepted it. */
  sentAt: string | null;
  attempts: number;
  /** What the mail server answered last, or what went wrong. */
  serverAnswer: string | null;
}

/** `GET figures/children`: children who may be invited now; a row for each age and gender that there is. */
export interface ChildrenFigure {
  ageYears: number;
  gender: Gender;
  children: number;
}

/** `GET figures/registrations`: the last weeks, oldest first, in the lab's time zone. */
export interface RegistrationsFigure {
  /** Its Monday, `YYYY-MM-DD`. */
  week: string;
  /** Families that accepted the agreement in that week, also those that are erased by now. */
  registrations: number;
  /** Of those, how many are erased: no list finds them any more. */
  erased: number;
  /** Of those, how many have confirmed. */
  confirmed: number;
  /** From 0 to 1; `null` without registrations. */
  confirmedShare: number | null;
  /** Families that staff have added. */
  addedByStaff: number;
}

/** `GET figures/waiting`: families that await confirmation, a row for each stage. */
export interface WaitingFigure {
  stage: WaitingStage;
  families: number;
  /** Since the agreement was accepted, in hours; `null` without families. */
  medianHours: number | null;
  longestHours: number | null;
  /** Families by how long they have waited, in the classes of `FIGURES.waitingDays`. */
  byWaiting: number[];
}

/** `GET figures/referrals`: a row for each source, in the list's order. */
export interface ReferralsFigure {
  source: ReferralSource;
  families: number;
  confirmed: number;
  /** From 0 to 1; `null` without families. */
  confirmationRate: number | null;
}

/** `GET figures/languages`: the same children, most frequent home language first. */
export interface LanguagesFigure {
  language: Language;
  /** Children who speak it at home. */
  atHome: number;
  /** Children who have it as an additional language. */
  additional: number;
}

/** `GET figures/hands`: the same children, a row for each preference, in the list's order. */
export interface HandsFigure {
  hand: Hand;
  children: number;
}
