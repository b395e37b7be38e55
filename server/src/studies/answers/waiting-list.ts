import type { WaitingReason } from '@kidlab/contract';
import sql from 'sql-template-tag';
import type { EntityManager } from 'typeorm';

import { notFound } from '../../common/http-error.js';
import type { LabCalendar } from '../../common/lab.js';
import { STUDY_MESSAGES } from '../../common/messages.js';
import { rowsOf } from '../../common/statements.js';
import { isOfAgeSql } from '../candidates/study-at.js';
import { Participation } from '../invitation.entity.js';
import { Slot } from '../slot.entity.js';
import { openAfter } from './answer-rules.js';

/** Siblings who wait together. */
interface WaitingFamily extends Pick<Participation, 'familyId' | 'invitationId'> {
  readonly ids: number[];
  /** The first reason why they can't have the slot's free seats. */
  readonly reason: WaitingReason | null;
}

/** The single place that decides who can have free seats. @returns in waiting order */
async function waitingFamilies(
  manager: EntityManager,
  calendar: LabCalendar,
  { id, startsAt, study }: Slot,
): Promise<WaitingFamily[]> {
  const at = { day: calendar.dayOf(startsAt) };
  // A move to another day clears the confirmation.
  const isOfAge = sql`(${isOfAgeSql(study, at, 'certain')}
    OR ${isOfAgeSql(study, at)} AND participation.age_confirmed_at IS NOT NULL)`;
  return rowsOf<WaitingFamily>(
    manager,
    sql`SELECT family.id AS "familyId", participation.invitation_id AS "invitationId",
      array_agg(participation.id) AS ids,
      CASE
        WHEN family.disabled_indicator = 'Y' OR family.undeliverable_at IS NOT NULL THEN 'no-mail'
        WHEN count(*) > slot.seats - slot.taken THEN 'siblings'
        WHEN NOT bool_and(${isOfAge}) THEN 'age'
        WHEN bool_or(EXISTS (SELECT FROM participations AS seat
          WHERE seat.family_id = family.id AND seat.state = 'accepted'
            AND seat.slot_id <> slot.id AND seat.during && participation.during)) THEN 'busy'
      END AS reason
    FROM participations AS participation
    JOIN slots AS slot ON slot.id = participation.slot_id
    JOIN families AS family ON family.id = participation.family_id
    JOIN children AS child ON child.id = participation.child_id
    WHERE slot.id = ${id} AND participation.state = 'waitlisted'
    GROUP BY slot.id, family.id, participation.invitation_id, participation.waiting_number
    ORDER BY participation.waiting_number`,
  );
}

/** With its study, in one statement; `findOne` would take two. @throws 404 */
export async function findSlot(manager: EntityManager, id: number): Promise<Slot> {
  const [slot] = await manager.find(Slot, { where: { id }, relations: { study: true } });
  if (slot === undefined) throw notFound(STUDY_MESSAGES.slotNotFound);
  return slot;
}

/** The first waiting family that can have the slot's free seats. After the cut-off, nobody can. */
export async function nextWaiting(
  manager: EntityManager,
  calendar: LabCalendar,
  slot: Slot,
): Promise<WaitingFamily | null> {
  const { now } = calendar.moment();
  if (slot.cancelledAt !== null || slot.startsAt <= openAfter(now)) return null;
  const families = await waitingFamilies(manager, calendar, slot);
  return families.find(({ reason }) => reason === null) ?? null;
}

/** Why families wait for a slot: empty if nobody does, or the session has begun. */
export async function waitingReasons(
  manager: EntityManager,
  calendar: LabCalendar,
  slot: Slot,
): Promise<WaitingReason[]> {
  const { now } = calendar.moment();
  if (slot.waiting === 0 || slot.startsAt <= now) return [];
  if (slot.taken >= slot.seats) return ['no-seat'];
  if (slot.startsAt <= openAfter(now)) return ['cut-off'];
  const families = await waitingFamilies(manager, calendar, slot);
  if (families.some(({ reason }) => reason === null)) return ['filling'];
  return [...new Set(families.flatMap(({ reason }) => reason ?? []))];
}

/** The next number on a waiting list. The caller has locked the slot. */
export async function nextWaitingNumber(manager: EntityManager, slotId: number): Promise<number> {
  const last = await manager.findOne(Participation, {
    where: { slotId, state: 'waitlisted' },
    order: { waitingNumber: 'DESC' },
  });
  return (last?.waitingNumber ?? 0) + 1;
}

/**
 * Gives all siblings seats if enough are free and no waiting family can take them. Otherwise, all go on the waiting
 * list. The caller has locked the slot.
 */
export async function admissionTo(
  manager: EntityManager,
  calendar: LabCalendar,
  slotId: number,
  children: number,
): Promise<Pick<Participation, 'state' | 'waitingNumber'>> {
  const slot = await findSlot(manager, slotId);
  const isFree =
    slot.taken + children <= slot.seats &&
    (slot.waiting === 0 || (await nextWaiting(manager, calendar, slot)) === null);
  if (isFree) return { state: 'accepted', waitingNumber: null };
  return { state: 'waitlisted', waitingNumber: await nextWaitingNumber(manager, slotId) };
}
