import { hostname } from 'node:os';

import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';

import { Clock } from '../common/clock.js';
import { Randomness } from '../common/randomness.js';
import { DISPATCH } from './constants.js';
import { Delivery, type Outcome } from './delivery.js';
import { describeFault } from '../common/faults.js';
import { MailTransport } from './mail-transport.js';
import type { OutboxMessage } from './outbox-message.entity.js';
import { OutboxStore } from './outbox-store.js';
import { Pauses } from '../common/pauses.js';

/**
 * Mails what is in the outbox. One runs in each server process; together they mail each message at least once, and
 * twice only after a crash or a lost answer.
 */
@Injectable()
export class Dispatcher implements BeforeApplicationShutdown {
  private readonly logger = new Logger('Mail');
  /** Names this dispatcher in claims; at most 60 characters, never used again. */
  private readonly name: string;
  private readonly underWay = new Set<Promise<Outcome>>();
  private loop: Promise<void> | null = null;
  private stopping = false;
  private stopped: Promise<void> | null = null;
  private woken = new AbortController();
  private databaseIsAway = false;

  constructor(
    private readonly store: OutboxStore,
    private readonly delivery: Delivery,
    private readonly transport: MailTransport,
    private readonly clock: Clock,
    private readonly pauses: Pauses,
    randomness: Randomness,
  ) {
    this.name = `${hostname().slice(0, 15)}:${String(process.pid)}:${randomness.uuid()}`;
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.stop();
  }

  /**
   * Begins to look at the outbox. Not by itself at bootstrap: a server that then fails to listen should have claimed
   * nothing.
   */
  start(): void {
    if (!this.stopping) this.loop ??= this.run();
  }

  /** Makes the dispatcher look at the outbox now. */
  wake(): void {
    this.woken.abort();
  }

  /**
   * Mails all that is due now, without the loop; for tests and tools.
   * @returns how many messages a mail server has accepted.
   */
  async drain(): Promise<number> {
    let sent = 0;
    while (!this.stopping) {
      const messages = await this.claim(DISPATCH.concurrency);
      if (messages.length === 0) break;
      const outcomes = await Promise.all(messages.map((message) => this.launch(message)));
      sent += outcomes.filter((outcome) => outcome === 'sent').length;
    }
    await Promise.all(this.underWay);
    return sent;
  }

  /**
   * Takes no more messages, waits for those under way and puts back those that are not handed over yet. What lasts
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
    void Promise.all(this.underWay).then(() => {
      finished.abort();
    });
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

  /** Takes as many due messages as there are free places. A fault of the database is left to the next look. */
  private async look(): Promise<void> {
    const free = DISPATCH.concurrency - this.underWay.size;
    if (free <= 0) return;
    try {
      for (const message of await this.claim(free)) void this.launch(message);
      if (this.databaseIsAway) this.logger.log('The outbox can be read again');
      this.databaseIsAway = false;
    } catch (fault) {
      // Said once: the look is repeated each second.
      if (!this.databaseIsAway) {
        this.logger.error(`The outbox can't be read: ${describeFault(fault)}`);
      }
      this.databaseIsAway = true;
    }
  }

  private claim(limit: number): Promise<OutboxMessage[]> {
    const now = this.clock.now();
    return this.store.claim(this.name, limit, now, new Date(now.getTime() + DISPATCH.leaseMs));
  }

  private launch(message: OutboxMessage): Promise<Outcome> {
    const delivery = this.delivery
      .deliver(message, () => !this.stopping)
      .finally(() => {
        this.underWay.delete(delivery);
        this.wake();
      });
    this.underWay.add(delivery);
    return delivery;
  }
}
