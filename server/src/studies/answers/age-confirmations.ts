import { ageQuestionOf, openAgeOf, type StaffStudy } from '@kidlab/contract';
import { type EntityManager, IsNull, MoreThan, Not } from 'typeorm';

import type { LabCalendar } from '../../common/lab.js';
import { Participation } from '../invitation.entity.js';
import { sitsOrWaits } from './answer-rules.js';

/**
 * Clears parents' confirmations of an age. Each is about one day: it ends when the slot moves to another day, or when
 * the month of birth or the study's ages change. The answers' version stays, because nobody saved them.
 * @param column the column of the participations that has one of these ids
 */
export async function endConfirmations(
  manager: EntityManager,
  column: 'id' | 'child_id' | 'slot_id',
  ids: readonly number[],
): Promise<void> {
  await manager.query(
    `UPDATE participations SET age_confirmed_at = NULL
     WHERE ${column} = ANY ($1) AND age_confirmed_at IS NOT NULL AND state NOT IN ('attended', 'no_show')`,
    [ids],
  );
}

/**
 * Clears confirmations after the study's ages have changed, if the parent would now be asked a different question, or
 * none. The caller has locked the study's slots.
 * @returns the invitations whose parents are asked again
 */
export async function askAgain(
  manager: EntityManager,
  calendar: LabCalendar,
  { id: studyId, criteria: before }: StaffStudy,
  { criteria: after }: StaffStudy,
): Promise<number[]> {
  const slot = { studyId, startsAt: MoreThan(calendar.moment().now) };
  const confirmed = await manager.find(Participation, {
    where: { slot, ageConfirmedAt: Not(IsNull()) },
    relations: { child: true, slot: true },
  });
  const others = confirmed.filter(({ child, slot: { startsAt } }) => {
    const day = calendar.dayOf(startsAt);
    return ageQuestionOf(child, before, day) !== ageQuestionOf(child, after, day);
  });
  const ids = others.map(({ id }) => id);
  await endConfirmations(manager, 'id', ids);
  return others
    .filter(
      ({ child, slot: { startsAt }, state }) =>
        sitsOrWaits(state) && openAgeOf(child, after, calendar.dayOf(startsAt)) !== null,
    )
    .map(({ invitationId }) => invitationId);
}
