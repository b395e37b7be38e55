import { Injectable, Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';

import { describeFault } from '../common/faults.js';
import { Pauses } from '../common/pauses.js';
import { DISPATCH } from './constants.js';
import type { Letter, SentMessage } from './letter.js';
import type { Outcome } from './mail-outcomes.js';
import { OutboxStore } from './outbox-store.js';

/** A message that a mail server has accepted. */
interface Settlement extends SentMessage {
  readonly letter: Letter;
  readonly answer: string;
  readonly done: (isWrittenDown: boolean) => void;
}

/**
 * Writes down what was sent. A mail that comes alone is written down alone; those that come meanwhile go together, each time all
 * that have come by then, in one transaction: few of them wait for some milliseconds, for company. A mail server that is as fast as
 * the database does not have to wait for it.
 */
@Injectable()
export class Settlements {
  private readonly logger = new Logger('Mail');
  private waiting: Settlement[] = [];
  private isWritingOne = false;
  private isWritingMany = false;

  constructor(
    private readonly dataSource: DataSource,
    private readonly store: OutboxStore,
    private readonly pauses: Pauses,
  ) {}

  /** @param alone writes down this one alone: when no other is under way, or when it can't be done in company. */
  async settle(
    letter: Letter,
    { message, sentAt }: SentMessage,
    answer: string,
    alone: () => Promise<Outcome>,
  ): Promise<Outcome> {
    if (!this.isWritingOne && !this.isWritingMany) {
      this.isWritingOne = true;
      return alone().finally(() => {
        this.isWritingOne = false;
      });
    }
    const isWritten = await new Promise<boolean>((done) => {
      this.waiting.push({ message, sentAt, letter, answer, done });
      if (!this.isWritingMany) void this.writeAll();
    });
    return isWritten ? 'sent' : alone();
  }

  private async writeAll(): Promise<void> {
    this.isWritingMany = true;
    while (this.waiting.length > 0) {
      if (this.waiting.length < DISPATCH.gathered) await this.pauses.pause(DISPATCH.gatherMs);
      const together = this.waiting;
      this.waiting = [];
      const written = await this.writeTogether(together);
      for (const each of together) each.done(written.has(each.message.id));
    }
    this.isWritingMany = false;
  }

  /** All of those that can be had without waiting for somebody, or none; those of the ids that were written down. */
  private async writeTogether(all: readonly Settlement[]): Promise<ReadonlySet<string>> {
    try {
      return await this.dataSource.transaction(async (manager) => {
        const noted: Settlement[] = [];
        // The feature's records first, as in `Delivery`.
        for (const letter of new Set(all.map((each) => each.letter))) {
          const own = all.filter((each) => each.letter === letter);
          const ids = (await letter.onSentAll?.(own, manager)) ?? new Set();
          noted.push(...own.filter(({ message }) => ids.has(message.id)));
        }
        const marked = await this.store.markAllSent(noted, manager);
        // One is gone or another dispatcher's: what its feature has noted is undone, and each is looked at alone.
        if (marked < noted.length) throw new Error('a message is not ours any more');
        return new Set(noted.map(({ message }) => message.id));
      });
    } catch (fault) {
      this.logger.warn(
        `${String(all.length)} mails are written down one by one: ${describeFault(fault)}`,
      );
      return new Set();
    }
  }
}
