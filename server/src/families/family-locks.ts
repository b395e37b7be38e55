import type { EntityManager, FindOptionsWhere } from 'typeorm';

import { advisoryLock } from '../common/advisory-lock.js';
import { Family } from './family.entity.js';

/**
 * Reads one family and locks its row until the transaction ends: a change of a family, or of the people in it, takes
 * this lock first, so that two at once queue up.
 */
export function lockFamily(
  manager: EntityManager,
  where: FindOptionsWhere<Family>,
): Promise<Family | null> {
  return manager.findOne(Family, { where, lock: { mode: 'for_no_key_update' } });
}

/**
 * Locks e-mail addresses, whether a family has them or not, until the transaction ends. In one order everywhere, so
 * that two transactions never wait for each other.
 */
export async function lockEmails(manager: EntityManager, emails: readonly string[]): Promise<void> {
  for (const email of [...new Set(emails)].sort()) {
    await advisoryLock(manager, 'email', email);
  }
}
