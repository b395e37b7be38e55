import {
  attendanceAt,
  isBeforeCutOff,
  type ParticipationState,
  type StaffParticipation,
} from '@kidlab/contract';
import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { DataSource, type EntityManager } from 'typeorm';

import { Clock } from '../../common/clock.js';
import { conflict, invalidInput, notFound } from '../../common/failures.js';
import { STUDY_MESSAGES } from '../../common/messages.js';
import { Environment } from '../../config/environment.js';
import { lockFamily } from '../../families/family-locks.js';
import { differs, refuseStale } from '../../families/record-changes.js';
import { jsonObject } from '../../families/record.sql.js';
import { Invitation, Participation } from '../invitation.entity.js';
import { participationFields } from '../studies.sql.js';
import {
  ANSWER_MESSAGES,
  ENDED_MESSAGES,
  hasAttendance,
  holdsPlace,
  STAFF_CHANGES,
} from './answer-rules.js';
import type { ParticipationChangeDto } from './answers.dto.js';
import { ParticipationChanges } from './participation-changes.service.js';
import { type LockedSlot, lockSlots, noteFreedSeats, waitingNumberIn } from './seats.service.js';

/** Answers as staff write them: by telephone, a seat by hand, who came. */
@Injectable()
export class StaffAnswersService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly changes: ParticipationChanges,
    private readonly environment: Environment,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws 400 for a slot of another study; 404; 409 for an older version, and for what may not be changed (any
   * more)
   */
  update(
    id: number,
    { version, state, slotId: sent }: ParticipationChangeDto,
    actor: string,
  ): Promise<StaffParticipation> {
    return this.dataSource.transaction(async (manager) => {
      const { familyId } = await find(manager, id);
      const family = await lockFamily(manager, { id: familyId });
      if (family === null) throw notFound(ANSWER_MESSAGES.notFound);
      const { slotId: held } = await find(manager, id);
      const wanted = holdsPlace(state) ? sent : undefined;
      const slots = await lockSlots(manager, [held ?? [], wanted ?? []].flat());
      const one = await find(manager, id);
      const slotId = wanted ?? one.slotId;
      const changes = differs(one, { state, slotId });
      const stored = await this.read(manager, id);
      refuseStale(one, { version, sent: { state, slotId }, stored, changes });
      if (!changes) return stored;
      await this.refuse(manager, one, state, slots.find((slot) => slot.id === slotId) ?? null);
      const waitingNumber = state === 'waitlisted' ? await waitingNumberIn(manager, slotId) : null;
      await this.changes.write(manager, { family, actor }, one, { state, slotId, waitingNumber });
      if (!hasAttendance(state) && !hasAttendance(one.state)) {
        if (holdsPlace(one.state)) noteFreedSeats(manager);
        const answered = state === 'cancelled_by_lab' ? {} : { answeredAt: this.clock.now() };
        await this.changes.tell(manager, [one.invitationId], actor, answered);
      }
      return this.read(manager, id);
    });
  }

  /** @throws 400, 409 */
  private async refuse(
    manager: EntityManager,
    one: Participation,
    state: ParticipationState,
    slot: LockedSlot | null,
  ): Promise<void> {
    const now = this.clock.now();
    const { noSlot, otherState, notSent, begun, noSeatLeft, othersWait, attendance } =
      ANSWER_MESSAGES;
    if (!STAFF_CHANGES[state].includes(one.state)) throw conflict(otherState);
    if (hasAttendance(state) || hasAttendance(one.state)) {
      if (slot?.id !== one.slotId) throw conflict(otherState);
      if (attendanceAt(slot.startsAt, now) !== 'open') throw conflict(attendance);
      return;
    }
    const { studyId, state: sent } = await manager.findOneByOrFail(Invitation, {
      id: one.invitationId,
    });
    if (sent === 'queued') throw conflict(notSent);
    if (sent === 'withdrawn') throw conflict(ENDED_MESSAGES.withdrawn);
    if (holdsPlace(state)) {
      if (slot?.studyId !== studyId) throw invalidInput([{ field: 'slotId', message: noSlot }]);
      if (slot.cancelledAt !== null) throw conflict(STUDY_MESSAGES.slotCancelled);
    }
    if (slot !== null && slot.startsAt <= now && state !== 'cancelled_by_lab') {
      throw conflict(begun);
    }
    if (state !== 'accepted' || slot === null) return;
    if (slot.taken >= slot.seats) throw conflict(noSeatLeft);
    const waitsHere = one.state === 'waitlisted' && one.slotId === slot.id;
    if (!waitsHere && slot.waiting > 0 && isBeforeCutOff(slot.startsAt, now))
      throw conflict(othersWait);
  }

  private async read(manager: EntityManager, id: number): Promise<StaffParticipation> {
    const fields = jsonObject(participationFields(this.environment.labTimeZone));
    const { text, values } = sql`SELECT ${fields} AS record
      FROM participations AS participation JOIN children AS child ON child.id = participation.child_id
      LEFT JOIN slots AS slot ON slot.id = participation.slot_id WHERE participation.id = ${id}`;
    const [row] = await manager.query<{ record: StaffParticipation }[]>(text, values);
    if (row === undefined) throw notFound(ANSWER_MESSAGES.notFound);
    return row.record;
  }
}

/** @throws 404 */
async function find(manager: EntityManager, id: number): Promise<Participation> {
  const found = await manager.findOneBy(Participation, { id });
  if (found === null) throw notFound(ANSWER_MESSAGES.notFound);
  return found;
}
