import { Injectable, Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';

import { Clock } from '../common/clock.js';
import { describeFault } from '../common/faults.js';
import { DISPATCH } from './constants.js';
import { LetterRegistry } from './letter.js';
import { MailPermission } from './mail-permission.js';
import type { OutboxMessage } from './outbox-message.entity.js';
import { OutboxStore } from './outbox-store.js';

/** `changed`: its letter may not leave as it was written, or nobody can say; it is written anew. `lost`: it is not ours. */
export type Seen = 'unchanged' | 'changed' | 'lost';

interface Asked {
  readonly message: OutboxMessage;
  /** Those that leave next: they are looked at along with it. */
  readonly next: () => readonly OutboxMessage[];
  readonly answer: (seen: Seen) => void;
}

/**
 * Looks, right before a letter leaves that was written with others, whether it may still leave: its family may have been erased,
 * confirmed or mailed a newer link while it waited. Those that ask during a look are looked at together in the next, with
 * those whose turn comes next: what a look has found holds for `DISPATCH.lookMs`, then it is looked again.
 */
@Injectable()
export class LastLook {
  private readonly logger = new Logger('Mail');
  private waiting: Asked[] = [];
  private isLooking = false;
  /** Looked at before their turn came, and found unchanged: when. */
  private ahead = new Map<string, Date>();

  constructor(
    private readonly dataSource: DataSource,
    private readonly store: OutboxStore,
    private readonly letters: LetterRegistry,
    private readonly permission: MailPermission,
    private readonly clock: Clock,
  ) {}

  /** Never rejects. @param next those that were written, too, and leave after it. */
  async look(message: OutboxMessage, next: () => readonly OutboxMessage[]): Promise<Seen> {
    if (this.wasSeen(message)) return 'unchanged';
    return new Promise((answer) => {
      this.waiting.push({ message, next, answer });
      if (this.isLooking) return;
      this.isLooking = true;
      // Those that ask at the same moment come along.
      queueMicrotask(() => void this.lookAtAll());
    });
  }

  private wasSeen({ id }: OutboxMessage): boolean {
    const at = this.ahead.get(id);
    this.ahead.delete(id);
    const age = at === undefined ? -1 : this.clock.now().getTime() - at.getTime();
    return age >= 0 && age <= DISPATCH.lookMs;
  }

  private async lookAtAll(): Promise<void> {
    while (this.waiting.length > 0) {
      const together = this.waiting;
      this.waiting = [];
      const asked = new Set(together.map(({ message }) => message.id));
      const next = (together.at(-1)?.next() ?? []).filter(({ id }) => !asked.has(id));
      const now = this.clock.now();
      const seen = await this.lookTogether([...together.map(({ message }) => message), ...next]);
      // What was found before is older, or has left another way.
      const unchanged = next.filter((message) => seen(message) === 'unchanged');
      this.ahead = new Map(unchanged.map(({ id }) => [id, now]));
      for (const each of together) each.answer(seen(each.message));
    }
    this.isLooking = false;
  }

  private async lookTogether(
    all: readonly OutboxMessage[],
  ): Promise<(message: OutboxMessage) => Seen> {
    const { manager } = this.dataSource;
    try {
      const ours = await this.store.stillClaimed(all);
      const unchanged = new Set<string>();
      for (const kind of new Set(all.map((message) => message.kind))) {
        const letter = this.letters.find(kind);
        if (letter?.stillValid === undefined) continue;
        const own = all.filter((message) => message.kind === kind);
        const addresses = own.map(({ toAddress }) => toAddress);
        const refused = await this.permission.refused(manager, addresses, letter);
        const valid = await letter.stillValid(own, manager);
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
