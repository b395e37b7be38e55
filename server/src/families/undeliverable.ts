import type { EntityManager } from 'typeorm';

interface FamilyLetter {
  readonly familyId: number | null;
  readonly toAddress: string;
}

/** Base class of letters to families. Records whether the mail server accepts the family's address. */
export abstract class DeliveryRecorder {
  onSent(letter: FamilyLetter, _sentAt: Date, manager: EntityManager): Promise<void> {
    return note(manager, letter, null);
  }

  /** @param refusedAt as `Letter.onFailed` */
  async onFailed(
    letter: FamilyLetter,
    refusedAt: Date | null,
    manager: EntityManager,
  ): Promise<void> {
    if (refusedAt !== null) await note(manager, letter, refusedAt);
  }

  onRetried(letter: FamilyLetter, manager: EntityManager): Promise<void> {
    return note(manager, letter, null);
  }
}

/** Plain SQL instead of the entity, because this must not change the family's version. */
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
