import type { EntityManager } from 'typeorm';

/**
 * A parent's confirmation of an age answers one question, on one day: it ends when the slot moves to another day, with
 * another month of birth, and with other ages of the study. Nobody has saved the answers: their version stays.
 * @param column of the participations, which has one of these ids
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
