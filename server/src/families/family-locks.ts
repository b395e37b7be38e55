import type { EntityManager, FindOptionsWhere } from 'typeorm';

import { advisoryLock } from '../common/advisory-lock.js';
import { Family } from './family.entity.js';

/**
 * Reads a family and locks its row until the transaction ends. Every change of a family, its guardians or its children
 * takes this lock first.
 */
export function lockFamily(
  manager: EntityManager,
  where: FindOptionsWhere<Family>,
): Promise<Family | null> {
  return manager.findOne(Family, { where, lock: { mode: 'for_no_key_update' } });
}

/** Locks addresses until the transaction ends, also unused ones. The fixed order prevents deadlocks. */
export async function lockEmails(manager: EntityManager, emails: readonly string[]): Promise<void> {
  for (const email of [...new Set(emails)].sort()) {
    await advisoryLock(manager, 'email', email);
  }
}
