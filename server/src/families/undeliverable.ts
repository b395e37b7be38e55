import type { EntityManager } from 'typeorm';

/** A letter to a family, as the outbox has it. */
interface FamilyLetter {
  readonly familyId: number | null;
  readonly toAddress: string;
}

/** What the letters to families note of the family's address: whether the mail server takes it. */
export abstract class AddressNotes {
  async onSent(letter: FamilyLetter, _sentAt: Date, manager: EntityManager): Promise<void> {
    await note(manager, letter, null);
  }

  /** @param refusedAt as `Letter.onFailed` */
  async onFailed(
    letter: FamilyLetter,
    refusedAt: Date | null,
    manager: EntityManager,
  ): Promise<void> {
    if (refusedAt !== null) await note(manager, letter, refusedAt);
  }

  async onTriedAgain(letter: FamilyLetter, manager: EntityManager): Promise<void> {
    await note(manager, letter, null);
  }
}

/** Past the entity: what the system notes is no change that the family's version counts. */
async function note(
  manager: EntityManager,
  { familyId, toAddress }: FamilyLetter,
  refusedAt: Date | null,
): Promise<void> {
  await manager.query(
    `UPDATE families SET undeliverable_at = $3
     WHERE id = $1 AND email = $2 AND undeliverable_at IS DISTINCT FROM $3`,
    [familyId, toAddress, refusedAt],
  );
}
