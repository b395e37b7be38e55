import { faultOf, STAFF_EMAIL } from '@kidlab/contract';
import { applyDecorators } from '@nestjs/common';
import { type EntityManager, type FindOptionsWhere, Not } from 'typeorm';

import { EXAMPLE } from '../common/api.js';
import { conflict, notFound } from '../common/failures.js';
import { Check, Field, lowerCase } from '../common/field.js';
import { WholeNumber } from '../common/filter-fields.js';
import { STAFF_MESSAGES } from '../common/messages.js';
import { readId } from '../common/simple-rest.js';
import { Family } from './family.entity.js';
import { lockFamily } from './family-locks.js';

/** How a request names the family that somebody joins, beside the family's address: `@FamilyAddress`. */
export class FamilyLinkDto {
  @WholeNumber({ min: 1, max: Number.MAX_SAFE_INTEGER }, { example: null })
  readonly familyId?: number;

  @Field({}, { example: '' }) readonly familyGuid?: string;
}

/** The family's address: needed only where nothing else names the family. */
export function FamilyAddress(): PropertyDecorator {
  return applyDecorators(
    Field(
      {},
      {
        as: lowerCase,
        example: EXAMPLE.email,
        description: 'The family’s; needed where neither `familyId` nor `familyGuid` is sent.',
      },
    ),
    Check('family', (email = '', _, { familyId, familyGuid = '' }: FamilyLinkDto) =>
      familyId === undefined && familyGuid === '' && typeof email === 'string'
        ? faultOf(STAFF_EMAIL, email)
        : null,
    ),
  );
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** A family's guid. @throws 404 for what is none. */
export function readGuid(text: string): string {
  if (!UUID.test(text)) throw notFound(STAFF_MESSAGES.guidNotFound);
  return text.toLowerCase();
}

/** A family as a call names it: in one way or several. */
interface FamilyLink {
  readonly familyId?: number | undefined;
  readonly familyGuid?: string | undefined;
  readonly email?: string | undefined;
}

/**
 * Locks the family that staff may see. An address that no family has (any more) is no contradiction.
 * @throws 404; 409 when the link names two families: the sender looks at an older page.
 */
export async function lockVisibleFamily(
  manager: EntityManager,
  { familyId, familyGuid = '', email }: FamilyLink,
): Promise<Family> {
  const { familyNotFound, familyNotRegistered, otherFamily } = STAFF_MESSAGES;
  const id = familyId === undefined ? undefined : readId(String(familyId), familyNotFound);
  let key: FindOptionsWhere<Family> = { email: email ?? '' };
  if (id !== undefined) key = { id };
  if (familyGuid !== '') key = { guid: readGuid(familyGuid) };
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
