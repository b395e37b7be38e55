import type { ParticipationState } from '@kidlab/contract';
import { type EntityManager, In } from 'typeorm';

import { Participation } from '../invitation.entity.js';
import { Slot } from '../slot.entity.js';

/** Locks slots, in the order that all keep: families, slots by id, invitations, participations. */
export function lockSlots(
  manager: EntityManager,
  ids: readonly (number | null | undefined)[],
): Promise<Slot[]> {
  return manager.find(Slot, {
    where: { id: In(ids.filter((id) => id != null)) },
    order: { id: 'ASC' },
    lock: { mode: 'for_no_key_update' },
  });
}

/** The end of a waiting list. The caller holds the slot's lock. */
export async function nextWaitingNumber(manager: EntityManager, slotId: number): Promise<number> {
  const last = await manager.findOne(Participation, {
    where: { slotId, state: 'waitlisted' },
    order: { waitingNumber: 'DESC' },
  });
  return (last?.waitingNumber ?? 0) + 1;
}

/**
 * What so many more children get in a slot, who sit or wait together: seats where there are enough of them and nobody
 * waits. The caller holds the slot's lock.
 */
export async function admissionTo(
  manager: EntityManager,
  slotId: number,
  children: number,
): Promise<{ state: ParticipationState; waitingNumber: number | null }> {
  const { seats, taken, waiting } = await manager.findOneByOrFail(Slot, { id: slotId });
  if (waiting === 0 && taken + children <= seats) return { state: 'accepted', waitingNumber: null };
  return { state: 'waitlisted', waitingNumber: await nextWaitingNumber(manager, slotId) };
}
