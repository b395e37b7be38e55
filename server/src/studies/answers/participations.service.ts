import {
  ageQuestionOf,
  attendanceAt,
  type ParticipationState,
  STAFF_CHANGES,
  type StaffParticipation,
} from '@kidlab/contract';
import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { DataSource, type EntityManager, type FindOptionsWhere, In, IsNull } from 'typeorm';

import { conflict, invalidInput, notFound } from '../../common/http-error.js';
import { LabCalendar } from '../../common/lab.js';
import { STUDY_MESSAGES } from '../../common/messages.js';
import { recordOf } from '../../common/statements.js';
import { lockFamily } from '../../families/family-locks.js';
import { checkForChanges } from '../../families/record-changes.js';
import { jsonObject } from '../../families/record.sql.js';
import { Invitation, Participation } from '../invitation.entity.js';
import type { ParticipationChangeDto } from '../participation.dto.js';
import type { Slot } from '../slot.entity.js';
import { Study } from '../study.entity.js';
import { lockSlots } from '../slot-locks.js';
import { participationFields, PARTICIPATIONS } from '../studies.sql.js';
import {
  ANSWER_MESSAGES,
  ENDED_MESSAGES,
  hasAttendance,
  SITTING_OR_WAITING,
  sitsOrWaits,
} from './answer-rules.js';
import { type Answer, ParticipationChangesService } from './participation-changes.service.js';
import { SeatsService } from './seats.service.js';
import { findSlot, nextWaiting, nextWaitingNumber } from './waiting-list.js';

/** Changes of answers by staff: an answer by telephone, a seat by hand, the attendance. */
@Injectable()
export class ParticipationsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly changes: ParticipationChangesService,
    private readonly calendar: LabCalendar,
    private readonly seats: SeatsService,
  ) {}

  /**
   * @throws 400 for a slot of another study, and for an age that must be confirmed; 404; 409 for an older version, and
   * for a change that is not allowed, or no longer
   */
  async update(id: number, change: ParticipationChangeDto, actor: string) {
    await this.dataSource.transaction((manager) => this.save(manager, id, change, actor));
    await this.seats.waitUntilFilled();
    return this.read(this.dataSource.manager, id);
  }

  private async save(
    manager: EntityManager,
    id: number,
    { version, state, slotId: sent, ageConfirmed, withSiblings }: ParticipationChangeDto,
    actor: string,
  ): Promise<void> {
    const isYes = sitsOrWaits(state);
    const { one, slot } = await lock(manager, id, isYes ? sent : undefined);
    const slotId = slot?.id ?? null;
    const { invitationId } = one;
    const alike = { invitationId, state: one.state, slotId: one.slotId ?? IsNull() };
    const children = withSiblings === true ? await findBy(manager, alike) : [one];
    const isSlotKept = slotId === one.slotId;
    // An earlier confirmation of the age does not count for another slot, which may be on another day.
    const unconfirmed = children.filter((child) => !isSlotKept || child.ageConfirmedAt === null);
    const questions = await this.questionsOf(manager, isYes ? unconfirmed : [], slot);
    const open = [...questions.keys()];
    const { now } = this.calendar.moment();
    const confirmed = ageConfirmed === true && open.length > 0 ? { ageConfirmedAt: now } : null;
    const news = { state, slotId, ...confirmed };
    if (!checkForChanges(one, await this.read(manager, id), news, version)) return;
    if (!STAFF_CHANGES[state].includes(one.state)) throw conflict(ANSWER_MESSAGES.otherState);

    const write = (answer: Answer, to = children): Promise<void> =>
      this.changes.write(manager, actor, to, answer);
    // A child who waits keeps its place on the waiting list.
    if (isSlotKept && state === one.state && confirmed !== null) return write(confirmed, open);
    if (hasAttendance(state) || hasAttendance(one.state)) {
      refuseAttendance(one, slot, now);
      return write({ state });
    }
    const { studyId } = await findOpen(manager, invitationId);
    const hasBegun = slot !== null && slot.startsAt <= now;
    if (hasBegun && state !== 'cancelled_by_lab') throw conflict(ANSWER_MESSAGES.begun);
    if (!isYes) await write({ state, waitingNumber: null });
    else {
      if (slot?.studyId !== studyId) {
        throw invalidInput([{ field: 'slotId', message: ANSWER_MESSAGES.noSlot }]);
      }
      const waitingNumber = await this.admit(manager, children, state, slot);
      if (confirmed === null && open.length > 0) {
        // One confirmation covers all of these ages.
        const message = [...questions.values()].join(' ');
        throw invalidInput([{ field: 'ageConfirmed', message }]);
      }
      await this.changes.giveUp(manager, children);
      const answer = { state, slotId, waitingNumber };
      const others = children.filter((child) => !open.includes(child));
      await write(isSlotKept ? answer : { ...answer, ageConfirmedAt: null }, others);
      await write({ ...answer, ...confirmed }, open);
    }
    const answered = state === 'cancelled_by_lab' ? {} : { answeredAt: now };
    await this.changes.notify(manager, [invitationId], actor, answered);
  }

  /**
   * @returns the number on the waiting list; `null` for seats
   * @throws 409 if the slot has no room for these children, or other families wait for its seats
   */
  private async admit(
    manager: EntityManager,
    children: readonly Participation[],
    state: ParticipationState,
    { id: slotId, cancelledAt, taken, seats }: Slot,
  ): Promise<number | null> {
    const { noSeatLeft, othersWait, tooSmall } = ANSWER_MESSAGES;
    if (cancelledAt !== null) throw conflict(STUDY_MESSAGES.slotCancelled);
    if (state === 'waitlisted') {
      const invitationId = In(children.map((child) => child.invitationId));
      const there = { invitationId, slotId, state: In(SITTING_OR_WAITING) };
      const others = await manager.countBy(Participation, there);
      if (others + children.length > seats) throw conflict(tooSmall);
      return nextWaitingNumber(manager, slotId);
    }
    if (taken + children.length > seats) throw conflict(noSeatLeft);
    const waitHere = children.every((one) => one.state === 'waitlisted' && one.slotId === slotId);
    const next = waitHere
      ? null
      : await nextWaiting(manager, this.calendar, await findSlot(manager, slotId));
    const isTheirs = children.some(({ familyId }) => familyId === next?.familyId);
    if (next !== null && !isTheirs) throw conflict(othersWait);
    return null;
  }

  /** The children who may not have the right age on that day, each with the question to the parent. */
  private async questionsOf(
    manager: EntityManager,
    children: readonly Participation[],
    slot: Slot | null,
  ): Promise<Map<Participation, string>> {
    const questions = new Map<Participation, string>();
    if (slot === null) return questions;
    const { criteria } = await manager.findOneByOrFail(Study, { id: slot.studyId });
    for (const one of children) {
      const question = ageQuestionOf(one.child, criteria, this.calendar.dayOf(slot.startsAt));
      if (question !== null) questions.set(one, question);
    }
    return questions;
  }

  private read(manager: EntityManager, id: number): Promise<StaffParticipation> {
    const fields = jsonObject(participationFields(this.calendar.moment().timeZone));
    const one = sql`SELECT ${fields} AS record ${PARTICIPATIONS} WHERE participation.id = ${id}`;
    return recordOf(manager, one, ANSWER_MESSAGES.notFound);
  }
}

/** Locks the family, the child's slot and the wanted one. @returns the wanted slot, or else the child's */
async function lock(manager: EntityManager, id: number, wanted?: number) {
  const { familyId } = await find(manager, id);
  await lockFamily(manager, { id: familyId });
  const slots = await lockSlots(manager, [(await find(manager, id)).slotId, wanted]);
  // Read again under the locks: a cancellation of the slot may just have changed it.
  const one = await find(manager, id);
  const slotId = wanted ?? one.slotId;
  return { one, slot: slots.find((each) => each.id === slotId) ?? null };
}

/** @throws 409 */
function refuseAttendance({ slotId }: Participation, slot: Slot | null, now: Date): void {
  if (slot?.id !== slotId) throw conflict(ANSWER_MESSAGES.otherState);
  const when = attendanceAt(slot.startsAt.getTime(), now.getTime());
  if (when !== 'open') throw conflict(ANSWER_MESSAGES.attendance);
}

/** @throws 409 for an invitation that can't be answered */
async function findOpen(manager: EntityManager, id: number): Promise<Invitation> {
  const invitation = await manager.findOneByOrFail(Invitation, { id });
  if (invitation.state === 'queued') throw conflict(ANSWER_MESSAGES.notSent);
  if (invitation.state === 'withdrawn') throw conflict(ENDED_MESSAGES.withdrawn);
  return invitation;
}

/** Ordered by child, with child and family loaded. */
function findBy(manager: EntityManager, where: FindOptionsWhere<Participation>) {
  const order = { childId: 'ASC' } as const;
  return manager.find(Participation, { where, order, relations: { family: true, child: true } });
}

/** @throws 404 */
async function find(manager: EntityManager, id: number): Promise<Participation> {
  const [found] = await findBy(manager, { id });
  if (found === undefined) throw notFound(ANSWER_MESSAGES.notFound);
  return found;
}
