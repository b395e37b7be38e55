import { Injectable, Logger } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';

import { Clock } from '../common/clock.js';
import { Randomness } from '../common/randomness.js';
import { Environment } from '../config/environment.js';
import { isGivenUp, pauseBeforeRetry } from './backoff.js';
import { DISPATCH } from './constants.js';
import { describeFault } from '../common/faults.js';
import { LastLook } from './last-look.js';
import { type Letter, type LetterContent, LetterRegistry, type SentMessage } from './letter.js';
import { MailOutcomes, type Outcome } from './mail-outcomes.js';
import { MailPermission } from './mail-permission.js';
import { MailTransport, PermanentMailFault, TemporaryMailFault } from './mail-transport.js';
import type { OutboxMessage } from './outbox-message.entity.js';
import { OutboxStore } from './outbox-store.js';
import { Pauses } from '../common/pauses.js';
import { messageIdOf } from './sender.js';
import { Settlements } from './settlements.js';

/** How a message is brought to its end. */
export interface Ways {
  /** Asked right before the hand-over; false: the message goes back into the queue. */
  readonly mayHandOver: () => boolean;
  /** Its letter, when `prepare` has written it; looked at again before it leaves. */
  readonly prepared?: LetterContent | undefined;
  /** Those that were written, too, and leave next. */
  readonly next?: () => readonly OutboxMessage[];
  /** Told when the mail server has answered: another letter may have its place. */
  readonly onHandedOver?: () => void;
}

/** Undoes what a feature noted for a message that is gone or another dispatcher's. */
class NotOurs extends Error {
  override readonly name = 'NotOurs';
}

/** Brings one claimed message to its end: writes the letter, hands it over, writes down the outcome. Never rejects. */
@Injectable()
export class Delivery {
  private readonly logger = new Logger('Mail');

  constructor(
    private readonly dataSource: DataSource,
    private readonly store: OutboxStore,
    private readonly settlements: Settlements,
    private readonly lastLook: LastLook,
    private readonly letters: LetterRegistry,
    private readonly permission: MailPermission,
    private readonly transport: MailTransport,
    private readonly clock: Clock,
    private readonly randomness: Randomness,
    private readonly environment: Environment,
    private readonly pauses: Pauses,
    private readonly outcomes: MailOutcomes,
  ) {}

  /**
   * Writes the letters of many messages together. What is missing in the answer is written when its turn comes: it is not plain,
   * its letter can't be written in company, or a fault came in between. Never rejects.
   */
  async prepare(messages: readonly OutboxMessage[]): Promise<Map<string, LetterContent>> {
    const prepared = new Map<string, LetterContent>();
    for (const kind of new Set(messages.map((message) => message.kind))) {
      const own = messages.filter((message) => message.kind === kind);
      for (const [id, content] of await this.composeAll(kind, own)) prepared.set(id, content);
    }
    return prepared;
  }

  /** See `Ways`. */
  async deliver(message: OutboxMessage, ways: Ways): Promise<Outcome> {
    return this.tell(message, await this.attempt(message, ways));
  }

  /** Puts a message back into the queue that was not tried. */
  async release(message: OutboxMessage): Promise<Outcome> {
    return this.tell(message, await this.putBack(message));
  }

  /** A hand-over that could outlast the lease would let another dispatcher mail the same letter. */
  isInTime(message: OutboxMessage): boolean {
    const leaseUntil = message.leaseUntil?.getTime() ?? 0;
    return leaseUntil - this.clock.now().getTime() >= DISPATCH.sendDeadlineMs;
  }

  private tell(message: OutboxMessage, outcome: Outcome): Outcome {
    this.logger.log(`Mail ${message.id} (${message.kind}): ${outcome}`);
    this.outcomes.tell(message.kind, outcome);
    return outcome;
  }

  private async attempt(message: OutboxMessage, ways: Ways): Promise<Outcome> {
    try {
      const content = await this.contentOf(message, ways);
      if (content === undefined) return 'lost';
      if (content === null) {
        return await this.writeDown(message, 'withdrawn', () => this.store.withdraw(message));
      }
      if (!ways.mayHandOver() || !this.isInTime(message)) return await this.putBack(message);
      const { answer } = await this.handOver(message, content);
      ways.onHandedOver?.();
      return await this.settleSent(message, answer);
    } catch (fault) {
      return await this.settleFault(message, fault);
    }
  }

  /** `null`: it may not be mailed any more; `undefined`: it is not ours any more. */
  private async contentOf(
    message: OutboxMessage,
    { prepared, next = () => [] }: Ways,
  ): Promise<LetterContent | null | undefined> {
    if (prepared === undefined) return this.compose(message);
    const seen = await this.lastLook.look(message, next);
    if (seen === 'changed') return this.compose(message);
    return seen === 'unchanged' ? prepared : undefined;
  }

  private async composeAll(
    kind: string,
    messages: readonly OutboxMessage[],
  ): Promise<ReadonlyMap<string, LetterContent>> {
    const letter = this.letters.find(kind);
    if (letter?.composeAll === undefined || messages.length < 2) return new Map();
    try {
      return await this.dataSource.transaction(async (manager) => {
        const addresses = messages.map(({ toAddress }) => toAddress);
        const refused = await this.permission.refused(manager, addresses, letter);
        const allowed = messages.filter(({ toAddress }) => !refused.has(toAddress));
        return (await letter.composeAll?.(allowed, manager)) ?? new Map();
      });
    } catch (fault) {
      this.logger.warn(`Letters are written one by one: ${describeFault(fault)}`);
      return new Map();
    }
  }

  private async compose(message: OutboxMessage): Promise<LetterContent | null> {
    const letter = this.letters.find(message.kind);
    if (letter === undefined) {
      throw new TemporaryMailFault('No letter of this kind is known here.', false);
    }
    try {
      return await this.dataSource.transaction(async (manager) => {
        const content = await letter.compose(message, manager);
        const mayMail =
          content !== null && (await this.permission.mayMail(manager, message.toAddress, letter));
        return mayMail ? content : null;
      });
    } catch (fault) {
      this.logger.error(`Mail ${message.id} could not be written: ${describeFault(fault)}`);
      throw new TemporaryMailFault('The letter could not be written.', false);
    }
  }

  private handOver(message: OutboxMessage, content: LetterContent): Promise<{ answer: string }> {
    return this.transport.send({
      messageId: messageIdOf(message.id, this.environment.mailFrom),
      date: this.clock.now(),
      from: this.environment.mailFrom,
      to: message.toAddress,
      ...content,
    });
  }

  private settleSent(message: OutboxMessage, answer: string): Promise<Outcome> {
    const letter = this.letters.find(message.kind);
    const sent = { message, sentAt: this.clock.now() };
    const alone = (): Promise<Outcome> => this.settleAlone(letter, sent, answer);
    return letter?.onSentAll === undefined
      ? alone()
      : this.settlements.settle(letter, sent, answer, alone);
  }

  private settleAlone(
    letter: Letter | undefined,
    { message, sentAt }: SentMessage,
    answer: string,
  ): Promise<Outcome> {
    let onSentFaults = 0;
    const step = async (manager: EntityManager): Promise<void> => {
      // The feature's records before the message: the order in which an erasure takes them, so that neither waits for
      // the other. The letter has left: a feature that can't take note must not make it leave again and again.
      if (onSentFaults < DISPATCH.onSentTries) {
        try {
          await letter?.onSent?.(message, sentAt, manager);
        } catch (fault) {
          onSentFaults += 1;
          throw fault;
        }
      }
      if (!(await this.store.markSent(message, answer, sentAt, manager))) throw new NotOurs();
    };
    return this.writeDown(message, 'sent', () =>
      this.dataSource.transaction(step).then(
        () => true,
        (fault: unknown) => {
          if (fault instanceof NotOurs) return false;
          throw fault;
        },
      ),
    );
  }

  private settleFault(message: OutboxMessage, fault: unknown): Promise<Outcome> {
    if (fault instanceof PermanentMailFault) return this.fail(message, fault.answer);
    if (!(fault instanceof TemporaryMailFault)) {
      this.logger.error(`Mail ${message.id} met a fault: ${describeFault(fault)}`);
    }
    const { answer, unreachable } =
      fault instanceof TemporaryMailFault
        ? fault
        : { answer: 'Something went wrong on our side.', unreachable: false };
    const now = this.clock.now();
    if (isGivenUp(message.retriedAt ?? message.createdAt, now)) return this.fail(message, answer);
    const pause = pauseBeforeRetry(message.attempts + 1, unreachable, this.randomness.fraction());
    return this.writeDown(message, 'postponed', () =>
      this.store.postpone(message, answer, new Date(now.getTime() + pause)),
    );
  }

  private putBack(message: OutboxMessage): Promise<Outcome> {
    return this.writeDown(message, 'released', () => this.store.release(message));
  }

  private fail(message: OutboxMessage, answer: string): Promise<Outcome> {
    return this.writeDown(message, 'failed', () => this.store.markFailed(message, answer));
  }

  /** Writes an outcome down, again and again while the lease lasts: the database may be restarting. */
  private async writeDown(
    message: OutboxMessage,
    outcome: Outcome,
    step: () => Promise<boolean>,
  ): Promise<Outcome> {
    const pauses = DISPATCH.settlePausesMs;
    for (let attempt = 0; ; attempt += 1) {
      try {
        return (await step()) ? outcome : 'lost';
      } catch (fault) {
        this.logger.error(
          `Mail ${message.id}: "${outcome}" could not be written down: ${describeFault(fault)}`,
        );
        if (this.clock.now() >= (message.leaseUntil ?? this.clock.now())) return 'lost';
        await this.pauses.pause(pauses[Math.min(attempt, pauses.length - 1)] ?? 0);
      }
    }
  }
}
