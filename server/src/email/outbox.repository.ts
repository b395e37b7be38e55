import { hostname } from 'node:os';

import { Injectable } from '@nestjs/common';
import {
  DataSource,
  type EntityManager,
  type FindOptionsWhere,
  In,
  type QueryRunner,
} from 'typeorm';

import { Clock, DatabaseClock } from '../common/clock.js';
import { Randomness } from '../common/randomness.js';
import { DISPATCH, isGivenUp, pauseBeforeRetry } from './mail-times.js';
import { PermanentMailError, TemporaryMailError } from './mail-transport.js';
import { OutboxMessage } from './outbox-message.entity.js';

/** `lost`: the row is gone or another worker's, or was not marked in time: then the letter is mailed again. */
export type Outcome = 'sent' | 'postponed' | 'failed' | 'withdrawn' | 'released' | 'lost';

/** How a try to send a message ended; an answer alone is that of a server which took it. */
export type Attempt =
  'withdrawn' | 'released' | { readonly answer: string } | TemporaryMailError | PermanentMailError;

/** Writes what a feature notes of a letter that has left or failed. */
export type EndNote = (state: 'sent' | 'failed', at: Date, manager: EntityManager) => Promise<void>;

/** What a feature says of a letter it wants mailed. Without `notBefore` it leaves at once. */
export type NewMessage = Pick<OutboxMessage, 'kind' | 'dedupeKey' | 'toAddress'> &
  Partial<
    Pick<OutboxMessage, 'familyId' | 'userId' | 'linkId' | 'invitationId' | 'slotId' | 'notBefore'>
  >;

const QUEUED_MAIL = 'queuedMail';

export const hasQueuedMail = ({ data }: QueryRunner): boolean => data[QUEUED_MAIL] === true;

/**
 * `MATERIALIZED`, so that the limit and the row locks hold for one reading of the table; `SKIP LOCKED`, so that workers
 * that look at the same moment take different rows. The states are constants because the partial index asks for it.
 */
const CLAIM = `
  WITH due AS MATERIALIZED (
    SELECT id FROM outbox_messages
    WHERE state IN ('pending', 'claimed') AND next_attempt_at <= $3
      AND (state = 'pending' OR lease_until < $3) AND id <> ALL ($5::uuid[])
    ORDER BY next_attempt_at, id
    LIMIT $4
    FOR UPDATE SKIP LOCKED
  )
  UPDATE outbox_messages AS message SET state = 'claimed', claimed_by = $1, lease_until = $2
  FROM due WHERE message.id = due.id
  RETURNING message.id`;

/** Undoes what a feature noted for a message that is gone or another worker's. */
class ClaimLost extends Error {
  override readonly name = 'ClaimLost';
}

/**
 * The steps of a message's life in the table. All times of claims are the database's. Each step after the claim holds
 * only for that claim, which is its worker's name together with its lease: the outcome is `lost` when the row is gone
 * or was claimed again. The name alone would not do: a process that stood still may claim again what it took before.
 */
@Injectable()
export class Outbox {
  /** Names this process in claims; at most 60 characters, never used again. */
  private readonly worker: string;

  constructor(
    private readonly dataSource: DataSource,
    private readonly databaseClock: DatabaseClock,
    private readonly clock: Clock,
    private readonly randomness: Randomness,
  ) {
    this.worker = `${hostname().slice(0, 15)}:${String(process.pid)}:${randomness.uuid()}`;
  }

  /**
   * Queues letters in the caller's transaction: they are mailed if and only if that is committed.
   * @returns false when the dedupe key of one was queued before, whatever became of it.
   */
  async enqueue(manager: EntityManager, ...messages: NewMessage[]): Promise<boolean> {
    const [now, createdAt] = [await this.databaseClock.now(manager), this.clock.now()];
    const rows = messages.map((message) => ({
      ...message,
      id: this.randomness.orderedUuid(),
      state: 'pending' as const,
      nextAttemptAt: message.notBefore ?? now,
      createdAt,
    }));
    const insert = manager
      .createQueryBuilder()
      .insert()
      .into(OutboxMessage)
      .values(rows)
      .updateEntity(false);
    const queued = await insert.orIgnore().returning('id').execute();
    if (manager.queryRunner !== undefined) manager.queryRunner.data[QUEUED_MAIL] = true;
    return (queued.raw as unknown[]).length === rows.length;
  }

  /** Takes messages that are due, or whose worker has died. @param held ids that this process has not ended yet */
  async claim(limit: number, held: readonly string[]): Promise<OutboxMessage[]> {
    const { manager } = this.dataSource;
    const now = await this.databaseClock.now(manager);
    const leaseUntil = new Date(now.getTime() + DISPATCH.leaseMs);
    const [claimed]: [{ id: string }[], number] = await manager.query(CLAIM, [
      this.worker,
      leaseUntil,
      now,
      limit,
      held,
    ]);
    if (claimed.length === 0) return [];
    return manager.find(OutboxMessage, {
      where: { id: In(claimed.map(({ id }) => id)) },
      order: { nextAttemptAt: 'ASC', id: 'ASC' },
    });
  }

  /**
   * Whether the claim still holds, and for long enough to hand the letter over: else another worker could mail it
   * too.
   */
  async mayHandOver(message: OutboxMessage): Promise<boolean> {
    const { manager } = this.dataSource;
    const now = await this.databaseClock.now(manager);
    const left = (message.leaseUntil ?? now).getTime() - now.getTime();
    return (
      left >= DISPATCH.sendDeadlineMs && (await manager.existsBy(OutboxMessage, ours(message)))
    );
  }

  /**
   * Writes down how a try has ended.
   * @param note written in the transaction that marks a message as sent or failed.
   */
  async record(message: OutboxMessage, attempt: Attempt, note: EndNote): Promise<Outcome> {
    if (attempt === 'withdrawn') return this.end(message, attempt, { state: 'withdrawn' });
    // Back into the queue as it was: it was not tried.
    if (attempt === 'released') return this.end(message, attempt, { state: 'pending' });
    if (attempt instanceof TemporaryMailError) return this.retryOrFail(message, attempt, note);
    const state = attempt instanceof PermanentMailError ? 'failed' : 'sent';
    return this.finish(message, state, attempt.answer, note);
  }

  private async finish(
    message: OutboxMessage,
    state: 'sent' | 'failed',
    serverAnswer: string,
    note: EndNote,
  ): Promise<Outcome> {
    const at = this.clock.now();
    const sentAt = state === 'sent' ? at : null;
    const change = { state, serverAnswer, sentAt, attempts: message.attempts + 1 };
    try {
      return await this.dataSource.transaction(async (manager) => {
        // The feature's records before the message: the order in which an erasure takes them, so that neither
        // deadlocks.
        await note(state, at, manager);
        const outcome = await this.end(message, state, change, manager);
        if (outcome === 'lost') throw new ClaimLost();
        return outcome;
      });
    } catch (error) {
      if (error instanceof ClaimLost) return 'lost';
      throw error;
    }
  }

  /** Back into the queue after an error, with a growing pause; given up after a day. */
  private async retryOrFail(
    message: OutboxMessage,
    { answer, unreachable }: TemporaryMailError,
    note: EndNote,
  ): Promise<Outcome> {
    const now = await this.databaseClock.now(this.dataSource.manager);
    const attempts = message.attempts + 1;
    if (isGivenUp(message.retriedAt ?? message.notBefore ?? message.createdAt, now)) {
      return this.finish(message, 'failed', answer, note);
    }
    const pause = pauseBeforeRetry(attempts, unreachable, this.randomness.fraction());
    return this.end(message, 'postponed', {
      state: 'pending',
      serverAnswer: answer,
      attempts,
      nextAttemptAt: new Date(now.getTime() + pause),
    });
  }

  private async end(
    message: OutboxMessage,
    outcome: Outcome,
    change: Partial<OutboxMessage>,
    manager: EntityManager = this.dataSource.manager,
  ): Promise<Outcome> {
    const { affected } = await manager.update(OutboxMessage, ours(message), {
      ...change,
      claimedBy: null,
      leaseUntil: null,
    });
    return affected === 1 ? outcome : 'lost';
  }
}

/** The row, while this very claim holds. */
function ours({ id, claimedBy, leaseUntil }: OutboxMessage): FindOptionsWhere<OutboxMessage> {
  if (claimedBy === null || leaseUntil === null) throw new Error('the message was never claimed');
  return { id, state: 'claimed', claimedBy, leaseUntil };
}
