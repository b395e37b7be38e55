import { attendanceAt, STAFF_CHANGES, type StaffParticipation } from '@kidlab/contract';
import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { DataSource, type EntityManager, In, IsNull, Not } from 'typeorm';

import { Child } from '../../children/child.entity.js';
import { conflict, invalidInput, notFound } from '../../common/http-error.js';
import { LabCalendar } from '../../common/lab.js';
import { STUDY_MESSAGES } from '../../common/messages.js';
import { recordOf } from '../../common/statements.js';
import { lockFamily } from '../../families/family-locks.js';
import { isChanged } from '../../families/record-changes.js';
import { jsonObject } from '../../families/record.sql.js';
import { Invitation, Participation } from '../invitation.entity.js';
import type { ParticipationChangeDto } from '../participation.dto.js';
import type { Slot } from '../slot.entity.js';
import { lockSlots } from '../slot-locks.js';
import { Study } from '../study.entity.js';
import { participationFields, PARTICIPATIONS } from '../studies.sql.js';
import {
  ageQuestionOf,
  ANSWER_MESSAGES,
  ENDED_MESSAGES,
  hasAttendance,
  SITTING_OR_WAITING,
  sitsOrWaits,
} from './answer-rules.js';
import { ParticipationChangesService } from './participation-changes.service.js';
import { SeatsService } from './seats.service.js';
import { nextWaiting, nextWaitingNumber } from './waiting-list.js';

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
  async update(
    id: number,
    { version, state, slotId: sent, ageConfirmed = false, withSiblings }: ParticipationChangeDto,
    actor: string,
  ): Promise<StaffParticipation> {
    await this.dataSource.transaction(async (manager) => {
      const { familyId } = await find(manager, id);
      const family = await lockFamily(manager, { id: familyId });
      if (family === null) throw notFound(ANSWER_MESSAGES.notFound);
      const wanted = sitsOrWaits(state) ? sent : undefined;
      const { invitationId, slotId: held } = await find(manager, id);
      const slots = await lockSlots(manager, [held, wanted]);
      // Read again behind the locks: canceling the slot may just have changed it.
      const one = await find(manager, id);
      const slotId = wanted ?? one.slotId;
      const stored = await this.read(manager, id);
      if (!isChanged(one, stored, { state, slotId }, version)) return;
      const { now } = this.calendar.moment();
      const slot = slots.find((each) => each.id === slotId) ?? null;
      if (!STAFF_CHANGES[state].includes(one.state)) throw conflict(ANSWER_MESSAGES.otherState);
      const isAttendance = hasAttendance(state) || hasAttendance(one.state);
      const same = { invitationId, state: one.state, slotId: one.slotId ?? IsNull() };
      const siblings = { where: same, relations: { family: true } };
      const children = withSiblings === true ? await manager.find(Participation, siblings) : [one];
      if (state === 'waitlisted' && slot !== null) {
        const others = await manager.countBy(Participation, {
          invitationId,
          slotId: slot.id,
          state: In(SITTING_OR_WAITING),
          id: Not(In(children.map((child) => child.id))),
        });
        if (others + children.length > slot.seats) throw conflict(ANSWER_MESSAGES.tooSmall);
      }
      // They wait together.
      const waitingNumber =
        state === 'waitlisted' && slotId !== null ? await nextWaitingNumber(manager, slotId) : null;
      const answers = children.map((child) => {
        const confirmed = slotId === child.slotId ? child.ageConfirmedAt : null;
        const ageConfirmedAt = ageConfirmed && sitsOrWaits(state) ? now : confirmed;
        return { child, answer: { state, slotId, waitingNumber, ageConfirmedAt } };
      });
      if (isAttendance) refuseAttendance(one, slot, now);
      else {
        await this.refuse(manager, one, { state, slot }, children.length);
        if (slot !== null && sitsOrWaits(state)) {
          const unconfirmed = answers.filter(({ answer }) => answer.ageConfirmedAt === null);
          const ids = unconfirmed.map(({ child }) => child.childId);
          await this.refuseUnconfirmed(manager, ids, slot);
          await this.changes.giveUp(manager, children);
        }
      }
      for (const { child, answer } of answers) {
        await this.changes.write(manager, actor, [child], answer);
      }
      if (!isAttendance) {
        const answered = state === 'cancelled_by_lab' ? {} : { answeredAt: now };
        await this.changes.tell(manager, [invitationId], actor, answered);
      }
    });
    await this.seats.filled();
    return this.read(this.dataSource.manager, id);
  }

  /** @param children how many get this answer together. @throws 400, 409 */
  private async refuse(
    manager: EntityManager,
    one: Participation,
    { state, slot }: Pick<Participation, 'state'> & { slot: Slot | null },
    children: number,
  ): Promise<void> {
    const { now } = this.calendar.moment();
    const { noSlot, notSent, begun, noSeatLeft, othersWait } = ANSWER_MESSAGES;
    const where = { id: one.invitationId };
    const invitation = await manager.findOneByOrFail(Invitation, where);
    if (invitation.state === 'queued') throw conflict(notSent);
    if (invitation.state === 'withdrawn') throw conflict(ENDED_MESSAGES.withdrawn);
    if (sitsOrWaits(state)) {
      const { studyId } = invitation;
      if (slot?.studyId !== studyId) throw invalidInput([{ field: 'slotId', message: noSlot }]);
      if (slot.cancelledAt !== null) throw conflict(STUDY_MESSAGES.slotCancelled);
    }
    const hasBegun = slot !== null && slot.startsAt <= now;
    if (hasBegun && state !== 'cancelled_by_lab') throw conflict(begun);
    if (slot === null || state !== 'accepted') return;
    if (slot.taken + children > slot.seats) throw conflict(noSeatLeft);
    const waitsHere = one.state === 'waitlisted' && one.slotId === slot.id;
    const next = waitsHere ? null : await nextWaiting(manager, this.calendar, slot.id);
    if (next !== null && next.familyId !== one.familyId) throw conflict(othersWait);
  }

  /** @throws 400 that asks for all ages which are not certain: one confirmation is for all these children */
  private async refuseUnconfirmed(
    manager: EntityManager,
    childIds: readonly number[],
    { studyId, startsAt }: Slot,
  ): Promise<void> {
    const { criteria } = await manager.findOneByOrFail(Study, { id: studyId });
    const children = await manager.find(Child, {
      where: { id: In([...childIds]) },
      order: { id: 'ASC' },
    });
    const questions = children.flatMap(({ firstName, yearOfBirth: year, monthOfBirth: month }) => {
      const child = { firstName, year, month };
      return ageQuestionOf(child, criteria, this.calendar.dayOf(startsAt)) ?? [];
    });
    if (questions.length > 0) {
      throw invalidInput([{ field: 'ageConfirmed', message: questions.join(' ') }]);
    }
  }

  private read(manager: EntityManager, id: number): Promise<StaffParticipation> {
    const fields = jsonObject(participationFields(this.calendar.moment().timeZone));
    const one = sql`SELECT ${fields} AS record ${PARTICIPATIONS} WHERE participation.id = ${id}`;
    return recordOf(manager, one, ANSWER_MESSAGES.notFound);
  }
}

/** @throws 409 */
function refuseAttendance({ slotId }: Participation, slot: Slot | null, now: Date): void {
  const { otherState, attendance } = ANSWER_MESSAGES;
  if (slot?.id !== slotId) throw conflict(otherState);
  const when = attendanceAt(slot.startsAt.getTime(), now.getTime());
  if (when !== 'open') throw conflict(attendance);
}

/** @throws 404 */
async function find(manager: EntityManager, id: number): Promise<Participation> {
  const one = { where: { id }, relations: { family: true } };
  const found = await manager.findOne(Participation, one);
  if (found === null) throw notFound(ANSWER_MESSAGES.notFound);
  return found;
}
