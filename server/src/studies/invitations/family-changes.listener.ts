import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type EntityManager, In, IsNull, Not } from 'typeorm';

import { Clock } from '../../common/clock.js';
import { OutboxMessage } from '../../email/outbox-message.entity.js';
import { Outbox } from '../../email/outbox.repository.js';
import {
  type FamilyListener,
  FamilyListenersService,
} from '../../families/family-listeners.service.js';
import type { Family } from '../../families/family.entity.js';
import { endConfirmations } from '../answers/age-confirmations.js';
import { SITTING_OR_WAITING } from '../answers/answer-rules.js';
import { Invitation, Participation } from '../invitation.entity.js';
import { lockSlots } from '../slot-locks.js';
import { invitationMessage } from './invitation.letter.js';
import { InvitationLinksService } from './invitation-links.service.js';
import { PlaceLetter } from './place.letter.js';

/**
 * Reacts to a new address of a family: earlier letters may have reached a stranger, so their links end. Open
 * invitations are mailed again, and so is the letter about the family's seats. Also tells a family that a deleted
 * child's seat is gone, and forgets an age that a parent confirmed for another month of birth.
 */
@Injectable()
export class FamilyChangesListener implements FamilyListener, OnModuleInit {
  constructor(
    private readonly listeners: FamilyListenersService,
    private readonly links: InvitationLinksService,
    private readonly outbox: Outbox,
    private readonly letters: PlaceLetter,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.listeners.register(this);
  }

  async childRemoved(manager: EntityManager, childId: number): Promise<void> {
    const held = { childId, state: In(SITTING_OR_WAITING) };
    const bookings = await manager.findBy(Participation, held);
    const [booking] = bookings;
    if (booking === undefined) return;
    // Lock its siblings' slots, too, because a trigger locks all of them when a child is deleted.
    const ofFamily = await manager.findBy(Participation, { familyId: booking.familyId });
    await lockSlots(
      manager,
      ofFamily.map(({ slotId }) => slotId),
    );
    await manager.delete(Participation, held);
    const ids = bookings.map(({ invitationId }) => invitationId);
    await manager.update(Invitation, { id: In(ids) }, { sequence: () => 'sequence + 1' });
    await this.letters.queue(manager, ids);
  }

  birthChanged(manager: EntityManager, childId: number): Promise<void> {
    return endConfirmations(manager, 'child_id', [childId]);
  }

  async emailChanged(manager: EntityManager, { id: familyId, email }: Family): Promise<void> {
    for (const invitation of await manager.findBy(Invitation, { familyId })) {
      invitation.linkNumber += 1;
      await this.links.issue(manager, invitation);
      if (!mayBeMailed(invitation, this.clock.now())) continue;
      const { id } = invitation;
      // The letter to the new address is a new one, and has not been tried.
      await manager.update(Invitation, { id }, { state: 'queued', sentAt: null });
      await this.outbox.enqueue(manager, invitationMessage(invitation, email));
    }
    // Redirect pending letters and reminders: no others are queued while the seats stay. A claimed letter may be on its
    // way to the old address; otherwise it gets the new one when it is composed.
    const about = { familyId, invitationId: Not(IsNull()) };
    await manager.update(OutboxMessage, { ...about, state: 'pending' }, { toAddress: email });
    // Replace failed letters, too: their link has ended, so a retry would withdraw them.
    const unsent = { kind: this.letters.kind, state: In(['pending', 'claimed', 'failed']) };
    const letters = await manager.findBy(OutboxMessage, { ...about, ...unsent });
    const held = { familyId, state: In(SITTING_OR_WAITING) };
    const bookings = await manager.findBy(Participation, held);
    const ids = [...bookings, ...letters].flatMap(({ invitationId }) => invitationId ?? []);
    await this.letters.queue(manager, ids);
  }
}

/** The letter is still queued, or the invitation can still be answered. */
function mayBeMailed({ state, answeredAt, expiresAt }: Invitation, now: Date): boolean {
  return (
    state === 'queued' || (state === 'sent' && answeredAt === null && (expiresAt ?? now) > now)
  );
}
