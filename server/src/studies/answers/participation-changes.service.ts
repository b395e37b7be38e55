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

type Answer = Pick<Participation, 'state' | 'slotId'> &
  Partial<Pick<Participation, 'waitingNumber' | 'ageConfirmedAt'>>;

type Answered = Pick<Participation, 'id' | 'childId' | 'state' | 'slotId'> & {
  readonly family: Pick<Family, 'guid'>;
};

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

  /** Before siblings get other seats, so that one can take another's, and they never sit in two slots at once. */
  async giveUp(
    manager: EntityManager,
    children: readonly Pick<Participation, 'id' | 'state'>[],
  ): Promise<void> {
    const ids = children.filter(({ state }) => sitsOrWaits(state)).map(({ id }) => id);
    const givenUp = { state: 'declined', waitingNumber: null } as const;
    if (ids.length > 0) await manager.update(Participation, { id: In(ids) }, givenUp);
  }

  /** Gives these children the same answer. */
  async write(
    manager: EntityManager,
    actor: string,
    children: readonly Answered[],
    answer: Answer,
  ): Promise<void> {
    const ids = children.map(({ id }) => id);
    const modified = modifiedBy(actor, this.clock.now());
    const change = { waitingNumber: null, ...answer, ...modified };
    await manager.update(Participation, { id: In(ids) }, change);
    const { state, slotId } = answer;
    const events = children.map(({ childId, family, ...before }) => ({
      actor,
      action: 'participation.updated' as const,
      subjectType: 'child' as const,
      subjectId: String(childId),
      familyGuid: family.guid,
      before: { state: before.state, slotId: before.slotId },
      after: { state, slotId },
    }));
    await this.audit.record(manager, ...events);
  }

  /** Families that wait may get seats now. */
  async confirmAges(manager: EntityManager, ids: readonly number[], actor: string): Promise<void> {
    const now = this.clock.now();
    const confirmed = { ageConfirmedAt: now, ...modifiedBy(actor, now) };
    await manager.update(Participation, { id: In([...ids]) }, confirmed);
    FREED_SEATS.note(manager);
  }

  /**
   * Mails the families what is true after a change of answers, and fills the seats that it has freed.
   * @param answered given when a parent has answered, also by telephone
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
    await this.letters.queue(manager, invitationIds);
    FREED_SEATS.note(manager);
  }
}
