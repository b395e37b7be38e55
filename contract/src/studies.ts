import type { Gender, Hand, Language } from './enumerations.js';
import type { AuditFields } from './record.js';
import { type FieldRule, type FormRules, freeText, patterned } from './rules.js';
import type { ServiceArea } from './service-areas.js';

export const STUDY_STATES = ['open', 'closed'] as const;
export type StudyState = (typeof STUDY_STATES)[number];

export const INVITATION_STATE_TEXTS = {
  queued: 'Being sent',
  sent: 'Sent',
  withdrawn: 'Withdrawn',
} as const;
export type InvitationState = keyof typeof INVITATION_STATE_TEXTS;
export const INVITATION_STATES = Object.keys(INVITATION_STATE_TEXTS) as InvitationState[];

/** Names of the states of a child's answer. */
export const PARTICIPATION_STATE_TEXTS = {
  invited: 'No answer yet',
  accepted: 'Has a seat',
  waitlisted: 'On the waiting list',
  declined: 'Said no',
  cancelled_by_parent: 'Canceled by the family',
  cancelled_by_lab: 'Canceled by the lab',
  attended: 'Came',
  no_show: 'Did not come',
} as const;
export type ParticipationState = keyof typeof PARTICIPATION_STATE_TEXTS;
export const PARTICIPATION_STATES = Object.keys(PARTICIPATION_STATE_TEXTS) as ParticipationState[];

/** Longest texts, in characters. */
export const STUDY_LENGTH = { name: 80, place: 200, letter: 2000, cancelReason: 500 } as const;

/** Which children a study needs. An empty list means any. */
export interface StudyCriteria {
  /** Completed months on the day of the slot, inclusive; `null` is open. */
  minMonths: number | null;
  maxMonths: number | null;
  genders: Gender[];
  hands: Hand[];
  /** At home or as an additional language. */
  languages: Language[];
  areas: ServiceArea[];
  /** Children with a seat or an attendance in one of these studies are excluded. */
  notInStudies: number[];
}

export interface StaffStudy extends AuditFields {
  id: number;
  version: number;
  name: string;
  /** The name for parents. */
  publicName: string;
  state: StudyState;
  criteria: StudyCriteria;
  place: string;
  /** Paragraphs of the invitation. */
  letter: string;
  /** Slots that are not canceled, and their totals. */
  slots: number;
  seats: number;
  taken: number;
  /** Invitations that may have been sent; with one, the study can't be deleted. */
  invited: number;
}

/** A session's times on the lab's clocks, `2027-03-14T09:30`. */
export interface LocalTimes {
  startsLocal: string;
  endsLocal: string;
}

/** A dated session of a study. */
export interface StaffSlot extends AuditFields, LocalTimes {
  id: number;
  version: number;
  studyId: number;
  studyName: string;
  startsAt: string;
  endsAt: string;
  seats: number;
  /** Children with a seat, and on the waiting list. */
  taken: number;
  waiting: number;
  /** Incremented by each change that families are notified of. */
  sequence: number;
  cancelledAt: string | null;
  cancelReason: string | null;
}

/**
 * At least one letter or digit, and no invisible character except U+FE0F, which turns a symbol into an emoji. So emoji
 * that are joined from several are rejected.
 */
const LINE =
  /^(?=.*[\p{L}\p{N}])(?!.*(?!\uFE0F)\p{Default_Ignorable_Code_Point})[^\p{Cc}\p{Zl}\p{Zp}]+$/u;

const line = (label: string, limit: number): FieldRule => ({
  ...freeText(label, limit),
  pattern: { regex: LINE, message: `${label} must be one line of text.` },
});

export const STUDY_FORM = {
  name: { required: 'Please enter a name.', ...line('Name', STUDY_LENGTH.name) },
  publicName: {
    required: 'Please enter the name that parents read.',
    ...line('Name for parents', STUDY_LENGTH.name),
  },
  place: line('Place', STUDY_LENGTH.place),
  letter: freeText('Letter', STUDY_LENGTH.letter),
} as const satisfies FormRules;

const optional = (regex: RegExp, message: string): FieldRule => ({ pattern: { regex, message } });

const AGE = optional(
  /^(?:\d{1,3}|1[0-3]\d\d|14[0-3]\d|1440)$/,
  'An age in months is a whole number from 0 to 1440.',
);
export const CRITERIA_FORM = { minMonths: AGE, maxMonths: AGE } as const satisfies FormRules;

const LOCAL_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/;
export const SLOT_FORM = {
  startsLocal: patterned(LOCAL_TIME, 'Please enter the day and time of the start.'),
  endsLocal: patterned(LOCAL_TIME, 'Please enter the day and time of the end.'),
  seats: patterned(/^(?:[1-9]\d?|1\d\d|200)$/, 'Seats must be a whole number from 1 to 200.'),
} as const satisfies FormRules;

/** A new slot may be repeated. */
export const REPEAT_FORM = {
  repeatTimes: optional(
    /^(?:1?\d|2[0-6])$/,
    'Number of repeats must be a whole number from 0 to 26.',
  ),
  repeatWeeks: optional(
    /^(?:[1-9]|1\d|2[0-6])$/,
    'Weeks between must be a whole number from 1 to 26.',
  ),
} as const satisfies FormRules;

export const CANCELLATION_FORM = {
  reason: {
    required: 'Please enter a reason. Parents will read it.',
    ...freeText('Reason', STUDY_LENGTH.cancelReason),
  },
} as const satisfies FormRules;
