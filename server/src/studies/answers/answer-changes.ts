import type { FieldError, OfferedSlot, StaffParticipation } from '@kidlab/contract';
import { type EntityManager, In, Not } from 'typeorm';

import { invalidInput } from '../../common/http-error.js';
import { Participation } from '../invitation.entity.js';
import { overlap, type Slot } from '../slot.entity.js';
import { ANSWER_MESSAGES, hasAttendance, hasSeat, SITTING_OR_WAITING } from './answer-rules.js';
import type { AnswersDto } from './answers.dto.js';
import type { ReadInvitation } from './invitation-views.service.js';

/** An answer that changes something. */
export interface Change {
  readonly child: StaffParticipation;
  /** `null` for a no. */
  readonly slotId: number | null;
  /** The wanted slot, if it is still offered. */
  readonly offer: OfferedSlot | undefined;
  readonly ageConfirmed: boolean;
  readonly givesUpSeat: boolean;
  /** Position in the request. */
  readonly index: number;
}

export function faultAt(
  { index }: Pick<Change, 'index'>,
  name: string,
  message: string,
): FieldError {
  return { field: `answers[${String(index)}].${name}`, message };
}

/** @throws 400 for a child that is not invited, or that is named twice */
export function changesIn({ view, children }: ReadInvitation, { answers }: AnswersDto): Change[] {
  const faults: FieldError[] = [];
  const changes = answers.flatMap((answer, index): Change[] => {
    const { participationId, ageConfirmed = false, givesUpSeat = false } = answer;
    const child = children.find(({ id }) => id === participationId);
    const shown = view.children.find((each) => each.participationId === participationId);
    const isTwice = answers
      .slice(0, index)
      .some((each) => each.participationId === participationId);
    if (child === undefined || shown === undefined || isTwice) {
      const { twice, otherChild } = ANSWER_MESSAGES;
      faults.push(faultAt({ index }, 'participationId', isTwice ? twice : otherChild));
      return [];
    }
    const slotId = answer.answer === 'yes' ? (answer.slotId ?? null) : null;
    if (slotId === (shown.slot?.id ?? null) && child.state !== 'invited') return [];
    const offer = shown.slots.find(({ id }) => id === slotId);
    return [{ child, slotId, offer, ageConfirmed, givesUpSeat, index }];
  });
  if (faults.length > 0) throw invalidInput(faults);
  return changes;
}

/** Children who keep their place, and whose age a move to another day had left open: now it is confirmed. */
export function confirmedIn({ view }: ReadInvitation, { answers }: AnswersDto): number[] {
  return answers.flatMap(({ participationId: id, answer, slotId, ageConfirmed }) => {
    const slot = view.children.find((each) => each.participationId === id)?.slot ?? null;
    const isKept = answer === 'yes' && slot !== null && slot.id === slotId;
    return isKept && slot.ageQuestion !== null && ageConfirmed === true ? [id] : [];
  });
}

/** Faults for a 400. @param slots the study's slots that the family leaves or chooses */
export function faultsIn(change: Change, slots: readonly Slot[], now: Date): FieldError[] {
  const { child, slotId, offer, ageConfirmed } = change;
  const held = slots.find(({ id }) => id === child.slotId);
  if (hasSeat(child) && held !== undefined && held.startsAt <= now)
    return [faultAt(change, 'answer', ANSWER_MESSAGES.begun)];
  // It is marked from an hour before the start.
  if (hasAttendance(child.state)) return [faultAt(change, 'answer', ANSWER_MESSAGES.marked)];
  if (slotId !== null && !slots.some(({ id }) => id === slotId)) {
    return [faultAt(change, 'slotId', ANSWER_MESSAGES.timeGone)];
  }
  const isAsked = offer?.ageQuestion != null;
  return isAsked && !ageConfirmed
    ? [faultAt(change, 'ageConfirmed', ANSWER_MESSAGES.ageQuestion)]
    : [];
}

/** Faults for slots that are no longer offered. */
export function overtakenIn(changes: readonly Change[]): FieldError[] {
  return changes
    .filter(({ slotId, offer }) => slotId !== null && offer === undefined)
    .map((change) => faultAt(change, 'slotId', ANSWER_MESSAGES.timeGone));
}

/**
 * Faults for slots that overlap another seat of the family, or another of its choices, and for slots with fewer seats
 * than its children who would be there: they would wait for ever.
 */
export async function clashesIn(
  manager: EntityManager,
  familyId: number,
  changes: readonly Change[],
  slots: readonly Slot[],
): Promise<FieldError[]> {
  const changed = changes.map(({ child }) => child.id);
  const kept = await manager.find(Participation, {
    where: { familyId, state: In(SITTING_OR_WAITING), id: Not(In(changed)) },
    relations: { slot: true },
  });
  const seats = kept.filter(({ state }) => state === 'accepted').map(({ slot }) => slot);
  return changes.flatMap((change) => {
    const wanted = slots.find(({ id }) => id === change.slotId);
    if (wanted === undefined) return [];
    const isBusy = seats.some((seat) => overlap(seat, wanted));
    seats.push(wanted);
    const there = [...kept, ...changes].filter(({ slotId }) => slotId === wanted.id);
    if (isBusy) return [faultAt(change, 'slotId', ANSWER_MESSAGES.busy)];
    const isTooSmall = there.length > wanted.seats;
    return isTooSmall ? [faultAt(change, 'slotId', ANSWER_MESSAGES.tooSmall)] : [];
  });
}
