import { type EntityManager, In } from 'typeorm';

import { lockFamilies } from '../families/family-locks.js';
import { SITTING_OR_WAITING } from './answers/answer-rules.js';
import { Participation } from './invitation.entity.js';
import { Slot } from './slot.entity.js';

/** Locks slots. All transactions lock in this order: families, slots by id, invitations, participations. */
export function lockSlots(manager: EntityManager, ids: readonly (number | null | undefined)[]) {
  return manager.find(Slot, {
    where: { id: In(ids.filter((id) => id != null)) },
    order: { id: 'ASC' },
    lock: { mode: 'for_no_key_update' },
  });
}

/**
 * For changes that families get an email about: locks the families in the slots first, then the slots. Locking a
 * family also waits for an erasure of it. A family that joins between the two locks is not locked, but still gets its
 * letter: `PlaceLetter.queue` locks its invitation. If that family is erased or gets a new address at the same moment,
 * the two transactions can deadlock. PostgreSQL then aborts one, and its client can retry.
 * @returns the slots, and the children with a seat or on a waiting list
 */
export async function lockWithFamilies(manager: EntityManager, slotIds: readonly number[]) {
  const slotId = In([...slotIds]);
  const bookings = await manager.findBy(Participation, { slotId });
  const ids = bookings.map(({ familyId }) => familyId);
  await lockFamilies(manager, ids);
  const slots = await lockSlots(manager, slotIds);
  const children = await manager.find(Participation, {
    where: { slotId, state: In(SITTING_OR_WAITING) },
    relations: { family: true },
  });
  return { slots, children };
}
