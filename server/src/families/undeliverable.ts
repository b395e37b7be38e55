import type { EntityManager } from 'typeorm';

/** A letter to a family, as the outbox has it. */
interface FamilyLetter {
  readonly familyId: number | null;
  readonly toAddress: string;
}

/**
 * The mail server refused the family's address for good; `null`: it takes letters, or staff try it again. Past the
 * entity: what the system notes is no change that the family's version counts.
 */
export async function noteUndeliverable(
  manager: EntityManager,
  { familyId, toAddress }: FamilyLetter,
  at: Date | null,
): Promise<void> {
  await manager.query(
    `UPDATE families SET undeliverable_at = $3
     WHERE id = $1 AND email = $2 AND undeliverable_at IS DISTINCT FROM $3`,
    [familyId, toAddress, at],
  );
}
