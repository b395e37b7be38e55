import type { StaffParticipation } from '@kidlab/contract';
import { Injectable } from '@nestjs/common';
import { type EntityManager, In } from 'typeorm';

import { AuditTrail } from '../../audit/audit.service.js';
import { modifiedBy } from '../../common/audited.entity.js';
import { Clock } from '../../common/clock.js';
import { AfterCommit } from '../../common/commits.js';
import type { Family } from '../../families/family.entity.js';
import { Invitation, Participation } from '../invitation.entity.js';
import { PlaceLetter } from '../invitations/place.letter.js';
import { sitsOrWaits } from './answer-rules.js';

export type Answer = Partial<
  Pick<Participation, 'state' | 'slotId' | 'waitingNumber' | 'ageConfirmedAt'>
>;
type Answered = (Participation | StaffParticipation) & { readonly family: Pick<Family, 'guid'> };

/** Seats may be free: `SeatsService` fills them. */
export const FREED_SEATS = new AfterCommit('freedSeats');

/** Saves changed answers in the caller's transaction, which has locked the family and the slots. */
@Injectable()
export class ParticipationChangesService {
  constructor(
    private readonly audit: AuditTrail,
    private readonly letters: PlaceLetter,
    private readonly clock: Clock,
  ) {}

  /** Frees seats before siblings get others: they can swap, and no child ever has a seat in two slots at once. */
  async giveUp(manager: EntityManager, children: readonly Pick<Participation, 'id' | 'state'>[]) {
    const ids = children.filter(({ state }) => sitsOrWaits(state)).map(({ id }) => id);
    const givenUp = { state: 'declined', waitingNumber: null } as const;
    if (ids.length > 0) await manager.update(Participation, { id: In(ids) }, givenUp);
  }

  /**
   * Gives these children the same answer. A waiting family may then get a seat: one that was freed,
   * or one for which an age is now confirmed.
   */
  async write(
    manager: EntityManager,
    actor: string,
    children: readonly Answered[],
    answer: Answer,
  ): Promise<void> {
    const ids = children.map(({ id }) => id);
    const modified = modifiedBy(actor, this.clock.now());
    await manager.update(Participation, { id: In(ids) }, { ...answer, ...modified });
    const { waitingNumber: _, ...changed } = answer;
    const events = children.map(({ childId, family, state, slotId, ageConfirmedAt }) => ({
      actor,
      action: 'participation.updated' as const,
      subjectType: 'child' as const,
      subjectId: String(childId),
      familyGuid: family.guid,
      before: { state, slotId, ageConfirmedAt },
      after: { state, slotId, ageConfirmedAt, ...changed },
    }));
    await this.audit.record(manager, ...events);
    FREED_SEATS.note(manager);
  }

  /**
   * Mails the families their current seats after a change of answers.
   * @param answered set if a parent has answered, even by telephone
   */
  async notify(
    manager: EntityManager,
    invitationIds: readonly number[],
    actor: string,
    answered: Partial<Pick<Invitation, 'answeredAt' | 'note'>> = {},
  ): Promise<void> {
    const modified = modifiedBy(actor, this.clock.now());
    if (invitationIds.length > 1) await lockInvitations(manager, 'id = ANY ($1)', [invitationIds]);
    await manager.update(
      Invitation,
      { id: In([...invitationIds]) },
      { ...answered, ...modified, sequence: () => 'sequence + 1' },
    );
    await this.letters.queue(manager, invitationIds);
  }

  /**
   * Families, even those that have answered, may have a page open that shows an old time or question. Raises the
   * sequence, so that an answer from that page is refused, except while an unsent letter refers to it. The caller has
   * locked a slot of the study.
   * @param told invitations that get a letter about the change
   */
  async expireOpenPages(
    manager: EntityManager,
    studyId: number,
    told: readonly number[],
  ): Promise<void> {
    await lockInvitations(manager, 'study_id = $1', [studyId]);
    // After the locks, so that it sees the letters of answers that were being saved.
    await manager.query(
      `UPDATE invitations SET sequence = sequence + 1 WHERE study_id = $1 AND id <> ALL ($2) AND NOT EXISTS (
         SELECT FROM outbox_messages
         WHERE invitation_id = invitations.id AND kind = $3 AND state IN ('pending', 'claimed', 'failed'))`,
      [studyId, told, this.letters.kind],
    );
  }
}

/** Locks in id order, so that concurrent changes don't deadlock. */
function lockInvitations(manager: EntityManager, where: string, values: unknown[]) {
  const lock = `SELECT FROM invitations WHERE ${where} ORDER BY id FOR NO KEY UPDATE`;
  return manager.query(lock, values);
}
