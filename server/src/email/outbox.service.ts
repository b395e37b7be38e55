import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

import { Clock, DatabaseClock } from '../common/clock.js';
import { Randomness } from '../common/randomness.js';
import { OutboxWorker } from './outbox.worker.js';

/** What a feature says of a letter it wants mailed. */
export interface NewMessage {
  /** See `Letter.kind`. */
  readonly kind: string;
  /** The same key is never queued twice; at most 200 characters, without personal data. */
  readonly dedupeKey: string;
  readonly toAddress: string;
  readonly familyId?: number;
  readonly userId?: number;
  readonly linkId?: string;
  /** When it may leave; at once when left out. */
  readonly notBefore?: Date | undefined;
}

const ENQUEUE = `
  INSERT INTO outbox_messages
    (id, kind, dedupe_key, to_address, family_id, user_id, link_id, state, next_attempt_at, created_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, 'pending', $8, $9)
  ON CONFLICT (dedupe_key) DO NOTHING
  RETURNING id`;

/** Where features leave the letters they want mailed. */
@Injectable()
export class Outbox {
  constructor(
    private readonly clock: Clock,
    private readonly databaseClock: DatabaseClock,
    private readonly randomness: Randomness,
    private readonly worker: OutboxWorker,
  ) {}

  /**
   * Queues a letter in the caller's transaction: it is mailed if and only if that is committed. Call `nudge` after
   * the commit.
   * @returns false when the dedupe key was queued before, whatever became of it.
   */
  async enqueue(manager: EntityManager, message: NewMessage): Promise<boolean> {
    const rows: { id: string }[] = await manager.query(ENQUEUE, [
      this.randomness.orderedUuid(),
      message.kind,
      message.dedupeKey,
      message.toAddress,
      message.familyId ?? null,
      message.userId ?? null,
      message.linkId ?? null,
      message.notBefore ?? (await this.databaseClock.now(manager)),
      this.clock.now(),
    ]);
    return rows.length === 1;
  }

  /** Tells this process's worker, after a commit, that there is something to mail; without it mail leaves a second later. */
  nudge(): void {
    this.worker.wake();
  }
}
