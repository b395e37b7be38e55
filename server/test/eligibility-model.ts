import {
  ageMatchOn,
  areaOf,
  CANDIDATE_REASONS,
  type CandidateReason,
  type ContactReason,
  type ContactStatus,
  dayText,
  monthNumber,
  type Verdict,
} from '@kidlab/contract';

import type { Child } from '../src/children/child.entity.js';
import type { Day } from '../src/families/contact.rules.js';
import type { Family } from '../src/families/family.entity.js';
import type { StudyAt } from '../src/studies/candidates/study-at.js';
import { overlap, type Slot } from '../src/studies/slot.entity.js';

/** The rules about who may be invited, reimplemented in JavaScript. The server's SQL must give the same results. */

export type FamilyFacts = Pick<
  Family,
  'state' | 'okayToContactIndicator' | 'disabledIndicator' | 'undeliverableAt' | 'pausedUntil'
> &
  Pick<ContactStatus, 'invited'>;

/** The first day on which a family may be invited again. */
export function restedOn({ invited }: FamilyFacts, { restDays }: Day): string | null {
  if (invited === null) return null;
  const day = new Date(invited.on);
  day.setUTCDate(day.getUTCDate() + restDays);
  return day.toISOString().slice(0, 10);
}

/** In the order in which they are shown. */
export function contactReasonsOf(family: FamilyFacts, at: Day): ContactReason[] {
  const { state, okayToContactIndicator, disabledIndicator, undeliverableAt, pausedUntil } = family;
  const today = dayText(at.today);
  return reasonsIn<ContactReason>([
    ['disabled', disabledIndicator === 'Y'],
    ['unconfirmed', state !== 'registered'],
    ['opted-out', okayToContactIndicator === 'N'],
    ['undeliverable', undeliverableAt !== null],
    ['paused', pausedUntil !== null && pausedUntil > today],
    ['resting', (restedOn(family, at) ?? '') > today],
  ]);
}

export interface CandidateFacts {
  readonly family: FamilyFacts &
    Pick<Family, 'zipCode'> & {
      /** To this study. */
      readonly isInvited: boolean;
      /** Slots in which it has a seat. */
      readonly seats: readonly Slot[];
    };
  readonly child: Child;
  /** Studies in which the child has a seat or attended. */
  readonly studies: readonly number[];
}

export interface Judgement {
  readonly reasons: CandidateReason[];
  readonly verdict: Verdict;
  /** Ids of the slots that the child may choose: where the age may match, and where it certainly does. */
  readonly slots: { readonly possible: number[]; readonly certain: number[] };
}

export function judge({ family, child, studies }: CandidateFacts, study: StudyAt): Judgement {
  const { criteria, slots } = study;
  const matchOn = (slot: { day: StudyAt['today'] }) => ageMatchOn(child, criteria, slot.day);
  const days = slots.length === 0 ? [{ day: study.today }] : slots;
  const hasAge = days.some((day) => matchOn(day) !== null);
  const youngest = Math.max(...days.map(({ day }) => monthNumber(day) - (criteria.minMonths ?? 0)));
  const isTooYoung = monthNumber(child) > youngest;
  const ofAge = slots.filter((slot) => matchOn(slot) !== null);
  const possible = ofAge.filter((slot) => !family.seats.some((seat) => overlap(seat, slot)));
  const certain = possible.filter((slot) => matchOn(slot) === 'certain');
  const isOther = <Value>(list: readonly Value[], ...values: Value[]): boolean =>
    list.length > 0 && !list.some((each) => values.includes(each));
  const { languageSpokenAtHome, additionalLanguage1, additionalLanguage2 } = child;
  const spoken = [languageSpokenAtHome, additionalLanguage1, additionalLanguage2];
  const found = reasonsIn<CandidateReason>([
    ...contactReasonsOf(family, study).map((reason) => [reason, true] as const),
    ['disabled', child.disabledIndicator === 'Y'],
    ['too-young', isTooYoung],
    ['too-old', !hasAge && !isTooYoung],
    ['gender', isOther(criteria.genders, child.gender)],
    ['hand', isOther(criteria.hands, child.whichHandId)],
    ['language', isOther(criteria.languages, ...spoken.flatMap((each) => each ?? []))],
    ['area', isOther(criteria.areas, areaOf(family.zipCode))],
    ['seen', studies.some((id) => criteria.notInStudies.includes(id))],
    ['busy', ofAge.length > 0 && possible.length === 0],
    ['nothing-left', study.state === 'closed' || slots.length === 0],
    ['invited', family.isInvited],
  ]);
  const reasons = CANDIDATE_REASONS.filter((reason) => found.includes(reason));
  const age = certain.length > 0 ? 'certain' : 'possible';
  return {
    reasons,
    verdict: reasons.length > 0 ? 'not' : age,
    slots: { possible: possible.map(({ id }) => id), certain: certain.map(({ id }) => id) },
  };
}

function reasonsIn<Reason>(rules: readonly (readonly [Reason, boolean])[]): Reason[] {
  return rules.flatMap(([reason, holds]) => (holds ? [reason] : []));
}
