import { STAFF_EMAIL, STAFF_MESSAGES } from '@kidlab/contract';
import { type EntityManager, type FindOptionsWhere, Not } from 'typeorm';

import { conflict, notFound } from '../../common/failures.js';
import { readField, textFields } from '../../common/input.js';
import { NamedValues, recordId } from '../../common/simple-rest.js';
import { Family } from '../family.entity.js';
import { lockFamily } from '../family-locks.js';
import { readGuid } from './record-names.js';

/** How a body names the family that somebody joins: in one way or several. */
export interface FamilyLink {
  readonly id?: number | undefined;
  readonly guid?: string | undefined;
  readonly email?: string | undefined;
}

/**
 * Reads the link: `familyId`, `familyGuid` and the family's address.
 * @param emailField the field that carries the address; needed only where nothing else is sent.
 * @throws 400 when there is none of them; 404 for an id or a guid that no family can have.
 */
export function readFamilyLink(body: unknown, emailField: string): FamilyLink {
  const isObject = typeof body === 'object' && body !== null;
  const familyId = new NamedValues(isObject ? body : {}).integer('familyId', {
    min: 1,
    max: Number.MAX_SAFE_INTEGER,
  });
  const texts = textFields(body, ['familyGuid', emailField]);
  const guid = texts['familyGuid'] ?? '';
  if (familyId === null && guid === '') {
    return { email: readField(body, emailField, STAFF_EMAIL).toLowerCase() };
  }
  const id = familyId === null ? undefined : recordId(String(familyId));
  if (id === null) throw notFound(STAFF_MESSAGES.familyNotFound);
  return {
    id,
    guid: guid === '' ? undefined : readGuid(guid),
    email: texts[emailField]?.toLowerCase(),
  };
}

/**
 * Locks the family that staff may see. An address that no family has (any more) is no contradiction.
 * @throws 404; 409 when the link names two families: whoever sent it looks at an older page.
 */
export async function lockVisibleFamily(manager: EntityManager, link: FamilyLink): Promise<Family> {
  const key = keyOf(link);
  const family = await lockFamily(manager, key);
  if (family === null || family.state === 'draft') {
    throw notFound(
      'email' in key ? STAFF_MESSAGES.familyNotRegistered : STAFF_MESSAGES.familyNotFound,
    );
  }
  const { id, email } = link;
  const isAddressOfAnother =
    email !== undefined &&
    email !== family.email &&
    (await manager.existsBy(Family, { email, state: Not('draft') }));
  if (isAddressOfAnother || (id ?? family.id) !== family.id) {
    throw conflict(STAFF_MESSAGES.otherFamily);
  }
  return family;
}

function keyOf({ id, guid, email = '' }: FamilyLink): FindOptionsWhere<Family> {
  if (guid !== undefined) return { guid };
  return id === undefined ? { email } : { id };
}
