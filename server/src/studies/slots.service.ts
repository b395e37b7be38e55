import type { StaffSlot } from '@kidlab/contract';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, In, JsonContains } from 'typeorm';

import { AuditTrail } from '../audit/audit.service.js';
import { createdBy, modifiedBy } from '../common/audited.entity.js';
import { HOUR } from '../common/durations.js';
import { conflict, invalidInput, notFound } from '../common/http-error.js';
import { LabCalendar } from '../common/lab.js';
import { readPage, type WrittenPage } from '../common/list.js';
import { MAX_SLOT_HOURS, STUDY_MESSAGES } from '../common/messages.js';
import { saveOnce, type SentForm } from '../common/saved-form.js';
import { readId } from '../common/simple-rest.js';
import { recordOf } from '../common/statements.js';
import {
  createdEntry,
  deletedEntry,
  checkForChanges,
  updatedEntry,
} from '../families/record-changes.js';
import { endConfirmations } from './answers/age-confirmations.js';
import {
  FREED_SEATS,
  ParticipationChangesService,
} from './answers/participation-changes.service.js';
import { SeatsService } from './answers/seats.service.js';
import { Invitation, Participation } from './invitation.entity.js';
import type { NewSlotDto, SlotChangeDto, SlotListDto, SlotTimesDto } from './slot.dto.js';
import { Slot } from './slot.entity.js';
import { lockSlots, lockWithFamilies } from './slot-locks.js';
import { slotGrid, slotSql } from './studies.sql.js';

/** Slots, as staff plan them. Each change locks the slot first; a trigger counts its seats. */
@Injectable()
export class SlotsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly audit: AuditTrail,
    private readonly changes: ParticipationChangesService,
    private readonly calendar: LabCalendar,
    private readonly seats: SeatsService,
  ) {}

  list(query: SlotListDto): Promise<WrittenPage> {
    return readPage(this.dataSource, slotGrid(query, this.calendar.moment()), query.range);
  }

  /** @throws 404 */
  get(id: number, manager = this.dataSource.manager): Promise<StaffSlot> {
    const { timeZone } = this.calendar.moment();
    return recordOf(manager, slotSql(id, timeZone), STUDY_MESSAGES.slotNotFound);
  }

  /**
   * Creates a slot and its repetitions, all or none.
   * @returns the first
   * @throws 400 for a start in the past, or a time that does not exist on its day; 404 without the study
   */
  create(slot: NewSlotDto, form: SentForm): Promise<StaffSlot> {
    const { actor } = form;
    const repeatTimes = Number(slot.repeatTimes ?? 0);
    const repeatWeeks = Number(slot.repeatWeeks ?? 1);
    const studyId = readId(String(slot.studyId), STUDY_MESSAGES.studyNotFound);
    const { now } = this.calendar.moment();
    return saveOnce(this.dataSource, form, now, async (manager) => {
      const slots = Array.from({ length: repeatTimes + 1 }, (_, index) =>
        manager.create(Slot, {
          ...this.timesOf(slot, index * repeatWeeks),
          ...createdBy(actor, now),
          studyId,
          seats: Number(slot.seats),
          sequence: 0,
        }),
      );
      refusePast(slots, now);
      await manager.save(Slot, slots);
      const made: StaffSlot[] = [];
      for (const { id } of slots) made.push(await this.get(id, manager));
      await this.audit.record(manager, ...made.map((each) => createdEntry('slot', actor, each)));
      const [first] = made as [StaffSlot];
      return first;
    });
  }

  /**
   * Changes the fields that are sent, and mails the families if the slot is moved. A move to another day ends
   * the confirmations of ages.
   * @throws 400 as `create` does; 404; 409 for an older version, a canceled slot, fewer seats than are taken, or if a
   * family with a seat has another session at the new time. A slot is not moved after its start or with attendance;
   * one with families is not moved to the past.
   */
  async update(id: number, { version, ...sent }: SlotChangeDto, actor: string): Promise<StaffSlot> {
    await this.dataSource.transaction(async (manager) => {
      const { slots, children } = await lockWithFamilies(manager, [id]);
      const slot = found(slots);
      const stored = await this.get(id, manager);
      const { startsLocal = stored.startsLocal, endsLocal = stored.endsLocal } = sent;
      const seats = sent.seats === undefined ? slot.seats : Number(sent.seats);
      const isMoved = startsLocal !== stored.startsLocal || endsLocal !== stored.endsLocal;
      const times = isMoved ? this.timesOf({ startsLocal, endsLocal }) : slot;
      if (!checkForChanges(slot, stored, { startsLocal, endsLocal, seats }, version)) return;
      if (slot.cancelledAt !== null) throw conflict(STUDY_MESSAGES.slotCancelled);
      if (seats < slot.taken) throw conflict(STUDY_MESSAGES.seatsTaken);
      const { now } = this.calendar.moment();
      if (isMoved) {
        if (slot.startsAt <= now) throw conflict(STUDY_MESSAGES.slotBegun);
        await refuseAttended(manager, id);
        if (slot.taken + slot.waiting > 0) refusePast([times], now);
      }
      const { startsAt, endsAt } = times;
      const sequence = slot.sequence + (isMoved ? 1 : 0);
      const change = { startsAt, endsAt, seats, sequence, ...modifiedBy(actor, now) };
      await manager.save(Slot, Object.assign(slot, change));
      const record = await this.get(id, manager);
      await this.audit.record(manager, updatedEntry('slot', actor, stored, record));
      // More seats can be filled; a move may also free a family that waits elsewhere.
      FREED_SEATS.note(manager);
      if (!isMoved) return;
      const ids = children.map(({ invitationId }) => invitationId);
      await this.changes.expireOpenPages(manager, slot.studyId, ids);
      // Parents confirmed the age for another day.
      if (startsLocal.slice(0, 10) !== stored.startsLocal.slice(0, 10)) {
        await endConfirmations(manager, 'slot_id', [id]);
      }
      await this.changes.notify(manager, ids, actor);
    });
    await this.seats.waitUntilFilled();
    return this.get(id);
  }

  /**
   * Cancels all seats and places on the waiting list. Repeatable. @throws 404; 409 after the start, and with
   * attendance
   */
  async cancel(id: number, reason: string, actor: string): Promise<StaffSlot> {
    const cancelled = await this.dataSource.transaction(async (manager) => {
      const { slots, children } = await lockWithFamilies(manager, [id]);
      const slot = found(slots);
      const stored = await this.get(id, manager);
      if (slot.cancelledAt !== null) return stored;
      const { now } = this.calendar.moment();
      if (slot.startsAt <= now) throw conflict(STUDY_MESSAGES.begunNotCancelled);
      await refuseAttended(manager, id);
      const answer = { state: 'cancelled_by_lab', waitingNumber: null } as const;
      await this.changes.write(manager, actor, children, answer);
      const cancellation = { cancelledAt: now, cancelReason: reason, sequence: slot.sequence + 1 };
      await manager.save(Slot, Object.assign(slot, modifiedBy(actor, now), cancellation));
      const record = await this.get(id, manager);
      const event = updatedEntry('slot', actor, stored, record);
      await this.audit.record(manager, { ...event, action: 'slot.cancelled' });
      const ids = children.map(({ invitationId }) => invitationId);
      await this.changes.notify(manager, ids, actor);
      return record;
    });
    // Its families may have been waiting for a seat elsewhere at the same time.
    await this.seats.waitUntilFilled();
    return cancelled;
  }

  /** @throws 404; 409 after a family has answered for it, or if a letter about a lost seat in it is still unsent */
  async remove(id: number, actor: string): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      found(await lockSlots(manager, [id]));
      const record = await this.get(id, manager);
      // The unsent letter removes the session from the family's calendar, so it needs the slot.
      const known = JsonContains([{ slotId: id, state: 'accepted' }]);
      if (await manager.existsBy(Invitation, { studyId: record.studyId, known })) {
        throw conflict(STUDY_MESSAGES.slotAnswered);
      }
      await manager.delete(Slot, { id });
      await this.audit.record(manager, deletedEntry('slot', actor, record));
    });
  }

  private timesOf(
    { startsLocal, endsLocal }: Pick<SlotTimesDto, 'startsLocal' | 'endsLocal'>,
    weeks = 0,
  ): Pick<Slot, 'startsAt' | 'endsAt'> {
    const startsAt = this.calendar.instantOf('startsLocal', startsLocal, weeks);
    const endsAt = this.calendar.instantOf('endsLocal', endsLocal, weeks);
    const length = endsAt.getTime() - startsAt.getTime();
    const { endsBeforeStart, tooLong } = STUDY_MESSAGES;
    if (length <= 0 || length > MAX_SLOT_HOURS * HOUR) {
      throw invalidInput([
        { field: 'endsLocal', message: length <= 0 ? endsBeforeStart : tooLong },
      ]);
    }
    return { startsAt, endsAt };
  }
}

/** @throws 404 */
function found([slot]: Slot[]): Slot {
  if (slot === undefined) throw notFound(STUDY_MESSAGES.slotNotFound);
  return slot;
}

/** Attendance can be recorded before the start. After a move, it would belong to another day. @throws 409 */
async function refuseAttended(manager: EntityManager, slotId: number): Promise<void> {
  const recorded = { slotId, state: In(['attended', 'no_show']) };
  if (await manager.existsBy(Participation, recorded))
    throw conflict(STUDY_MESSAGES.attendanceRecorded);
}

/** @throws 400 */
function refusePast(slots: readonly Pick<Slot, 'startsAt'>[], now: Date): void {
  if (slots.some(({ startsAt }) => startsAt < now)) {
    throw invalidInput([{ field: 'startsLocal', message: STUDY_MESSAGES.startsInPast }]);
  }
}
