import type { ParticipationState } from '@kidlab/contract';
import { type EntityManager, In } from 'typeorm';

import { Child } from '../src/children/child.entity.js';
import { createdBy } from '../src/common/audited.entity.js';
import type { Family } from '../src/families/family.entity.js';
import { Outbox } from '../src/email/outbox.repository.js';
import { invitationMessage } from '../src/studies/invitations/invitation.letter.js';
import { InvitationLinksService } from '../src/studies/invitations/invitation-links.service.js';
import { PlaceLetter } from '../src/studies/invitations/place.letter.js';
import { Invitation, Participation } from '../src/studies/invitation.entity.js';
import { Slot } from '../src/studies/slot.entity.js';
import { Study } from '../src/studies/study.entity.js';
import { criteriaOf } from '../src/studies/study.dto.js';
import type { TestApp } from './app.js';

/** A family that has received an invitation. */
export interface InvitedFamily {
  readonly familyId: number;
  readonly invitationId: number;
  readonly participationIds: number[];
  readonly token: string;
}

/** Writes studies, slots and invitations directly, bypassing the API and the letters. */
export class StoredStudies {
  constructor(protected readonly product: Pick<TestApp, 'clock' | 'dataSource'>) {}

  protected get manager(): EntityManager {
    return this.product.dataSource.manager;
  }

  protected get audit(): ReturnType<typeof createdBy> {
    return createdBy('x', this.product.clock.now());
  }

  study(wanted: Partial<Study> = {}): Promise<Study> {
    const names = { name: 'Blocks 3', publicName: 'Building with blocks', place: '', letter: '' };
    const study = { ...names, state: 'open' as const, criteria: criteriaOf({}) };
    return this.manager.save(
      Study,
      this.manager.create(Study, { ...this.audit, ...study, ...wanted }),
    );
  }

  /** A slot of one hour. @param startsAt `2026-12-05T17:30Z` */
  slot({ id: studyId }: Study, startsAt: string, wanted: Partial<Slot> = {}): Promise<Slot> {
    const start = new Date(startsAt);
    const endsAt = new Date(start.getTime() + 3_600_000);
    const times = { studyId, startsAt: start, endsAt, seats: 6, sequence: 0 };
    return this.manager.save(
      Slot,
      this.manager.create(Slot, { ...this.audit, ...times, ...wanted }),
    );
  }

  /** Stores an answer for each child, without letters. @param states in the order of the children */
  async answered(
    { id: slotId, studyId: id }: Pick<Slot, 'id' | 'studyId'>,
    family: Pick<Family, 'id'>,
    states: readonly ParticipationState[],
    answer: Partial<Participation> = {},
    invitation: Partial<Invitation> = {},
  ): Promise<void> {
    const answers = states.map((state) => ({ ...answer, state, slotId }));
    await this.asked({ id }, family, answers, invitation);
  }

  /** Invites all children of the family. @param given their answers; a child without one is invited */
  async asked(
    { id: studyId }: Pick<Study, 'id'>,
    { id: familyId }: Pick<Family, 'id'>,
    given: readonly Partial<Participation>[] = [],
    wanted: Partial<Invitation> = {},
    manager = this.manager,
  ): Promise<{ invitation: Invitation; participationIds: number[] }> {
    const asked = { ...this.audit, studyId, familyId, state: 'queued' as const, sequence: 0 };
    const invitation = await manager.save(
      Invitation,
      manager.create(Invitation, { ...asked, ...wanted }),
    );
    const children = await manager.find(Child, { where: { familyId }, order: { id: 'ASC' } });
    const answers = children.map(({ id: childId }, index) => {
      const answer = { invitationId: invitation.id, familyId, childId, state: 'invited' as const };
      return manager.create(Participation, { ...this.audit, ...answer, ...given[index] });
    });
    const participations = await manager.save(Participation, answers);
    return { invitation, participationIds: participations.map(({ id }) => id) };
  }
}

/** Also queues letters and makes links. */
export class StoredInvitations extends StoredStudies {
  constructor(protected override readonly product: Pick<TestApp, 'app' | 'clock' | 'dataSource'>) {
    super(product);
  }

  /** Invites all children of the family and queues the letter. */
  async invite(
    study: Pick<Study, 'id'>,
    family: Pick<Family, 'id' | 'email'>,
  ): Promise<Invitation> {
    return this.product.dataSource.transaction(async (manager) => {
      const { invitation } = await this.asked(study, family, [], {}, manager);
      const outbox = this.product.app.get(Outbox, { strict: false });
      await outbox.enqueue(manager, invitationMessage(invitation, family.email));
      return invitation;
    });
  }

  /** Invites all children of the family, with the letter sent. @param sentAt by default now */
  async sent(
    study: Pick<Study, 'id'>,
    family: Pick<Family, 'id'>,
    {
      expiresAt = '2030-01-01T00:00Z',
      sentAt = this.product.clock.now(),
      withPossible = true,
    } = {},
  ): Promise<InvitedFamily> {
    const { invitation, participationIds } = await this.asked(study, family, [], { withPossible });
    const { id: invitationId } = invitation;
    const token = await this.token(invitation);
    const sent = { state: 'sent' as const, sentAt, expiresAt: new Date(expiresAt) };
    await this.manager.update(Invitation, { id: invitationId }, sent);
    return { familyId: family.id, invitationId, participationIds, token };
  }

  /** Saves this answer for the children (by default all) of the invitation, and queues the letter. */
  async answer(
    { id }: Invitation,
    state: ParticipationState,
    slot: Slot,
    childIds?: number[],
  ): Promise<void> {
    const waitingNumber = state === 'waitlisted' ? 1 : null;
    await this.product.dataSource.transaction(async (manager) => {
      await manager.update(
        Participation,
        { invitationId: id, ...(childIds === undefined ? {} : { childId: In(childIds) }) },
        { state, slotId: slot.id, waitingNumber },
      );
      await manager.increment(Invitation, { id }, 'sequence', 1);
      await this.product.app.get(PlaceLetter).queue(manager, [id]);
    });
  }

  /** Changes the slot and queues the letters. */
  async change({ id }: Slot, change: Partial<Slot>, invitations: Invitation[]): Promise<void> {
    await this.product.dataSource.transaction(async (manager) => {
      await manager.update(Slot, { id }, change);
      await manager.increment(Slot, { id }, 'sequence', 1);
      await this.product.app.get(PlaceLetter).queue(
        manager,
        invitations.map((invitation) => invitation.id),
      );
    });
  }

  /** The token of its mailed link. */
  async token(invitation: Pick<Invitation, 'id'>): Promise<string> {
    const links = this.product.app.get(InvitationLinksService, { strict: false });
    return links.tokenFor(this.manager, await this.read(invitation));
  }

  read({ id }: Pick<Invitation, 'id'>): Promise<Invitation> {
    return this.manager.findOneByOrFail(Invitation, { id });
  }
}
