import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type EntityManager, IsNull } from 'typeorm';

import { type Letter, type LetterContent, LetterRegistry } from '../email/letter.js';
import type { OutboxMessage } from '../email/outbox-message.entity.js';
import type { ConfirmationData } from '../email/templates/confirmation.js';
import { Family } from '../families/family.entity.js';
import { LinkedLetters } from './linked-letters.js';

/** A letter that carries a confirmation link: whether it may still be sent, and what follows once it is sent. */
@Injectable()
export abstract class LinkedLetter implements Letter, OnModuleInit {
  abstract readonly kind: string;
  /** The family's date that tells when such a letter was sent first. */
  protected abstract readonly sentDate: 'firstEmailSentDate' | 'secondEmailSentDate';

  constructor(
    private readonly registry: LetterRegistry,
    private readonly letters: LinkedLetters,
  ) {}

  protected abstract render(data: ConfirmationData): LetterContent;

  onModuleInit(): void {
    this.registry.register(this);
  }

  async compose(message: OutboxMessage, manager: EntityManager): Promise<LetterContent | null> {
    const data = await this.letters.dataFor(message, manager);
    return data === null ? null : this.render(data);
  }

  async onSent(message: OutboxMessage, sentAt: Date, manager: EntityManager): Promise<void> {
    if (message.familyId === null) return;
    const notYetSent = { id: message.familyId, [this.sentDate]: IsNull() };
    await manager.update(Family, notYetSent, { [this.sentDate]: sentAt });
  }
}
