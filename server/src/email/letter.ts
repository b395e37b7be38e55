import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

import type { OutboxMessage } from './outbox-message.entity.js';

/** A letter as it is mailed: subject in one line, and both parts. */
export interface LetterContent {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** What a mail server has accepted, and when. */
export interface SentMessage {
  readonly message: OutboxMessage;
  readonly sentAt: Date;
}

/**
 * A kind of letter. The feature that mails it registers it; this module knows no feature.
 */
export interface Letter {
  /** Names the kind in `OutboxMessage.kind`; at most 40 characters. */
  readonly kind: string;

  /** It asks its reader whether to be registered: an erased address gets it too, see `MailPermission`. */
  readonly asksForConsent?: boolean;

  /**
   * Writes the letter from what is true now. Runs in a transaction of its own that is committed before the letter
   * leaves; after a fault it runs again for the same message and must then give the same links.
   * @returns `null` when the letter may not be mailed any more: the message is withdrawn.
   */
  compose(message: OutboxMessage, manager: EntityManager): Promise<LetterContent | null>;

  /**
   * Told when a mail server has accepted the letter, in the transaction that marks the message as sent. A record that
   * is gone by now is no fault.
   */
  onSent?(message: OutboxMessage, sentAt: Date, manager: EntityManager): Promise<void>;

  /**
   * `compose` for many at once, in a few statements. Waits for no lock. Under the same conditions; whatever is not plain is left
   * out, and composed alone.
   * @returns letters by the ids of their messages.
   */
  composeAll?(
    messages: readonly OutboxMessage[],
    manager: EntityManager,
  ): Promise<ReadonlyMap<string, LetterContent>>;

  /**
   * Asked right before letters of `composeAll` leave, which may be seconds later; without it they are composed again.
   * @returns the ids of the messages whose letters are still true.
   */
  stillValid?(
    messages: readonly OutboxMessage[],
    manager: EntityManager,
  ): Promise<ReadonlySet<string>>;

  /**
   * `onSent` for many at once. Waits for no lock: what somebody else has locked is left out, and told alone.
   * @returns the ids of the messages that were taken note of.
   */
  onSentAll?(sent: readonly SentMessage[], manager: EntityManager): Promise<ReadonlySet<string>>;
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
