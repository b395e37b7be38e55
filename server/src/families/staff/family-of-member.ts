import { STAFF_EMAIL, STAFF_MESSAGES } from '@kidlab/contract';
import type { EntityManager } from 'typeorm';

import { notFound } from '../../common/failures.js';
import { readField } from '../../common/input.js';
import { NamedValues, recordId } from '../../common/simple-rest.js';
import type { Family } from '../family.entity.js';
import { lockFamily } from '../family-locks.js';

/** How a body names the family that somebody joins. */
export type FamilyLink = { id: number } | { email: string };

/**
 * Reads the link: by `familyId`, else by the family's address.
 * @param emailField the field that carries the address.
 * @throws 400 when there is neither; 404 for an id that no family can have.
 */
export function readFamilyLink(body: unknown, emailField: string): FamilyLink {
  const isObject = typeof body === 'object' && body !== null;
  const familyId = new NamedValues(isObject ? body : {}).integer('familyId', {
    min: 1,
    max: Number.MAX_SAFE_INTEGER,
  });
  if (familyId === null) {
    return { email: readField(body, emailField, STAFF_EMAIL).toLowerCase() };
  }
  const id = recordId(String(familyId));
  if (id === null) throw notFound(STAFF_MESSAGES.familyNotFound);
  return { id };
}

/** Locks a family that staff may see. @throws 404 */
export async function lockVisibleFamily(manager: EntityManager, link: FamilyLink): Promise<Family> {
  const family = await lockFamily(manager, link);
  if (family !== null && family.state !== 'draft') return family;
  throw notFound('id' in link ? STAFF_MESSAGES.familyNotFound : STAFF_MESSAGES.familyNotRegistered);
}
