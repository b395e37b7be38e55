import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';

import { Clock } from '../common/clock.js';
import { Environment } from '../config/environment.js';
import { domainOf, type OutgoingMail, TemporaryMailError } from './mail-transport.js';
import type { OutboxMessage } from './outbox-message.entity.js';
import { Suppressions } from './suppression/suppressions.service.js';

/** A composed letter. The subject is one line. */
export type LetterContent = Pick<
  OutgoingMail,
  'subject' | 'text' | 'html' | 'headers' | 'calendars'
>;

/** A kind of letter. Each feature registers its letters in `onModuleInit`; this module knows no feature. */
export interface Letter {
  /** As in `OutboxMessage.kind`; at most 40 characters. */
  readonly kind: string;

  /** Asks the reader to confirm a registration, so an erased address gets it too. */
  readonly asksForConsent?: boolean;

  /**
   * The pre-send check and the letter, from the current data. Runs right before sending, in its own transaction. Runs
   * again after an error, and must then return the same links.
   * @returns `null` when the letter may no longer be mailed. The message is then withdrawn.
   */
  compose(message: OutboxMessage, manager: EntityManager): Promise<LetterContent | null>;

  /** Runs in the transaction that marks the message as sent. The record may have been deleted. */
  onSent?(message: OutboxMessage, sentAt: Date, manager: EntityManager): Promise<void>;

  /** Runs in the transaction that requeues the message, if the mail server certainly did not accept it. */
  onReturned?(message: OutboxMessage, manager: EntityManager): Promise<void>;

  /**
   * Runs in the transaction that marks the message as failed.
   * @param refusedAt `null` unless the mail server refused the address for good.
   */
  onFailed?(message: OutboxMessage, refusedAt: Date | null, manager: EntityManager): Promise<void>;

  /** Runs in the transaction in which staff retry a failed message. */
  onRetried?(message: OutboxMessage, manager: EntityManager): Promise<void>;
}

/** All kinds of letters. Composes the letter of a message. */
@Injectable()
export class LetterRegistry {
  private readonly letters = new Map<string, Letter>();

  constructor(
    private readonly dataSource: DataSource,
    private readonly suppressions: Suppressions,
    private readonly environment: Environment,
    private readonly clock: Clock,
  ) {}

  register(letter: Letter): void {
    this.letters.set(letter.kind, letter);
  }

  kinds(): Iterable<string> {
    return this.letters.keys();
  }

  find(kind: string): Letter | undefined {
    return this.letters.get(kind);
  }

  /**
   * Runs the pre-send check and composes the mail, right before it is sent.
   * @returns `null` when the letter may no longer be mailed. An erased address only gets letters that ask for consent,
   * after its owner has registered again.
   * @throws TemporaryMailError when no feature has registered the kind.
   */
  async compose(message: OutboxMessage): Promise<OutgoingMail | null> {
    const letter = this.find(message.kind);
    if (letter === undefined) {
      throw new TemporaryMailError('No letter of this kind is known here.', false);
    }
    return this.dataSource.transaction(async (manager) => {
      const content = await letter.compose(message, manager);
      if (content === null) return null;
      const isSuppressed =
        letter.asksForConsent !== true &&
        (await this.suppressions.since(manager, message.toAddress)) !== null;
      return isSuppressed ? null : this.mail(message, content);
    });
  }

  private mail({ id, toAddress }: OutboxMessage, content: LetterContent): OutgoingMail {
    const { mailFrom: from, supportEmail: replyTo } = this.environment;
    const date = this.clock.now();
    return { messageId: messageIdOf(id, from), date, from, to: toAddress, replyTo, ...content };
  }
}

/** Built from the row's id and the sender's domain, so it is the same for each attempt. With angle brackets. */
export function messageIdOf(id: string, from: string): string {
  return `<${id}@${domainOf(from)}>`;
}
