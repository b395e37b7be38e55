import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { Subject } from 'rxjs';
import { DataSource } from 'typeorm';

import { Pauses } from '../common/clock.js';
import { describeError, isTransientError } from '../common/errors.js';
import { LetterRegistry } from './letter-registry.js';
import { type Attempt, Outbox, type Outcome, QUEUED_MAIL } from './outbox.repository.js';
import { DISPATCH } from './mail-times.js';
import { MailTransport, PermanentMailError, TemporaryMailError } from './mail-transport.js';
import type { OutboxMessage } from './outbox-message.entity.js';

/** Runs in each server process. A message is mailed twice only after a crash or a lost response. */
@Injectable()
export class OutboxWorker implements BeforeApplicationShutdown {
  /** The outcome of each attempt, for the metrics. */
  readonly outcomes = new Subject<{ readonly kind: string; readonly outcome: Outcome }>();
  private readonly logger = new Logger('mail');
  private readonly inFlight = new Map<string, Promise<Outcome>>();
  private loop: Promise<void> | null = null;
  private stopping: Promise<void> | null = null;
  private woken = new AbortController();
  /** The last poll may have left due messages behind, so the next finished delivery triggers another poll. */
  private mayHaveMore = false;
  /** Why the last poll failed, for example because the database is unavailable. */
  private pollError: string | null = null;

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

  /** Not called at bootstrap: a server that then fails to listen must not have claimed anything. */
  start(): void {
    if (this.stopping !== null || this.loop !== null) return;
    QUEUED_MAIL.run(this.dataSource, () => this.wake());
    this.loop = this.run();
  }

  wake(): void {
    this.woken.abort();
  }

  /**
   * Stops claiming and waits for messages in delivery. Messages not handed over yet go back into the queue, as do those
   * aborted after `DISPATCH.stopGraceMs`. May be called more than once.
   */
  stop(): Promise<void> {
    return (this.stopping ??= this.end());
  }

  private async end(): Promise<void> {
    this.wake();
    await this.loop;
    const finished = Promise.all(this.inFlight.values());
    await this.pauses.atMost(DISPATCH.stopGraceMs, finished);
    this.transport.close();
    await this.pauses.atMost(DISPATCH.cutOffMs, finished);
  }

  private async run(): Promise<void> {
    while (this.stopping === null) {
      // Created before the poll, so that a wake during the poll triggers another one.
      this.woken = new AbortController();
      await this.poll();
      await this.pauses.pause(DISPATCH.pollMs, this.woken.signal);
    }
  }

  /** Polls. Logs a repeated error only once, and logs when polling works again. Never rejects. */
  private async poll(): Promise<void> {
    const error = await this.claimDue().then(() => null, describeError);
    if (error === this.pollError) return;
    this.pollError = error;
    if (error === null) this.logger.log('Mails can be claimed again.');
    else this.logger.error(`Mails could not be claimed: ${error}`);
  }

  /**
   * Claims due messages, as many as the concurrency limit allows, and begins to send them.
   * @returns a promise of their outcomes
   */
  async claimDue(): Promise<{ readonly outcomes: Promise<Outcome[]> }> {
    const free = this.stopping === null ? DISPATCH.concurrency - this.inFlight.size : 0;
    const messages = free > 0 ? await this.outbox.claim(free, [...this.inFlight.keys()]) : [];
    this.mayHaveMore = messages.length === free;
    const sendings = messages.map((message) => {
      const sending = this.deliver(message).finally(() => {
        this.inFlight.delete(message.id);
        if (this.mayHaveMore) this.wake();
      });
      this.inFlight.set(message.id, sending);
      return sending;
    });
    return { outcomes: Promise.all(sendings) };
  }

  /** Sends a message and stores the outcome. Never rejects. */
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
      const isOurs = await this.outbox.mayStillSend(message);
      if (!isOurs || this.stopping !== null) return 'released';
      return await this.transport.send(mail);
    } catch (error) {
      if (error instanceof PermanentMailError || error instanceof TemporaryMailError) return error;
      this.logger.error(`Mail ${message.id} could not be sent: ${describeError(error)}`);
      return new TemporaryMailError('Something went wrong on our side.', false);
    }
  }

  /**
   * Stores how an attempt ended. Retries while the lease lasts, because the database may be restarting. Runs after
   * sending, so a crash repeats a letter (same Message-ID) instead of losing it.
   */
  private async record(message: OutboxMessage, attempt: Attempt): Promise<Outcome> {
    const letter = this.letters.find(message.kind);
    let featureErrors = 0;
    let pause: number = DISPATCH.recordRetryMs;
    for (let waited = 0; waited < DISPATCH.leaseMs; waited += pause) {
      try {
        // A feature whose callback fails must not cause a sent letter to be sent again.
        const callsLetter = featureErrors < DISPATCH.notifyTries;
        return await this.outbox.record(message, attempt, callsLetter ? letter : undefined);
      } catch (error) {
        this.logger.error(`Mail ${message.id} could not be marked: ${describeError(error)}`);
        if (!isTransientError(error)) featureErrors += 1;
        await this.pauses.pause(pause);
        pause = Math.min(2 * pause, DISPATCH.maxRecordRetryMs);
      }
    }
    return 'lost';
  }
}
