import { hostname } from 'node:os';

import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';

import { Clock } from '../common/clock.js';
import { Randomness } from '../common/randomness.js';
import { DISPATCH } from './constants.js';
import { Delivery } from './delivery.js';
import { describeFault } from '../common/faults.js';
import { Flow } from './flow.js';
import type { LetterContent } from './letter.js';
import type { Outcome } from './mail-outcomes.js';
import { MailTransport } from './mail-transport.js';
import type { OutboxMessage } from './outbox-message.entity.js';
import { OutboxStore } from './outbox-store.js';
import { Pauses } from '../common/pauses.js';

/** Said outright: without a reason one is made each time, with a stack. */
const WOKEN = 'woken';

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
  /** Looks at the outbox that are not over: what they have taken is not under way yet. */
  private readonly taking = new Set<Promise<Taken[]>>();
  /** Ids of all that this dispatcher has claimed and not ended: a look leaves them out, also when their leases are over. */
  private readonly held = new Set<string>();
  /** Taken from the outbox, and waiting for a place. */
  private waiting: Taken[] = [];
  /** Letters that have one of the places: not yet answered by the mail server. */
  private places = 0;
  private readonly flow = new Flow();
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
    this.woken.abort(WOKEN);
  }

  /**
   * Mails all that is due now, without the loop; for tests and tools.
   * @returns how many messages a mail server has accepted.
   */
  async drain(): Promise<number> {
    let sent = 0;
    while (!this.stopping) {
      const taken = await this.take(DISPATCH.concurrency);
      if (taken.length === 0) break;
      const outcomes = await Promise.all(taken.map((each) => this.launch(each)));
      sent += outcomes.filter((outcome) => outcome === 'sent').length;
    }
    // What another call of this has taken was due too. Whoever takes launches as soon as it can, before this goes on.
    await Promise.all(this.taking);
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
    for (const { message } of this.waiting.splice(0)) this.putBack(message);
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

  /**
   * Takes as many due messages as there are free places, or more while they leave quickly. A fault of the database is left to the
   * next look.
   */
  private async look(): Promise<void> {
    this.putBackLate();
    const isFull =
      this.waiting.length >= DISPATCH.fewWaiting || this.underWay.size >= DISPATCH.unsettled;
    const limit = this.flow.limit(
      DISPATCH.concurrency - this.places - this.waiting.length,
      this.clock.now(),
    );
    if (isFull || limit <= 0) return;
    try {
      const taken = await this.take(limit);
      this.flow.note(taken.length, limit, this.clock.now());
      this.waiting.push(...taken);
      this.fill();
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

  private take(limit: number): Promise<Taken[]> {
    const taking = this.claim(limit).finally(() => this.taking.delete(taking));
    this.taking.add(taking);
    return taking;
  }

  private async claim(limit: number): Promise<Taken[]> {
    const now = this.clock.now();
    const leaseUntil = new Date(now.getTime() + DISPATCH.leaseMs);
    const messages = await this.store.claim(this.name, limit, now, leaseUntil, [...this.held]);
    for (const { id } of messages) this.held.add(id);
    const prepared = await this.delivery.prepare(messages);
    return messages.map((message) => ({ message, prepared: prepared.get(message.id) }));
  }

  /** What waits has too little of its lease left when this process, or the mail server, stood still. */
  private putBackLate(): void {
    const late = this.waiting.filter(({ message }) => !this.delivery.isInTime(message));
    if (late.length === 0) return;
    this.waiting = this.waiting.filter((taken) => !late.includes(taken));
    for (const { message } of late) this.putBack(message);
  }

  private putBack(message: OutboxMessage): void {
    void this.track(message, this.delivery.release(message)).then(() => {
      this.wake();
    });
  }

  /** Gives the free places to those that wait. */
  private fill(): void {
    while (this.places < DISPATCH.concurrency && this.underWay.size < DISPATCH.unsettled) {
      const next = this.waiting.shift();
      if (next === undefined) break;
      void this.launch(next);
    }
  }

  private launch({ message, prepared }: Taken): Promise<Outcome> {
    this.places += 1;
    let hasPlace = true;
    const next = (): void => {
      if (hasPlace) this.places -= 1;
      hasPlace = false;
      this.fill();
      if (this.waiting.length < DISPATCH.fewWaiting) this.wake();
    };
    const delivery = this.delivery.deliver(message, {
      mayHandOver: () => !this.stopping,
      prepared,
      next: () => this.nextWritten(),
      onHandedOver: next,
    });
    return this.track(message, delivery, next);
  }

  private nextWritten(): OutboxMessage[] {
    const next = this.waiting.slice(0, DISPATCH.lookAhead);
    return next.flatMap((each) => (each.prepared === undefined ? [] : [each.message]));
  }

  /** @param then called as soon as the message has come to its end. */
  private track(
    message: OutboxMessage,
    ending: Promise<Outcome>,
    then: () => void = () => undefined,
  ): Promise<Outcome> {
    const tracked = ending.finally(() => {
      this.underWay.delete(tracked);
      this.held.delete(message.id);
      then();
    });
    this.underWay.add(tracked);
    return tracked;
  }
}

/** A message that this dispatcher has, with its letter when that is written already. */
interface Taken {
  readonly message: OutboxMessage;
  readonly prepared: LetterContent | undefined;
}
