import type { Gender, Hand, Language } from './enumerations.js';
import type { ServiceArea } from './service-areas.js';

/** What the programs agree on about studies, their slots, and who is invited to them. */

export const STUDY_STATES = ['open', 'closed'] as const;
export type StudyState = (typeof STUDY_STATES)[number];

export const INVITATION_STATES = ['queued', 'sent', 'withdrawn'] as const;
export type InvitationState = (typeof INVITATION_STATES)[number];

export const PARTICIPATION_STATES = [
  'invited',
  'accepted',
  'waitlisted',
  'declined',
  'cancelled_by_parent',
  'cancelled_by_lab',
  'attended',
  'no_show',
] as const;
export type ParticipationState = (typeof PARTICIPATION_STATES)[number];

/** Which children a study asks for. An empty list means any. */
export interface StudyCriteria {
  /** Completed months on the day of the slot, inclusive. */
  minMonths: number;
  maxMonths: number;
  genders: Gender[];
  hands: Hand[];
  /** At home or as an additional language. */
  languages: Language[];
  areas: ServiceArea[];
  /** Children who have sat in one of these studies are not asked. */
  notInStudies: number[];
}
