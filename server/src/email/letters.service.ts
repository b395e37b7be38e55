import { Injectable, Logger } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';

import { Clock } from '../common/clock.js';
import { describeError } from '../common/errors.js';
import { Environment } from '../config/environment.js';
import { domainOf, type OutgoingMail, TemporaryMailError } from './mail-transport.js';
import type { OutboxMessage } from './outbox-message.entity.js';
import { Suppressions } from './suppression/suppressions.service.js';

/** A letter as it is mailed: subject in one line, and its parts. */
export type LetterContent = Pick<
  OutgoingMail,
  'subject' | 'text' | 'html' | 'headers' | 'calendars'
>;

/**
 * A kind of letter: one injectable class each, in the feature that mails it. It registers itself in `onModuleInit`;
 * this module knows no feature. A date before which it may not leave is given when it is queued
 * (`NewMessage.notBefore`).
 */
export interface Letter {
  /** Names the kind in `OutboxMessage.kind`; at most 40 characters. */
  readonly kind: string;

  /** It asks its reader whether to be registered: an erased address gets it too. */
  readonly asksForConsent?: boolean;

  /**
   * The pre-send check, and the letter from what is true now. Runs right before the letter leaves, in a transaction of
   * its own; after an error it runs again for the same message and must then give the same links.
   * @returns `null` when the letter may not be mailed any more: the message is withdrawn.
   */
  compose(message: OutboxMessage, manager: EntityManager): Promise<LetterContent | null>;

  /** In the transaction that marks the message as sent. A record that is gone by now is no error. */
  onSent?(message: OutboxMessage, sentAt: Date, manager: EntityManager): Promise<void>;

  /**
   * In the transaction that marks the message as failed.
   * @param refusedAt `null` unless the mail server refused its address for good.
   */
  onFailed?(message: OutboxMessage, refusedAt: Date | null, manager: EntityManager): Promise<void>;

  /** In the transaction in which staff put a failed message back into the queue. */
  onTriedAgain?(message: OutboxMessage, manager: EntityManager): Promise<void>;
}

/** Knows all kinds of letters, and asks the feature behind a message for its letter. */
@Injectable()
export class LetterRegistry {
  private readonly logger = new Logger('Mail');
  private readonly letters = new Map<string, Letter>();

  constructor(
    private readonly dataSource: DataSource,
    private readonly suppressions: Suppressions,
    private readonly environment: Environment,
    private readonly clock: Clock,
  ) {}

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

  /**
   * The pre-send check and the mail, right before it is handed over.
   * @returns `null` when the letter may not be mailed any more. An erased address is mailed only the letter by which
   * its owner, who has just registered again, is asked to confirm: the only way back.
   * @throws TemporaryMailError
   */
  async compose(message: OutboxMessage): Promise<OutgoingMail | null> {
    const letter = this.find(message.kind);
    if (letter === undefined) {
      throw new TemporaryMailError('No letter of this kind is known here.', false);
    }
    try {
      return await this.dataSource.transaction(async (manager) => {
        const content = await letter.compose(message, manager);
        if (content === null) return null;
        const isSuppressed =
          letter.asksForConsent !== true &&
          (await this.suppressions.since(manager, message.toAddress)) !== null;
        return isSuppressed ? null : this.mail(message, content);
      });
    } catch (error) {
      this.logger.error(`Mail ${message.id} could not be written: ${describeError(error)}`);
      throw new TemporaryMailError('The letter could not be written.', false);
    }
  }

  private mail({ id, toAddress }: OutboxMessage, content: LetterContent): OutgoingMail {
    const { mailFrom: from, supportEmail: replyTo } = this.environment;
    const date = this.clock.now();
    return { messageId: messageIdOf(id, from), date, from, to: toAddress, replyTo, ...content };
  }
}

/** From the row and the sender's domain alone, so that each try carries the same. With its angle brackets. */
export function messageIdOf(id: string, from: string): string {
  return `<${id}@${domainOf(from)}>`;
}
