import { type EntityManager, In } from 'typeorm';

import { lockSlots } from './answers/participation-changes.service.js';
import { Participation } from './invitation.entity.js';
import type { Slot } from './slot.entity.js';

/** For changes that are mailed: locks the slots' families first, which also waits for an erasure. */
export async function lockWithFamilies(
  manager: EntityManager,
  slotIds: readonly number[],
): Promise<Slot[]> {
  await manager.query(
    `SELECT FROM families WHERE id IN (SELECT family_id FROM participations WHERE slot_id = ANY ($1))
     ORDER BY id FOR NO KEY UPDATE`,
    [slotIds],
  );
  return lockSlots(manager, slotIds);
}

/** Children with a seat and those on the waiting list. */
export function childrenIn(
  manager: EntityManager,
  slotIds: readonly number[],
): Promise<Participation[]> {
  return manager.find(Participation, {
    where: { slotId: In([...slotIds]), state: In(['accepted', 'waitlisted']) },
    relations: { family: true },
    order: { id: 'ASC' },
  });
}
