import { CONTACT_REASONS, type Gender } from './enumerations.js';
import type { InvitationState, ParticipationState, StaffSlot } from './studies.js';

/** What the server and the portal agree on about who may be invited to a study, who was, and what they answered. */

/** Why a child is not invited to a study, in the order in which the reasons are told. */
export const CANDIDATE_REASONS = [
  /** Of a family that is asked for by its id: there is none. */
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
  /** Its family has an invitation to this study. */
  'invited',
] as const;
export type CandidateReason = (typeof CANDIDATE_REASONS)[number];

/** Whether a child may be invited to a study now: certainly, perhaps (its day of birth decides), or not. */
export const VERDICTS = ['certain', 'possible', 'not'] as const;
export type Verdict = (typeof VERDICTS)[number];

/** A row of `GET candidates`: a child, as a study sees it. */
export interface Candidate {
  /** The child's. */
  id: number;
  familyId: number;
  familyGuid: string;
  familyName: string;
  firstName: string;
  verdict: Verdict;
  /** All of them, in the order of `CANDIDATE_REASONS`; empty unless the verdict is `not`. */
  reasons: CandidateReason[];
  /** On the day of the first open slot that fits, else of the study's next one: `23–24 months`. */
  ageText: string | null;
  /** When its family was last invited to any study. */
  lastInvitedAt: string | null;
}

/** The steps from all registered children to those who can be invited; each loses some of the one before. */
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
    /** Those of them who have the age only perhaps. */
    possible: number;
    /** Why the others of the step before are not here: the first reason of each. */
    dropped: { reason: CandidateReason; children: number }[];
  }[];
  /** Seats of coming slots that nobody has. */
  freeSeats: number;
}

/** `GET studies/{id}/letter`: the invitation as a family would get it now; its links lead nowhere. */
export interface LetterPreview {
  subject: string;
  text: string;
}

/** `POST invitations`: these families, or so many from the top of the candidates. */
export interface InvitationsRequest {
  studyId: number;
  familyIds?: number[];
  take?: number;
  /** Children whose age is only possible, too. */
  withPossible?: boolean;
}

/** What became of `POST invitations`. */
export interface InvitationsResult {
  queued: number;
  /**
   * `reasons` is empty where only the age is in doubt and `withPossible` was not asked, or where there are no
   * children.
   */
  refused: { familyId: number; reasons: CandidateReason[] }[];
}

/** A row of `GET invitations`. */
export interface StaffInvitation {
  id: number;
  studyId: number;
  studyName: string;
  familyId: number;
  familyGuid: string;
  familyName: string;
  state: InvitationState;
  withdrawnReason: string | null;
  sentAt: string | null;
  answeredAt: string | null;
  note: string | null;
  participations: StaffParticipation[];
}

/** One child in an invitation, as staff read it. */
export interface StaffParticipation {
  id: number;
  version: number;
  childId: number;
  firstName: string;
  state: ParticipationState;
  slotId: number | null;
  /** On the lab's clocks, `2027-03-14T09:30`. */
  startsLocal: string | null;
  /** Families before it on the waiting list; `null`: it does not wait. */
  waitingBefore: number | null;
  ageConfirmedAt: string | null;
}

/** `PUT participations/{id}`: an answer by telephone, a seat by hand, who came. */
export interface ParticipationChange {
  state: ParticipationState;
  /** Left out: it stays. */
  slotId?: number;
  /** The parent says that the child has the age on that day; needed where the month of birth leaves it open. */
  ageConfirmed?: boolean;
  version?: number;
}

/** One line of the roster. */
export interface RosterChild extends StaffParticipation {
  familyId: number;
  familyGuid: string;
  familyName: string;
  /** On the day of the slot: `23–24 months`. */
  ageText: string;
  gender: Gender;
  specialNeeds: string;
  guardianName: string;
  primaryPhone: string;
  /** What the parent wrote with the answer. */
  note: string | null;
}

/** `GET slots/{id}/roster` */
export interface Roster {
  slot: StaffSlot;
  /** Those with a seat or an attendance, by name. */
  seated: RosterChild[];
  /** In order. */
  waiting: RosterChild[];
}
