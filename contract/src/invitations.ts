import { CONTACT_REASONS, type Gender } from './enumerations.js';
import type { CalendarMonth } from './format.js';
import type { FamilyOfRow } from './record.js';
import type { InvitationState, ParticipationState, StaffSlot, StaffStudy } from './studies.js';

/** Why a child can't be invited to a study, in the order shown. */
export const CANDIDATE_REASONS = [
  /** No family has the requested id. */
  'unknown',
  'erased',
  ...CONTACT_REASONS,
  'too-young',
  'too-old',
  'gender',
  'hand',
  'language',
  'area',
  'seen',
  'busy',
  'nothing-left',
  /** The family has an invitation to this study. */
  'invited',
] as const;
export type CandidateReason = (typeof CANDIDATE_REASONS)[number];

/**
 * Whether a child may be invited now: `certain` if it certainly has the right age for a session that it may choose,
 * `possible` if that depends on the day of birth for all of them.
 */
export const VERDICTS = ['certain', 'possible', 'not'] as const;
export type Verdict = (typeof VERDICTS)[number];

/** A row of `GET candidates` */
export interface Candidate extends FamilyOfRow {
  /** The child's. */
  id: number;
  firstName: string;
  verdict: Verdict;
  /** In the order of `CANDIDATE_REASONS`; empty unless the verdict is `not`. */
  reasons: CandidateReason[];
  /** `23–24 months`, on the day of the first open slot that it is offered, else of the study's next slot. */
  ageText: string | null;
  /** When the family was last invited to any study. */
  lastInvitedAt: string | null;
}

/** From all registered children to those who can be invited; each step is a subset of the previous one. */
export const FUNNEL_STEPS = [
  'registered',
  'right-age',
  'fits',
  'contactable',
  'rested',
  'can-be-invited',
] as const;
export type FunnelStep = (typeof FUNNEL_STEPS)[number];

/** `GET studies/{id}/funnel` */
export interface Funnel {
  steps: {
    step: FunnelStep;
    children: number;
    /** Of those, how many only possibly have the right age. */
    possible: number;
    /** Children of the previous step who are not in this one, by first reason. */
    dropped: { reason: CandidateReason; children: number }[];
  }[];
  /** Free seats of open slots. */
  freeSeats: number;
  /** Invited families that have not answered and still may. */
  unanswered: number;
}

/** `GET studies/{id}/letter`: the invitation as it would be sent now; its links do not work. */
export interface LetterPreview {
  subject: string;
  text: string;
}

/** Response of `POST invitations` */
export interface InvitationsResult {
  queued: number;
  /** `reasons` is empty for a family without children, or if ages are only possible and `withPossible` is off. */
  refused: { familyId: number; reasons: CandidateReason[] }[];
}

/** A row of `GET invitations`. */
export interface StaffInvitation extends FamilyOfRow {
  id: number;
  studyId: number;
  studyName: string;
  state: InvitationState;
  withdrawnReason: string | null;
  sentAt: string | null;
  answeredAt: string | null;
  note: string | null;
  participations: StaffParticipation[];
}

/** One child in an invitation, with its month of birth. */
export interface StaffParticipation extends CalendarMonth {
  id: number;
  version: number;
  childId: number;
  firstName: string;
  state: ParticipationState;
  slotId: number | null;
  /** In the lab's time zone, `2027-03-14T09:30`. */
  startsLocal: string | null;
  /** Families ahead on the waiting list; `null` when not waiting. */
  waitingBefore: number | null;
  ageConfirmedAt: string | null;
}

/** For each state, the states from which staff may change an answer to it. */
export const STAFF_CHANGES: Readonly<Record<ParticipationState, readonly ParticipationState[]>> = {
  invited: [],
  accepted: [
    'invited',
    'declined',
    'cancelled_by_parent',
    'cancelled_by_lab',
    'waitlisted',
    'accepted',
    'attended',
    'no_show',
  ],
  waitlisted: ['invited', 'declined', 'cancelled_by_parent', 'cancelled_by_lab', 'waitlisted'],
  declined: ['invited', 'waitlisted'],
  cancelled_by_parent: ['accepted'],
  cancelled_by_lab: ['accepted', 'waitlisted'],
  attended: ['accepted', 'no_show'],
  no_show: ['accepted', 'attended'],
};

export interface RosterChild extends StaffParticipation, FamilyOfRow {
  /** `23–24 months (age not confirmed)`, on the day of the slot. */
  ageText: string;
  gender: Gender;
  specialNeeds: string;
  guardianName: string;
  primaryPhone: string;
  /** The parent's note. */
  note: string | null;
  /** Disabled families get no email. */
  isMailed: boolean;
}

/** Why families on the waiting list have no seat: one reason for the session, or the first one of each family. */
export const WAITING_REASONS = [
  'no-seat',
  /** Some are about to get the free seats. */
  'filling',
  /** In the last hours before a session, staff give free seats by hand. */
  'cut-off',
  /** The family is disabled, or the mail server rejects its address. */
  'no-mail',
  /** They need more seats together than are free. */
  'siblings',
  /** A child does not have the right age, or a possible age is not confirmed. */
  'age',
  'busy',
] as const;
export type WaitingReason = (typeof WAITING_REASONS)[number];

/** `GET slots/{id}/roster` */
export interface Roster {
  slot: StaffSlot;
  study: Pick<StaffStudy, 'place' | 'criteria'>;
  /** With a seat or an attendance, by name. */
  seated: RosterChild[];
  /** In waiting order. */
  waiting: RosterChild[];
  whyWaiting: WaitingReason[];
  /** Who had a seat or was waiting when the lab canceled the slot, by name. */
  cancelled: RosterChild[];
}
