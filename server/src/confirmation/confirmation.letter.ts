import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

import { type Letter, type LetterContent, LetterRegistry } from '../email/letter.js';
import type { OutboxMessage } from '../email/outbox-message.entity.js';
import { renderConfirmation } from '../email/templates/confirmation.js';
import { Family } from '../families/family.entity.js';
import { CONFIRMATION_KIND } from './confirmation-links.js';
import { LinkedLetters } from './linked-letters.js';

/** The confirmation mail: whether it may still be sent, what it says, and what follows once it is sent. */
@Injectable()
export class ConfirmationLetter implements Letter, OnModuleInit {
  readonly kind = CONFIRMATION_KIND;

  constructor(
    private readonly registry: LetterRegistry,
    private readonly letters: LinkedLetters,
  ) {}

  onModuleInit(): void {
    this.registry.register(this);
  }

  async compose(message: OutboxMessage, manager: EntityManager): Promise<LetterContent | null> {
    const data = await this.letters.dataFor(message, manager);
    return data === null ? null : renderConfirmation(data);
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
