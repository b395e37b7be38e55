import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

import { Clock } from '../common/clock.js';
import { Environment } from '../config/environment.js';
import { type Letter, type LetterContent, LetterRegistry } from '../email/letter.js';
import type { OutboxMessage } from '../email/outbox-message.entity.js';
import { renderConfirmation } from '../email/templates/confirmation.js';
import { Family } from '../families/family.entity.js';
import { Guardian } from '../families/guardian.entity.js';
import { windowEnd } from './confirmation.js';
import { ConfirmationLink } from './confirmation-link.entity.js';
import { CONFIRMATION_KIND, ConfirmationLinks } from './confirmation-links.js';

/** The confirmation mail: whether it may still be sent, what it says, and what follows once it is sent. */
@Injectable()
export class ConfirmationLetter implements Letter, OnModuleInit {
  readonly kind = CONFIRMATION_KIND;

  constructor(
    private readonly registry: LetterRegistry,
    private readonly links: ConfirmationLinks,
    private readonly environment: Environment,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.registry.register(this);
  }

  /** `null`: the family is confirmed, disabled or gone by now, or a newer mail has replaced this one. */
  async compose(message: OutboxMessage, manager: EntityManager): Promise<LetterContent | null> {
    if (message.familyId === null || message.linkId === null) return null;
    const family = await manager.findOneBy(Family, { id: message.familyId });
    const link = await manager.findOneBy(ConfirmationLink, { id: message.linkId });
    if (family?.state !== 'awaiting' || family.disabledIndicator === 'Y') return null;
    if (link?.replacedAt !== null) return null;
    const token = this.links.tokenFor(link);
    // The secret it was made with is gone, or the family has another address by now: a link of its own takes its place.
    if (token === null || message.toAddress !== family.email) {
      await this.links.issue(manager, family);
      return null;
    }
    const guardian = await manager.findOneByOrFail(Guardian, {
      familyId: family.id,
      isPrimaryIndicator: 'Y',
    });
    // The reader's window begins when the mail leaves, however long the mail server was away.
    await manager.update(
      ConfirmationLink,
      { id: link.id },
      { expiresAt: windowEnd(this.clock.now(), this.environment.confirmationWindowHours) },
    );
    return renderConfirmation({
      firstName: guardian.firstName,
      token,
      publicBaseUrl: this.environment.publicBaseUrl,
      confirmationWindowHours: this.environment.confirmationWindowHours,
      labName: this.environment.labName,
      productName: this.environment.productName,
      supportEmail: this.environment.supportEmail,
    });
  }

  async onSent(message: OutboxMessage, sentAt: Date, manager: EntityManager): Promise<void> {
    if (message.familyId === null) return;
    await manager
      .createQueryBuilder()
      .update(Family)
      .set({ firstEmailSentDate: sentAt })
      .where('id = :id AND first_email_sent_date IS NULL', { id: message.familyId })
      .execute();
  }
}
