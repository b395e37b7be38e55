import type { EntityManager } from 'typeorm';
import sql from 'sql-template-tag';

import type { LabCalendar } from '../../common/lab.js';
import { rowsOf } from '../../common/statements.js';
import { isOfAgeSql } from '../candidates/study-at.js';
import { Participation } from '../invitation.entity.js';
import { Slot } from '../slot.entity.js';
import { Study } from '../study.entity.js';
import { openAfter } from './answer-rules.js';

/** Siblings who wait together. */
type Waiting = Pick<Participation, 'familyId' | 'invitationId'> & { ids: number[] };

/**
 * The first waiting family that the free seats of a slot are for: enough of them for all its children, whose age on
 * that day is certain, or possible and confirmed; it may be mailed and has no other session at that time. After the cut-off, seats are for nobody.
 */
export async function nextWaiting(
  manager: EntityManager,
  calendar: LabCalendar,
  slotId: number,
): Promise<Waiting | null> {
  const slot = await manager.findOneBy(Slot, { id: slotId });
  const study = slot && (await manager.findOneBy(Study, { id: slot.studyId }));
  if (!study) return null;
  const at = { day: calendar.dayOf(slot.startsAt) };
  // A move to another day takes the confirmation back.
  const isOfAge = sql`(${isOfAgeSql(study, at, 'certain')}
    OR ${isOfAgeSql(study, at)} AND participation.age_confirmed_at IS NOT NULL)`;
  const [next] = await rowsOf<Waiting>(
    manager,
    sql`SELECT participation.family_id AS "familyId", participation.invitation_id AS "invitationId",
      array_agg(participation.id) AS ids
    FROM participations AS participation
    JOIN slots AS slot ON slot.id = participation.slot_id
    JOIN families AS family ON family.id = participation.family_id AND family.disabled_indicator = 'N'
    JOIN children AS child ON child.id = participation.child_id
    WHERE slot.id = ${slotId} AND slot.starts_at > ${openAfter(calendar.moment().now)}
      AND slot.cancelled_at IS NULL AND participation.state = 'waitlisted'
      AND NOT EXISTS (SELECT FROM participations AS seat
        WHERE seat.family_id = participation.family_id AND seat.state = 'accepted'
          AND seat.slot_id <> slot.id AND seat.during && participation.during)
    GROUP BY slot.id, participation.family_id, participation.invitation_id, participation.waiting_number
    HAVING count(*) <= slot.seats - slot.taken AND bool_and(${isOfAge})
    ORDER BY participation.waiting_number LIMIT 1`,
  );
  return next ?? null;
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
 * Seats for siblings if there are enough of them that no waiting family can take, else a place on the waiting list for
 * all. The caller has locked the slot.
 */
export async function admissionTo(
  manager: EntityManager,
  calendar: LabCalendar,
  slotId: number,
  children: number,
): Promise<Pick<Participation, 'state' | 'waitingNumber'>> {
  const { seats, taken, waiting } = await manager.findOneByOrFail(Slot, { id: slotId });
  const isFree =
    taken + children <= seats &&
    (waiting === 0 || (await nextWaiting(manager, calendar, slotId)) === null);
  if (isFree) return { state: 'accepted', waitingNumber: null };
  return { state: 'waitlisted', waitingNumber: await nextWaitingNumber(manager, slotId) };
}
