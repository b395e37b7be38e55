import { Injectable, Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';

import { describeFault } from '../common/faults.js';
import type { Letter } from './letter.js';
import { MailPermission } from './mail-permission.js';
import type { OutboxMessage } from './outbox-message.entity.js';
import { OutboxStore } from './outbox-store.js';

/** `changed`: its letter may not leave as it was written, or nobody can say; it is written anew. `lost`: it is not ours. */
export type Seen = 'unchanged' | 'changed' | 'lost';

interface Asked {
  readonly letter: Letter;
  readonly message: OutboxMessage;
  readonly answer: (seen: Seen) => void;
}

/**
 * Looks, right before a letter leaves that was written with others, whether it may still leave: its family may have been erased,
 * confirmed or mailed a newer link while it waited. Those that ask during a look are looked at together in the next.
 */
@Injectable()
export class LastLook {
  private readonly logger = new Logger('Mail');
  private waiting: Asked[] = [];
  private isLooking = false;

  constructor(
    private readonly dataSource: DataSource,
    private readonly store: OutboxStore,
    private readonly permission: MailPermission,
  ) {}

  /** Never rejects. */
  look(letter: Letter, message: OutboxMessage): Promise<Seen> {
    return new Promise((answer) => {
      this.waiting.push({ letter, message, answer });
      if (!this.isLooking) void this.lookAtAll();
    });
  }

  private async lookAtAll(): Promise<void> {
    this.isLooking = true;
    while (this.waiting.length > 0) {
      const together = this.waiting;
      this.waiting = [];
      const seen = await this.lookTogether(together);
      for (const each of together) each.answer(seen(each.message));
    }
    this.isLooking = false;
  }

  private async lookTogether(all: readonly Asked[]): Promise<(message: OutboxMessage) => Seen> {
    const { manager } = this.dataSource;
    try {
      const ours = await this.store.stillClaimed(all.map(({ message }) => message));
      const unchanged = new Set<string>();
      for (const letter of new Set(all.map((each) => each.letter))) {
        const own = all.filter((each) => each.letter === letter).map(({ message }) => message);
        const addresses = own.map(({ toAddress }) => toAddress);
        const refused = await this.permission.refused(manager, addresses, letter);
        const valid = (await letter.stillValid?.(own, manager)) ?? new Set();
        for (const { id, toAddress } of own) {
          if (valid.has(id) && !refused.has(toAddress)) unchanged.add(id);
        }
      }
      return ({ id }) => (!ours.has(id) ? 'lost' : unchanged.has(id) ? 'unchanged' : 'changed');
    } catch (fault) {
      this.logger.warn(`Letters are written anew: ${describeFault(fault)}`);
      return () => 'changed';
    }
  }
}
