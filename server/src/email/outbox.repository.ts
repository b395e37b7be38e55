import { hostname } from 'node:os';

import { Injectable } from '@nestjs/common';
import {
  DataSource,
  type EntityManager,
  type FindOptionsWhere,
  getMetadataArgsStorage,
  type QueryDeepPartialEntity,
} from 'typeorm';

import { Clock, DatabaseClock } from '../common/clock.js';
import { AfterCommit } from '../common/commits.js';
import { Randomness } from '../common/randomness.js';
import { columnOf } from '../common/sql.js';
import { chunksOf } from '../common/statements.js';
import type { Letter } from './letter-registry.js';
import { DISPATCH, isGivenUp, pauseBeforeRetry } from './mail-times.js';
import { PermanentMailError, TemporaryMailError } from './mail-transport.js';
import { OutboxMessage } from './outbox-message.entity.js';

/** `lost`: the row is gone, another worker has it, or it was not marked in time and will be mailed again. */
export type Outcome = 'sent' | 'postponed' | 'failed' | 'withdrawn' | 'released' | 'lost';

/** How an attempt to send a message ended. `{ answer }` is that of a server that accepted it. */
export type Attempt =
  'withdrawn' | 'released' | { readonly answer: string } | TemporaryMailError | PermanentMailError;

/** A letter to queue. Without `notBefore` it is sent at once. */
export type NewMessage = Pick<OutboxMessage, 'kind' | 'dedupeKey' | 'toAddress'> &
  Partial<Pick<OutboxMessage, 'familyId' | 'userId' | 'linkId' | 'invitationId' | 'notBefore'>>;

/** Letters were queued: the worker looks for them. */
export const QUEUED_MAIL = new AfterCommit('queuedMail');

/** A message's columns, named as its fields. */
const MESSAGE = getMetadataArgsStorage()
  .filterColumns(OutboxMessage)
  .map(({ propertyName }) => `message.${columnOf(propertyName)} AS "${propertyName}"`)
  .join(', ');

/**
 * `MATERIALIZED` applies the limit and the locks to one reading of the table. With `SKIP LOCKED`, workers that claim
 * at the same time take different rows. The states are literals, as the partial index requires.
 * @param now SQL
 */
const claimAt = (now: string): string => `
  WITH due AS MATERIALIZED (
    SELECT id FROM outbox_messages
    WHERE state IN ('pending', 'claimed') AND next_attempt_at <= ${now}
      AND (state = 'pending' OR lease_until < ${now}) AND id <> ALL ($3::uuid[])
    ORDER BY next_attempt_at, id
    LIMIT $2
    FOR UPDATE SKIP LOCKED
  )
  UPDATE outbox_messages AS message
  SET state = 'claimed', claimed_by = $1, lease_until = ${now} + ${interval(DISPATCH.leaseMs)}
  FROM due WHERE message.id = due.id
  RETURNING ${MESSAGE}`;

/** Rolls back what a feature noted for a message whose claim is lost. */
class ClaimLost extends Error {}

/**
 * The states of a message in the table. Claims use the database's clock. Every later step requires that very claim
 * (worker and lease), or its outcome is `lost`. The worker alone is not enough: after a suspension it may claim the
 * same message again.
 */
@Injectable()
export class Outbox {
  /** Unique name of this process in claims; at most 60 characters. */
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
   * Queues letters in the caller's transaction, so they are mailed only if it commits.
   * @returns false when one of the dedupe keys was queued before.
   */
  async enqueue(manager: EntityManager, ...messages: NewMessage[]): Promise<boolean> {
    const createdAt = this.clock.now();
    const rows = messages.map((message) => ({
      ...message,
      id: this.randomness.orderedUuid(),
      state: 'pending' as const,
      nextAttemptAt: message.notBefore ?? (() => this.databaseClock.now),
      createdAt,
    }));
    let queued = 0;
    for (const values of chunksOf(rows)) {
      const insert = manager.createQueryBuilder().insert().into(OutboxMessage).values(values);
      const made = await insert.updateEntity(false).orIgnore().returning('id').execute();
      queued += (made.raw as unknown[]).length;
    }
    QUEUED_MAIL.note(manager);
    return queued === rows.length;
  }

  /** Claims messages that are due or whose lease is over. @param held messages this process is still sending */
  async claim(limit: number, held: readonly string[]): Promise<OutboxMessage[]> {
    const claim = claimAt(this.databaseClock.now);
    const values = [this.worker, limit, held];
    const [claimed] = await this.dataSource.query<[OutboxMessage[], number]>(claim, values);
    return claimed;
  }

  /** Whether the claim holds long enough to send. Otherwise another worker could mail the message too. */
  mayHandOver(message: OutboxMessage): Promise<boolean> {
    const sendBy = `${this.databaseClock.now} + ${interval(DISPATCH.sendDeadlineMs)}`;
    return this.dataSource.manager
      .createQueryBuilder(OutboxMessage, 'message')
      .where(ours(message))
      .andWhere(`message.leaseUntil >= ${sendBy}`)
      .getExists();
  }

  /**
   * Stores how an attempt ended.
   * @param letter gets `onSent`, `onReturned` or `onFailed`; `undefined` skips them.
   */
  async record(
    message: OutboxMessage,
    attempt: Attempt,
    letter: Letter | undefined,
  ): Promise<Outcome> {
    if (attempt === 'withdrawn') return this.end(message, attempt, { state: 'withdrawn' });
    // Back into the queue, without counting an attempt.
    if (attempt === 'released') {
      const change = { state: 'pending' as const };
      return this.endNoted(message, attempt, change, (manager) =>
        letter?.onReturned?.(message, manager),
      );
    }
    if (attempt instanceof TemporaryMailError) return this.retryOrFail(message, attempt, letter);
    return this.finish(message, attempt, letter);
  }

  private async finish(
    message: OutboxMessage,
    attempt: Exclude<Attempt, string>,
    letter: Letter | undefined,
  ): Promise<Outcome> {
    const at = this.clock.now();
    const isSent = !(attempt instanceof Error);
    const refusedAt = attempt instanceof PermanentMailError && attempt.isOfAddress ? at : null;
    const state = isSent ? ('sent' as const) : ('failed' as const);
    const change = {
      state,
      serverAnswer: attempt.answer,
      sentAt: isSent ? at : null,
      attempts: message.attempts + 1,
    };
    return this.endNoted(message, state, change, (manager) =>
      isSent
        ? letter?.onSent?.(message, at, manager)
        : letter?.onFailed?.(message, refusedAt, manager),
    );
  }

  /** Queues the message again after a growing pause, or gives up after a day. */
  private async retryOrFail(
    message: OutboxMessage,
    error: TemporaryMailError,
    letter: Letter | undefined,
  ): Promise<Outcome> {
    const attempts = message.attempts + 1;
    const begun = message.retriedAt ?? message.notBefore ?? message.createdAt;
    if (isGivenUp(begun, claimedAt(message))) {
      return this.finish(message, error, letter);
    }
    const pause = pauseBeforeRetry(attempts, error.unreachable, this.randomness.fraction());
    const change = {
      state: 'pending' as const,
      serverAnswer: error.answer,
      attempts,
      nextAttemptAt: () => `${this.databaseClock.now} + ${interval(pause)}`,
    };
    return this.endNoted(message, 'postponed', change, (manager) =>
      error.isRefusal ? letter?.onReturned?.(message, manager) : undefined,
    );
  }

  /** @param note what the feature notes in the same transaction; nothing if the claim is lost */
  private async endNoted(
    message: OutboxMessage,
    outcome: Outcome,
    change: QueryDeepPartialEntity<OutboxMessage>,
    note: (manager: EntityManager) => Promise<void> | undefined,
  ): Promise<Outcome> {
    try {
      return await this.dataSource.transaction(async (manager) => {
        // Locks the feature's records before the message, as an erasure does, so neither deadlocks.
        await note(manager);
        const ended = await this.end(message, outcome, change, manager);
        if (ended === 'lost') throw new ClaimLost();
        return ended;
      });
    } catch (error) {
      if (error instanceof ClaimLost) return 'lost';
      throw error;
    }
  }

  private async end(
    message: OutboxMessage,
    outcome: Outcome,
    change: QueryDeepPartialEntity<OutboxMessage>,
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

/** When this attempt claimed the message, by the database's clock. */
export function claimedAt({ leaseUntil }: Pick<OutboxMessage, 'leaseUntil'>): Date {
  return new Date((leaseUntil?.getTime() ?? 0) - DISPATCH.leaseMs);
}

/** The row, while this claim holds. */
function ours({ id, claimedBy, leaseUntil }: OutboxMessage): FindOptionsWhere<OutboxMessage> {
  if (claimedBy === null || leaseUntil === null) throw new Error('the message was never claimed');
  return { id, state: 'claimed', claimedBy, leaseUntil };
}

const interval = (ms: number): string => `interval '${String(ms)} milliseconds'`;
