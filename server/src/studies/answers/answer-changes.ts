import type { FieldError, OfferedSlot, StaffParticipation } from '@kidlab/contract';
import { type EntityManager, IsNull, Not } from 'typeorm';

import { invalidInput } from '../../common/http-error.js';
import { Participation } from '../invitation.entity.js';
import { overlap, type Slot } from '../slot.entity.js';
import { ANSWER_MESSAGES, hasAttendance, hasSeat, sitsOrWaits } from './answer-rules.js';
import type { AnswersDto } from './answers.dto.js';
import type { ReadInvitation } from './invitation-views.service.js';

/** An answer of a parent that changes something. */
export interface Change {
  readonly child: StaffParticipation;
  /** `null` for a no. */
  readonly slotId: number | null;
  /** The wanted slot, if it is still offered. */
  readonly offer: OfferedSlot | undefined;
  readonly ageConfirmed: boolean;
  readonly fault: (
    field: 'participationId' | 'answer' | 'slotId' | 'ageConfirmed',
    message: string,
  ) => FieldError;
}

/**
 * `changes`: answers that change something. `confirmed`: children who keep their place and whose age, open since a
 * move to another day, is now confirmed.
 * @throws 400 for each child that is not invited, or that is named twice
 */
export function changesIn(
  { view, children }: ReadInvitation,
  { answers }: AnswersDto,
): { changes: Change[]; confirmed: StaffParticipation[] } {
  const changes: Change[] = [];
  const confirmed: StaffParticipation[] = [];
  const faults: FieldError[] = [];
  for (const [index, answer] of answers.entries()) {
    const { participationId, ageConfirmed = false } = answer;
    const child = children.find(({ id }) => id === participationId);
    const shown = view.children.find((each) => each.participationId === participationId);
    const fault: Change['fault'] = (name, message) => ({
      field: `answers[${String(index)}].${name}`,
      message,
    });
    const first = answers.findIndex((each) => each.participationId === participationId);
    if (child === undefined || shown === undefined || first < index) {
      const { otherChild, twice } = ANSWER_MESSAGES;
      faults.push(fault('participationId', first < index ? twice : otherChild));
      continue;
    }
    const slotId = answer.answer === 'yes' ? (answer.slotId ?? null) : null;
    if (slotId !== (shown.slot?.id ?? null) || child.state === 'invited') {
      const offer = shown.slots.find(({ id }) => id === slotId);
      changes.push({ child, slotId, offer, ageConfirmed, fault });
    } else if (shown.slot?.ageQuestion != null && ageConfirmed) confirmed.push(child);
  }
  if (faults.length > 0) throw invalidInput(faults);
  return { changes, confirmed };
}

/** Errors for a 400. @param slots those that the family leaves or chooses */
export function faultsIn(change: Change, slots: readonly Slot[], now: Date): FieldError[] {
  const { child, slotId, offer, ageConfirmed, fault } = change;
  const { begun, recorded, timeGone, ageQuestion } = ANSWER_MESSAGES;
  const held = slots.find(({ id }) => id === child.slotId);
  if (hasSeat(child) && held !== undefined && held.startsAt <= now) return [fault('answer', begun)];
  // Attendance can be recorded from an hour before the start.
  if (hasAttendance(child.state)) return [fault('answer', recorded)];
  if (slotId !== null && !slots.some(({ id }) => id === slotId)) return [fault('slotId', timeGone)];
  const isAsked = offer?.ageQuestion != null && !ageConfirmed;
  return isAsked ? [fault('ageConfirmed', ageQuestion)] : [];
}

/** The family's answers with a slot, in all studies. */
export function familyBookings(manager: EntityManager, familyId: number): Promise<Participation[]> {
  const where = { familyId, slotId: Not(IsNull()) };
  return manager.find(Participation, { where, relations: { slot: true } });
}

/**
 * Errors for a 409: slots that are no longer offered, that overlap another seat or choice of the family, or that have
 * fewer seats than the family would need there, so that its children would wait forever.
 */
export function conflictsIn(
  bookings: readonly Participation[],
  changes: readonly Change[],
  slots: readonly Slot[],
): FieldError[] {
  const kept = bookings.filter(
    ({ id, state }) => sitsOrWaits(state) && !changes.some(({ child }) => child.id === id),
  );
  const seats = kept.filter(({ state }) => state === 'accepted').map(({ slot }) => slot);
  const { timeGone, busy, tooSmall } = ANSWER_MESSAGES;
  return changes.flatMap(({ slotId, offer, fault }) => {
    const wanted = slots.find(({ id }) => id === slotId);
    if (wanted === undefined) return [];
    if (offer === undefined) return [fault('slotId', timeGone)];
    const isBusy = seats.some((seat) => overlap(seat, wanted));
    seats.push(wanted);
    if (isBusy) return [fault('slotId', busy)];
    const there = [...kept, ...changes].filter((each) => each.slotId === wanted.id);
    return there.length > wanted.seats ? [fault('slotId', tooSmall)] : [];
  });
}
