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
import type { TestApp } from './app.js';

/** Studies, slots and invitations as they stand in the tables, past all calls. */
export class StoredInvitations {
  constructor(private readonly product: Pick<TestApp, 'app' | 'clock' | 'dataSource'>) {}

  private get manager(): EntityManager {
    return this.product.dataSource.manager;
  }

  private get audit(): ReturnType<typeof createdBy> {
    return createdBy('x', this.product.clock.now());
  }

  study(wanted: Partial<Study> = {}): Promise<Study> {
    const criteria = {
      minMonths: null,
      maxMonths: null,
      genders: [],
      hands: [],
      languages: [],
      areas: [],
      notInStudies: [],
    };
    const study = { name: 'Blocks 3', publicName: 'Building with blocks', state: 'open' as const };
    return this.manager.save(
      Study,
      this.manager.create(Study, {
        ...this.audit,
        ...study,
        criteria,
        place: '',
        letter: '',
        ...wanted,
      }),
    );
  }

  /** An hour long. @param startsAt `2026-12-05T17:30Z` */
  slot({ id: studyId }: Study, startsAt: string, wanted: Partial<Slot> = {}): Promise<Slot> {
    const start = new Date(startsAt);
    const endsAt = new Date(start.getTime() + 3_600_000);
    const times = { studyId, startsAt: start, endsAt, seats: 6, sequence: 0 };
    return this.manager.save(
      Slot,
      this.manager.create(Slot, { ...this.audit, ...times, ...wanted }),
    );
  }

  /** With all children of the family, and its letter in the queue. */
  async invite({ id: studyId }: Study, { id: familyId, email }: Family): Promise<Invitation> {
    const children = await this.manager.findBy(Child, { familyId });
    return this.product.dataSource.transaction(async (manager) => {
      const invitation = await manager.save(
        Invitation,
        manager.create(Invitation, {
          ...this.audit,
          studyId,
          familyId,
          state: 'queued',
          sequence: 0,
        }),
      );
      for (const { id: childId } of children) {
        const asked = { invitationId: invitation.id, familyId, childId, state: 'invited' as const };
        await manager.save(
          Participation,
          manager.create(Participation, { ...this.audit, ...asked }),
        );
      }
      const outbox = this.product.app.get(Outbox, { strict: false });
      await outbox.enqueue(manager, invitationMessage(invitation, email));
      return invitation;
    });
  }

  /** All children of the invitation have this answer now, and the family is told. */
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

  /** The slot has changed, and the families are told. */
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

  /** Of its mailed link. */
  async token(invitation: Pick<Invitation, 'id'>): Promise<string> {
    const links = this.product.app.get(InvitationLinksService, { strict: false });
    return links.tokenFor(this.manager, await this.read(invitation));
  }

  read({ id }: Pick<Invitation, 'id'>): Promise<Invitation> {
    return this.manager.findOneByOrFail(Invitation, { id });
  }
}
