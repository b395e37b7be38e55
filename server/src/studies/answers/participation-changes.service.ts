import { Injectable } from '@nestjs/common';
import { type EntityManager, In } from 'typeorm';

import { AuditTrail } from '../../audit/audit.service.js';
import { modifiedBy } from '../../common/audited.entity.js';
import { Clock } from '../../common/clock.js';
import type { Family } from '../../families/family.entity.js';
import { Invitation, Participation } from '../invitation.entity.js';
import { PlaceLetter } from '../invitations/place.letter.js';

type Answer = Pick<Participation, 'state' | 'slotId' | 'waitingNumber'> &
  Partial<Pick<Participation, 'ageConfirmedAt'>>;

/** Writes changed answers, in the caller's transaction, which holds the locks of the family and of the slots. */
@Injectable()
export class ParticipationChangesService {
  constructor(
    private readonly audit: AuditTrail,
    private readonly letters: PlaceLetter,
    private readonly clock: Clock,
  ) {}

  async write(
    manager: EntityManager,
    { family, actor }: { family: Pick<Family, 'guid'>; actor: string },
    { id, childId, state, slotId }: Pick<Participation, 'id' | 'childId' | 'state' | 'slotId'>,
    answer: Answer,
  ): Promise<void> {
    const modified = modifiedBy(actor, this.clock.now());
    await manager.update(Participation, { id }, { ...answer, ...modified });
    await this.audit.record(manager, {
      actor,
      action: 'participation.updated',
      subjectType: 'child',
      subjectId: String(childId),
      familyGuid: family.guid,
      before: { state, slotId },
      after: { state: answer.state, slotId: answer.slotId },
    });
  }

  /**
   * Answers have changed: the families are mailed what holds now.
   * @param answered when a parent answered, also by telephone.
   */
  async tell(
    manager: EntityManager,
    invitationIds: readonly number[],
    actor: string,
    answered: Partial<Pick<Invitation, 'answeredAt' | 'note'>> = {},
  ): Promise<void> {
    const modified = modifiedBy(actor, this.clock.now());
    await manager.update(
      Invitation,
      { id: In([...invitationIds]) },
      { ...answered, ...modified, sequence: () => 'sequence + 1' },
    );
    await this.mail(manager, invitationIds);
  }

  /** The families are mailed what holds now, though no answer has changed. @param movedSlot where that is the news. */
  mail(
    manager: EntityManager,
    invitationIds: readonly number[],
    movedSlot?: number,
  ): Promise<void> {
    return this.letters.queue(manager, invitationIds, movedSlot);
  }
}
