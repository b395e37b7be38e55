import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

import { LinkedLetters } from '../confirmation/linked-letters.js';
import { type Letter, type LetterContent, LetterRegistry } from '../email/letter.js';
import type { OutboxMessage } from '../email/outbox-message.entity.js';
import { renderSecondNotice } from '../email/templates/second-notice.js';
import { Family } from '../families/family.entity.js';
import { SECOND_NOTICE_KIND } from './second-notice.js';

/** The second notice: whether it may still be sent, what it says, and what follows once it is sent. */
@Injectable()
export class SecondNoticeLetter implements Letter, OnModuleInit {
  readonly kind = SECOND_NOTICE_KIND;

  constructor(
    private readonly registry: LetterRegistry,
    private readonly letters: LinkedLetters,
  ) {}

  onModuleInit(): void {
    this.registry.register(this);
  }

  async compose(message: OutboxMessage, manager: EntityManager): Promise<LetterContent | null> {
    const data = await this.letters.dataFor(message, manager);
    return data === null ? null : renderSecondNotice(data);
  }

  async onSent(message: OutboxMessage, sentAt: Date, manager: EntityManager): Promise<void> {
    if (message.familyId === null) return;
    await manager
      .createQueryBuilder()
      .update(Family)
      .set({ secondEmailSentDate: sentAt })
      .where('id = :id AND second_email_sent_date IS NULL', { id: message.familyId })
      .execute();
  }
}
