import { Injectable, Logger } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';

import { Clock } from '../common/clock.js';
import { describeFault } from '../common/faults.js';
import { Environment } from '../config/environment.js';
import { LetterRegistry } from './letter.js';
import { type OutgoingMail, senderOf, TemporaryMailFault } from './mail-transport.js';
import type { OutboxMessage } from './outbox-message.entity.js';
import { Suppressions } from './suppression/suppressions.service.js';

/** Asks the feature behind a message for its letter, and tells it when the letter has left. */
@Injectable()
export class LetterComposer {
  private readonly logger = new Logger('Mail');

  constructor(
    private readonly dataSource: DataSource,
    private readonly letters: LetterRegistry,
    private readonly suppressions: Suppressions,
    private readonly environment: Environment,
    private readonly clock: Clock,
  ) {}

  /**
   * The pre-send check and the mail, right before it is handed over.
   * @returns `null` when the letter may not be mailed any more. An erased address is mailed only the letter by which its
   * owner, who has just registered again, is asked to confirm: the only way back.
   * @throws TemporaryMailFault
   */
  async compose(message: OutboxMessage): Promise<OutgoingMail | null> {
    const letter = this.letters.find(message.kind);
    if (letter === undefined) {
      throw new TemporaryMailFault('No letter of this kind is known here.', false);
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
    } catch (fault) {
      this.logger.error(`Mail ${message.id} could not be written: ${describeFault(fault)}`);
      throw new TemporaryMailFault('The letter could not be written.', false);
    }
  }

  /** In the transaction that marks the message as sent. */
  async noteSent(message: OutboxMessage, sentAt: Date, manager: EntityManager): Promise<void> {
    await this.letters.find(message.kind)?.onSent?.(message, sentAt, manager);
  }

  private mail(
    { id, toAddress }: OutboxMessage,
    content: Pick<OutgoingMail, 'subject' | 'text' | 'html'>,
  ): OutgoingMail {
    const { mailFrom, supportEmail } = this.environment;
    return {
      messageId: messageIdOf(id, mailFrom),
      date: this.clock.now(),
      from: mailFrom,
      to: toAddress,
      replyTo: supportEmail,
      ...content,
    };
  }
}

/**
 * The Message-ID of a message, with its angle brackets: made from the row and the sender's domain alone, so that each
 * try carries the same.
 */
export function messageIdOf(id: string, from: string): string {
  const domain = senderOf(from).address.split('@').at(-1) ?? 'localhost';
  return `<${id}@${domain}>`;
}
