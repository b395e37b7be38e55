import { faultOf, STAFF_EMAIL } from '@kidlab/contract';
import { applyDecorators } from '@nestjs/common';
import { isUUID } from 'class-validator';
import { type EntityManager, type FindOptionsWhere, Not } from 'typeorm';

import { EXAMPLE } from '../common/api.js';
import { conflict, notFound } from '../common/http-error.js';
import { Check, Field, lowerCase } from '../common/field.js';
import { WholeNumber } from '../common/filter-fields.js';
import { STAFF_MESSAGES } from '../common/messages.js';
import { readId } from '../common/simple-rest.js';
import { Family } from './family.entity.js';
import { lockFamily } from './family-locks.js';

/** Names the family of a new guardian or child. `@FamilyAddress` adds the family's address. */
export class FamilyLinkDto {
  @WholeNumber({ min: 1, max: Number.MAX_SAFE_INTEGER }, { example: null })
  readonly familyId?: number;

  @Field({}, { example: '' }) readonly familyGuid?: string;
}

/** The family's address, required when nothing else names the family. */
export function FamilyAddress(): PropertyDecorator {
  return applyDecorators(
    Field(
      {},
      {
        as: lowerCase,
        example: EXAMPLE.email,
        description: 'The family’s; required without `familyId` and `familyGuid`.',
      },
    ),
    Check('family', (email = '', _, { familyId, familyGuid = '' }: FamilyLinkDto) =>
      familyId === undefined && familyGuid === '' && typeof email === 'string'
        ? faultOf(STAFF_EMAIL, email)
        : null,
    ),
  );
}

/** @throws 404 for a text that is no guid. */
export function readGuid(text: string): string {
  if (!isUUID(text, 'loose')) throw notFound(STAFF_MESSAGES.guidNotFound);
  return text.toLowerCase();
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
