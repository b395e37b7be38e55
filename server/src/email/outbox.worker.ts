import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { Subject } from 'rxjs';
import { DataSource } from 'typeorm';

import { describeError, isTransientError } from '../common/errors.js';
import { Pauses } from '../common/pauses.js';
import { LetterRegistry } from './letters.service.js';
import {
  type Attempt,
  type EndNote,
  hasQueuedMail,
  Outbox,
  type Outcome,
} from './outbox.repository.js';
import { DISPATCH } from './mail-times.js';
import { MailTransport, PermanentMailError, TemporaryMailError } from './mail-transport.js';
import type { OutboxMessage } from './outbox-message.entity.js';

/** One in each server process. Together they mail each message once, and again only after a crash or a lost answer. */
@Injectable()
export class OutboxWorker implements BeforeApplicationShutdown {
  /** What became of each message, for figures. */
  readonly outcomes = new Subject<{ readonly kind: string; readonly outcome: Outcome }>();
  private readonly logger = new Logger('Mail');
  private readonly underWay = new Map<string, Promise<Outcome>>();
  private loop: Promise<void> | null = null;
  private draining: Promise<number> = Promise.resolve(0);
  private stopping = false;
  private stopped: Promise<void> | null = null;
  private woken = new AbortController();
  private databaseIsAway = false;

  constructor(
    private readonly outbox: Outbox,
    private readonly letters: LetterRegistry,
    private readonly transport: MailTransport,
    private readonly pauses: Pauses,
    private readonly dataSource: DataSource,
  ) {}

  async beforeApplicationShutdown(): Promise<void> {
    await this.stop();
  }

  /** Not by itself at bootstrap: a server that then fails to listen should have claimed nothing. */
  start(): void {
    if (this.stopping || this.loop !== null) return;
    this.dataSource.subscribers.push({
      afterTransactionCommit: ({ queryRunner }) => {
        if (hasQueuedMail(queryRunner)) this.wake();
      },
    });
    this.loop = this.run();
  }

  wake(): void {
    this.woken.abort();
  }

  /** Mails all that is due now, for tests and tools. @returns how many messages a mail server has accepted */
  drain(): Promise<number> {
    // One after the other: what an earlier call has taken was due for this one too.
    return (this.draining = this.draining.catch(() => 0).then(() => this.drainNow()));
  }

  /**
   * Takes no more messages and waits for those under way; those not handed over yet go back into the queue. What lasts
   * longer than `DISPATCH.stopGraceMs` is cut off and stays in the queue. May be called more than once.
   */
  stop(): Promise<void> {
    return (this.stopped ??= this.end());
  }

  private async end(): Promise<void> {
    this.stopping = true;
    this.wake();
    await this.loop;
    await this.waitForUnderWay(DISPATCH.stopGraceMs);
    this.transport.close();
    await this.waitForUnderWay(DISPATCH.cutOffMs);
  }

  private async waitForUnderWay(limitMs: number): Promise<void> {
    const finished = new AbortController();
    void Promise.all(this.underWay.values()).then(() => finished.abort());
    await this.pauses.pause(limitMs, finished.signal);
  }

  private async run(): Promise<void> {
    while (!this.stopping) {
      // Renewed before the look: a nudge that comes during it leads to another look.
      this.woken = new AbortController();
      await this.look();
      await this.pauses.pause(DISPATCH.pollMs, this.woken.signal);
    }
  }

  /** An error of the database is left to the next look. */
  private async look(): Promise<void> {
    try {
      await this.take();
      if (this.databaseIsAway) this.logger.log('The outbox can be read again');
      this.databaseIsAway = false;
    } catch (error) {
      // Said once: the look is repeated every other second.
      if (!this.databaseIsAway) {
        this.logger.error(`The outbox can't be read: ${describeError(error)}`);
      }
      this.databaseIsAway = true;
    }
  }

  private async drainNow(): Promise<number> {
    let sent = 0;
    while (!this.stopping && (await this.take()) > 0) {
      const outcomes = await Promise.all(this.underWay.values());
      sent += outcomes.filter((outcome) => outcome === 'sent').length;
    }
    await Promise.all(this.underWay.values());
    return sent;
  }

  /** Claims as many messages as may be under way beside those that are. @returns how many */
  private async take(): Promise<number> {
    const free = DISPATCH.concurrency - this.underWay.size;
    if (free <= 0) return 0;
    const messages = await this.outbox.claim(free, [...this.underWay.keys()]);
    for (const message of messages) {
      const sending = this.deliver(message).finally(() => {
        this.underWay.delete(message.id);
        this.wake();
      });
      this.underWay.set(message.id, sending);
    }
    return messages.length;
  }

  /** Brings one message to its end. Never rejects. */
  private async deliver(message: OutboxMessage): Promise<Outcome> {
    const attempt = await this.send(message);
    const outcome = await this.record(message, attempt);
    this.logger.log(`Mail ${message.id} (${message.kind}): ${outcome}`);
    this.outcomes.next({ kind: message.kind, outcome });
    return outcome;
  }

  /** Composes the letter and hands it over. Never rejects. */
  private async send(message: OutboxMessage): Promise<Attempt> {
    try {
      const mail = await this.letters.compose(message);
      if (mail === null) return 'withdrawn';
      const isOurs = await this.outbox.mayHandOver(message);
      if (!isOurs || this.stopping) return 'released';
      return await this.transport.send(mail);
    } catch (error) {
      if (error instanceof PermanentMailError || error instanceof TemporaryMailError) return error;
      this.logger.error(`Mail ${message.id} met a fault: ${describeError(error)}`);
      return new TemporaryMailError('Something went wrong on our side.', false);
    }
  }

  /**
   * Writes down how a try ended, again and again while the lease lasts: the database may be restarting. A letter is
   * marked after it was sent: a crash repeats it (same Message-ID) instead of losing it.
   */
  private async record(message: OutboxMessage, attempt: Attempt): Promise<Outcome> {
    const letter = this.letters.find(message.kind);
    const isRefused = attempt instanceof PermanentMailError && attempt.isOfAddress;
    let ownErrors = 0;
    const note: EndNote = async (state, at, manager) => {
      // The letter has left: a feature that can't take note must not make it leave again and again.
      if (ownErrors >= DISPATCH.onSentTries) return;
      if (state === 'sent') await letter?.onSent?.(message, at, manager);
      else await letter?.onFailed?.(message, isRefused ? at : null, manager);
    };
    let pause: number = DISPATCH.settlePauseMs;
    for (let waited = 0; waited < DISPATCH.leaseMs; waited += pause) {
      try {
        return await this.outbox.record(message, attempt, note);
      } catch (error) {
        this.logger.error(`Mail ${message.id} could not be marked: ${describeError(error)}`);
        // A database that is away is no error of the letter's.
        if (!isTransientError(error)) ownErrors += 1;
        await this.pauses.pause(pause);
        pause = Math.min(2 * pause, DISPATCH.longestSettlePauseMs);
      }
    }
    return 'lost';
  }
}
