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

/** How an attempt to send a message ended. `{ answer }`: a server accepted it with this response. */
export type Attempt =
  | 'withdrawn'
  | 'released'
  | { readonly answer: string }
  | TemporaryMailError
  | PermanentMailError;

/** A letter to queue. Without `notBefore` it is sent at once. */
export type NewMessage = Pick<OutboxMessage, 'kind' | 'dedupeKey' | 'toAddress'> &
  Partial<Pick<OutboxMessage, 'familyId' | 'userId' | 'linkId' | 'invitationId' | 'notBefore'>>;

/** Wakes the worker after a commit that queued letters. */
export const QUEUED_MAIL = new AfterCommit('queuedMail');

/** A message's columns, aliased to the names of its fields. */
const MESSAGE = getMetadataArgsStorage()
  .filterColumns(OutboxMessage)
  .map(({ propertyName }) => `message.${columnOf(propertyName)} AS "${propertyName}"`)
  .join(', ');

/**
 * `MATERIALIZED` makes PostgreSQL run the query with the limit and the locks only once. With `SKIP LOCKED`, concurrent
 * workers claim different rows. The states are literals, as the partial index requires.
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

/** How an attempt changes its message, and the letter's callback for the same transaction. */
interface End {
  readonly outcome: Outcome;
  readonly change: QueryDeepPartialEntity<OutboxMessage>;
  readonly note?: (letter: Letter, manager: EntityManager) => Promise<void> | undefined;
}

/** Rolls back what a feature wrote for a message whose claim is lost. */
class ClaimLost extends Error {}

/**
 * The queue of letters, as a table. Claims use the database's clock. Every later step must match the claim (worker and
 * lease), or its outcome is `lost`. The worker alone is not enough: after a suspension it may have claimed the same
 * message again.
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

  /** Queues letters in the caller's transaction, so they are mailed only if it commits. */
  async enqueue(manager: EntityManager, ...messages: NewMessage[]): Promise<void> {
    const createdAt = this.clock.now();
    const rows = messages.map((message) => ({
      ...message,
      id: this.randomness.orderedUuid(),
      state: 'pending' as const,
      nextAttemptAt: message.notBefore ?? (() => this.databaseClock.now),
      createdAt,
    }));
    for (const values of chunksOf(rows)) {
      const insert = manager.createQueryBuilder().insert().into(OutboxMessage).values(values);
      await insert.updateEntity(false).orIgnore().execute();
    }
    QUEUED_MAIL.note(manager);
  }

  /** Claims messages that are due or whose lease has expired. @param held messages this process is still sending */
  async claim(limit: number, held: readonly string[]): Promise<OutboxMessage[]> {
    const claim = claimAt(this.databaseClock.now);
    const values = [this.worker, limit, held];
    const [claimed] = await this.dataSource.query<[OutboxMessage[], number]>(claim, values);
    return claimed;
  }

  /** Whether the claim holds long enough to send. Otherwise another worker could mail the message too. */
  mayStillSend(message: OutboxMessage): Promise<boolean> {
    const sendBy = `${this.databaseClock.now} + ${interval(DISPATCH.sendDeadlineMs)}`;
    return this.dataSource.manager
      .createQueryBuilder(OutboxMessage, 'message')
      .where(ours(message))
      .andWhere(`message.leaseUntil >= ${sendBy}`)
      .getExists();
  }

  /**
   * Stores how an attempt ended and runs the letter's callback, in one transaction. Rolls back if the claim is lost.
   * @param letter its `onSent`, `onReturned` or `onFailed` is called; `undefined` skips them.
   */
  async record(
    message: OutboxMessage,
    attempt: Attempt,
    letter: Letter | undefined,
  ): Promise<Outcome> {
    const { outcome, change, note } = this.endOf(message, attempt);
    try {
      return await this.dataSource.transaction(async (manager) => {
        // Locks the feature's records before the message, as an erasure does, so that they can't deadlock.
        if (letter !== undefined) await note?.(letter, manager);
        const { affected } = await manager.update(OutboxMessage, ours(message), {
          ...change,
          claimedBy: null,
          leaseUntil: null,
        });
        if (affected !== 1) throw new ClaimLost();
        return outcome;
      });
    } catch (error) {
      if (error instanceof ClaimLost) return 'lost';
      throw error;
    }
  }

  private endOf(message: OutboxMessage, attempt: Attempt): End {
    if (attempt === 'withdrawn') return { outcome: attempt, change: { state: 'withdrawn' } };
    const noteReturned: End['note'] = (letter, manager) => letter.onReturned?.(message, manager);
    // Back into the queue, without counting an attempt.
    if (attempt === 'released') {
      return { outcome: attempt, change: { state: 'pending' }, note: noteReturned };
    }
    const at = this.clock.now();
    const tried = { attempts: message.attempts + 1, serverAnswer: attempt.answer };
    if (!(attempt instanceof Error)) {
      const change = { ...tried, state: 'sent', sentAt: at } as const;
      const note: End['note'] = (letter, manager) => letter.onSent?.(message, at, manager);
      return { outcome: 'sent', change, note };
    }
    const isPermanent = attempt instanceof PermanentMailError;
    const begun = message.retriedAt ?? message.notBefore ?? message.createdAt;
    if (isPermanent || isGivenUp(begun, claimedAt(message))) {
      const refusedAt = isPermanent && attempt.isOfAddress ? at : null;
      const note: End['note'] = (letter, manager) => letter.onFailed?.(message, refusedAt, manager);
      return { outcome: 'failed', change: { ...tried, state: 'failed' }, note };
    }
    const fraction = this.randomness.fraction();
    const pause = pauseBeforeRetry(tried.attempts, attempt.unreachable, fraction);
    const nextAttemptAt = (): string => `${this.databaseClock.now} + ${interval(pause)}`;
    return {
      outcome: 'postponed',
      change: { ...tried, state: 'pending', nextAttemptAt },
      ...(attempt.isRefusal && { note: noteReturned }),
    };
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
