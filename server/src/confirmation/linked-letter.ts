import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type EntityManager, IsNull } from 'typeorm';

import { Statements } from '../common/statements.js';
import {
  type Letter,
  type LetterContent,
  LetterRegistry,
  type SentMessage,
} from '../email/letter.js';
import type { OutboxMessage } from '../email/outbox-message.entity.js';
import type { ConfirmationData } from '../email/templates/confirmation.js';
import { Family } from '../families/family.entity.js';
import { LinkedLetters } from './linked-letters.js';

/** What `onSent` writes, for all whose row nobody has locked; in the order of ids, as everywhere. */
const noteSent = (column: string): string => `
  WITH mine AS MATERIALIZED (
    SELECT id FROM families WHERE id = ANY ($1) ORDER BY id FOR NO KEY UPDATE SKIP LOCKED
  ), noted AS (
    UPDATE families AS family SET ${column} = given.sent_at, version = version + 1
    FROM mine, unnest($1::integer[], $2::timestamptz[]) AS given (id, sent_at)
    WHERE family.id = mine.id AND given.id = mine.id AND family.${column} IS NULL
  )
  SELECT id FROM mine`;
const NOTE_SENT = {
  firstEmailSentDate: noteSent('first_email_sent_date'),
  secondEmailSentDate: noteSent('second_email_sent_date'),
} as const;

/** A letter that carries a confirmation link: whether it may still be sent, and what follows once it is sent. */
@Injectable()
export abstract class LinkedLetter implements Letter, OnModuleInit {
  abstract readonly kind: string;
  /** The family's date that tells when such a letter was sent first. */
  protected abstract readonly sentDate: 'firstEmailSentDate' | 'secondEmailSentDate';

  constructor(
    private readonly registry: LetterRegistry,
    private readonly letters: LinkedLetters,
    private readonly statements: Statements,
  ) {}

  protected abstract render(data: ConfirmationData): LetterContent;

  onModuleInit(): void {
    this.registry.register(this);
  }

  async compose(message: OutboxMessage, manager: EntityManager): Promise<LetterContent | null> {
    const data = await this.letters.dataFor(message, manager);
    return data === null ? null : this.render(data);
  }

  async onSent(message: OutboxMessage, sentAt: Date, manager: EntityManager): Promise<void> {
    if (message.familyId === null) return;
    const notYetSent = { id: message.familyId, [this.sentDate]: IsNull() };
    await manager.update(Family, notYetSent, { [this.sentDate]: sentAt });
  }

  async composeAll(
    messages: readonly OutboxMessage[],
    manager: EntityManager,
  ): Promise<ReadonlyMap<string, LetterContent>> {
    const data = await this.letters.plainDataFor(messages, manager);
    return new Map([...data].map(([id, each]) => [id, this.render(each)]));
  }

  stillValid(
    messages: readonly OutboxMessage[],
    manager: EntityManager,
  ): Promise<ReadonlySet<string>> {
    return this.letters.stillTrue(messages, manager);
  }

  async onSentAll(
    sent: readonly SentMessage[],
    manager: EntityManager,
  ): Promise<ReadonlySet<string>> {
    const own = sent.flatMap(({ message, sentAt }) =>
      message.familyId === null ? [] : [{ message, sentAt, familyId: message.familyId }],
    );
    const noted = await this.statements.rowsIn<{ id: number }>(manager, {
      text: NOTE_SENT[this.sentDate],
      values: [own.map(({ familyId }) => familyId), own.map(({ sentAt }) => sentAt)],
    });
    const families = new Set(noted.map(({ id }) => id));
    return new Set(
      own.filter(({ familyId }) => families.has(familyId)).map(({ message }) => message.id),
    );
  }
}
