import { type EntityManager, type FindOptionsWhere, In, Not } from 'typeorm';

import { conflict, notFound } from '../common/http-error.js';
import { STAFF_MESSAGES } from '../common/messages.js';
import { readGuid, readId } from '../common/simple-rest.js';
import { advisoryLock, type LockKey } from '../common/statements.js';
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

/** Locks families in id order. Skips those that no longer exist. */
export function lockFamilies(manager: EntityManager, ids: readonly number[]): Promise<Family[]> {
  return manager.find(Family, {
    where: { id: In([...ids]) },
    order: { id: 'ASC' },
    lock: { mode: 'for_no_key_update' },
  });
}

/** Locks addresses, used or not, until the transaction ends. The fixed order prevents deadlocks. */
export async function lockEmails(manager: EntityManager, emails: readonly string[]): Promise<void> {
  const keys = [...new Set(emails)].sort().map((email): LockKey => `email:${email}`);
  await advisoryLock(manager, ...keys);
}

interface FamilyLink {
  readonly familyId?: number | undefined;
  readonly familyGuid?: string | undefined;
  readonly email?: string | undefined;
}

/**
 * Finds and locks a family that staff may see. An address that no family has is ignored when there is an id or a guid.
 * @throws 404; 409 when the link names two families, for example from an outdated page.
 */
export async function lockVisibleFamily(
  manager: EntityManager,
  { familyId, familyGuid = '', email }: FamilyLink,
): Promise<Family> {
  const { familyNotFound, familyNotRegistered, otherFamily } = STAFF_MESSAGES;
  const id = familyId === undefined ? undefined : readId(String(familyId), familyNotFound);
  let key: FindOptionsWhere<Family> = { email: email ?? '' };
  if (id !== undefined) key = { id };
  if (familyGuid !== '') key = { guid: readGuid(familyGuid, familyNotFound) };
  const family = await lockFamily(manager, key);
  if (family === null || family.state === 'draft') {
    throw notFound('email' in key ? familyNotRegistered : familyNotFound);
  }
  const isAddressOfAnother =
    email !== undefined &&
    email !== family.email &&
    (await manager.existsBy(Family, { email, state: Not('draft') }));
  if (isAddressOfAnother || (id ?? family.id) !== family.id) throw conflict(otherFamily);
  return family;
}
