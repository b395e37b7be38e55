import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, type UpdateResult } from 'typeorm';

import { Statements } from '../common/statements.js';
import type { SentMessage } from './letter.js';
import { OutboxMessage, type OutboxState } from './outbox-message.entity.js';

/**
 * `MATERIALIZED`, so that the limit and the row locks hold for one reading of the table; `SKIP LOCKED`, so that
 * dispatchers that look at the same moment take different rows. The states stand there as constants because the partial index
 * asks for it.
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
  RETURNING message.*`;

const MARK_SENT = `
  UPDATE outbox_messages AS message SET state = 'sent', sent_at = given.sent_at, server_answer = given.answer,
    attempts = message.attempts + 1, claimed_by = NULL, lease_until = NULL
  FROM unnest($1::uuid[], $2::varchar[], $3::timestamptz[], $4::timestamptz[], $5::text[])
    AS given (id, claimed_by, lease_until, sent_at, answer)
  WHERE message.id = given.id AND message.state = 'claimed' AND message.claimed_by = given.claimed_by
    AND message.lease_until = given.lease_until
  RETURNING message.id`;

const CLAIMS = `
  SELECT id, claimed_by AS "claimedBy", lease_until AS "leaseUntil" FROM outbox_messages
  WHERE id = ANY ($1) AND state = 'claimed'`;

const NOT_CLAIMED = { claimedBy: null, leaseUntil: null } as const;

/**
 * The steps of a message's life in the table. Each step after the claim holds only for this claim, which is its dispatcher's
 * name together with its lease: it answers `false` when the row is gone or was claimed anew, by whomever. The name alone
 * would not do: a process that stood still may claim again what it has taken before.
 */
@Injectable()
export class OutboxStore {
  constructor(
    private readonly dataSource: DataSource,
    private readonly statements: Statements,
  ) {}

  /**
   * Takes up to `limit` messages that are due, or whose dispatcher has died, until `leaseUntil`.
   * @param leaseUntil in whole milliseconds, so that the table holds exactly what the messages say.
   * @param held ids that are left out: this process has not ended them yet.
   */
  async claim(
    dispatcher: string,
    limit: number,
    now: Date,
    leaseUntil: Date,
    held: readonly string[],
  ): Promise<OutboxMessage[]> {
    const [rows]: [Record<string, unknown>[], number] = await this.dataSource.query(CLAIM, [
      dispatcher,
      leaseUntil,
      now,
      limit,
      held,
    ]);
    const { columns } = this.dataSource.getMetadata(OutboxMessage);
    return rows.map((row) =>
      this.dataSource.manager.create(
        OutboxMessage,
        Object.fromEntries(
          columns.map((column) => [column.propertyName, row[column.databaseName]]),
        ),
      ),
    );
  }

  /** @returns the ids of those that are still ours. */
  async stillClaimed(messages: readonly OutboxMessage[]): Promise<ReadonlySet<string>> {
    const rows = await this.statements.rows<{ id: string; claimedBy: string; leaseUntil: Date }>({
      text: CLAIMS,
      values: [messages.map(({ id }) => id)],
    });
    const claims = new Map(rows.map((row) => [row.id, row]));
    const ours = messages.filter(({ id, claimedBy, leaseUntil }) => {
      const claim = claims.get(id);
      if (claim === undefined || leaseUntil === null) return false;
      return claim.claimedBy === claimedBy && claim.leaseUntil.getTime() === leaseUntil.getTime();
    });
    return new Set(ours.map(({ id }) => id));
  }

  /** The mail server has accepted it. Runs in the caller's transaction. */
  markSent(
    message: OutboxMessage,
    answer: string,
    sentAt: Date,
    manager: EntityManager,
  ): Promise<boolean> {
    const attempts = message.attempts + 1;
    return this.leave(message, { state: 'sent', sentAt, serverAnswer: answer, attempts }, manager);
  }

  /** The mail server has accepted all of these. @returns how many of them are still ours, and so marked. */
  async markAllSent(
    sent: readonly (SentMessage & { readonly answer: string })[],
    manager: EntityManager,
  ): Promise<number> {
    const marked = await this.statements.rowsIn(manager, {
      text: MARK_SENT,
      values: [
        sent.map(({ message }) => message.id),
        sent.map(({ message }) => message.claimedBy),
        sent.map(({ message }) => message.leaseUntil),
        sent.map(({ sentAt }) => sentAt),
        sent.map(({ answer }) => answer),
      ],
    });
    return marked.length;
  }

  /** Given up: refused for good, or for too long. */
  markFailed(message: OutboxMessage, answer: string): Promise<boolean> {
    return this.leave(message, {
      state: 'failed',
      serverAnswer: answer,
      attempts: message.attempts + 1,
    });
  }

  /** Back into the queue after a fault. */
  postpone(message: OutboxMessage, answer: string, nextAttemptAt: Date): Promise<boolean> {
    return this.leave(message, {
      state: 'pending',
      serverAnswer: answer,
      attempts: message.attempts + 1,
      nextAttemptAt,
    });
  }

  /** It may not be mailed any more. */
  withdraw(message: OutboxMessage): Promise<boolean> {
    return this.leave(message, { state: 'withdrawn' });
  }

  /** Back into the queue as it was: it was never tried. */
  release(message: OutboxMessage): Promise<boolean> {
    return this.leave(message, { state: 'pending' });
  }

  private async leave(
    message: OutboxMessage,
    change: Partial<OutboxMessage> & { state: OutboxState },
    manager: EntityManager = this.dataSource.manager,
  ): Promise<boolean> {
    const result: UpdateResult = await manager.update(
      OutboxMessage,
      {
        id: message.id,
        state: 'claimed',
        claimedBy: message.claimedBy,
        leaseUntil: message.leaseUntil,
      },
      { ...change, ...NOT_CLAIMED },
    );
    return result.affected === 1;
  }
}
