import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

import type { OutboxMessage } from './outbox-message.entity.js';

/** A letter as it is mailed: subject in one line, and both parts. */
export interface LetterContent {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/**
 * A kind of letter: one injectable class each, in the feature that mails it. It registers itself in `onModuleInit`; this
 * module knows no feature. A date before which it may not leave is given when it is queued (`NewMessage.notBefore`).
 */
export interface Letter {
  /** Names the kind in `OutboxMessage.kind`; at most 40 characters. */
  readonly kind: string;

  /** It asks its reader whether to be registered: an erased address gets it too. */
  readonly asksForConsent?: boolean;

  /**
   * The pre-send check, and the letter from what is true now. Runs right before the letter leaves, in a transaction of
   * its own; after a fault it runs again for the same message and must then give the same links.
   * @returns `null` when the letter may not be mailed any more: the message is withdrawn.
   */
  compose(message: OutboxMessage, manager: EntityManager): Promise<LetterContent | null>;

  /**
   * Told when a mail server has accepted the letter, in the transaction that marks the message as sent. A record that
   * is gone by now is no fault.
   */
  onSent?(message: OutboxMessage, sentAt: Date, manager: EntityManager): Promise<void>;
}

/** The letters that the features have registered. */
@Injectable()
export class LetterRegistry {
  private readonly letters = new Map<string, Letter>();

  /** @throws when the kind is registered already: two features would answer for one letter. */
  register(letter: Letter): void {
    if (this.letters.has(letter.kind)) {
      throw new Error(`A letter of the kind ${letter.kind} is registered already`);
    }
    this.letters.set(letter.kind, letter);
  }

  find(kind: string): Letter | undefined {
    return this.letters.get(kind);
  }
}
