import { MESSAGES } from '@kidlab/contract';
import type { EntityManager } from 'typeorm';

import { conflict, type Failure, notFound } from '../common/failures.js';
import { Family } from '../families/family.entity.js';

/**
 * Why a family that a session had a mail sent to needs no further one: it was removed, or it is confirmed.
 * Of another address than the family's nothing is said.
 * @param guid of the family for which the session has accepted the agreement.
 * @returns `null` when it still awaits confirmation, or there was none.
 */
export async function whatBecameOf(
  manager: EntityManager,
  guid: string | null,
  email: string,
): Promise<Failure | null> {
  if (guid === null) return null;
  const family = await manager.findOneBy(Family, { guid });
  if (family === null) return notFound(MESSAGES.resendRemoved);
  const isConfirmed = family.state === 'registered' && family.email === email.toLowerCase();
  return isConfirmed ? conflict(MESSAGES.resendConfirmed) : null;
}
