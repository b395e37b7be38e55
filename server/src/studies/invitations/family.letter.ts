import type { OnModuleInit } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

import type { Letter, LetterContent, LetterRegistry } from '../../email/letters.service.js';
import { OutboxMessage } from '../../email/outbox-message.entity.js';
import { lockFamily } from '../../families/family-locks.js';
import type { Family } from '../../families/family.entity.js';
import { noteUndeliverable } from '../../families/undeliverable.js';
import { Guardian } from '../../guardians/guardian.entity.js';
import { Invitation } from '../invitation.entity.js';
import { Study } from '../study.entity.js';

/** What a letter is about, as it is while the family's lock is held. */
export interface Subject {
  readonly family: Family;
  /** Of the primary guardian. */
  readonly firstName: string;
  readonly study: Study;
  readonly invitation: Invitation;
}

/** A letter to a family about its invitation. It goes to the address that the family has when the letter leaves. */
export abstract class FamilyLetter implements Letter, OnModuleInit {
  abstract readonly kind: string;

  constructor(private readonly registry: LetterRegistry) {}

  /** @returns `null` when it is true no more. */
  protected abstract write(
    message: OutboxMessage,
    subject: Subject,
    manager: EntityManager,
  ): Promise<LetterContent | null>;

  /** In the transaction that marks the letter as sent. */
  protected abstract noteSent(
    message: OutboxMessage,
    subject: Subject,
    sentAt: Date,
    manager: EntityManager,
  ): Promise<void>;

  onModuleInit(): void {
    this.registry.register(this);
  }

  async compose(message: OutboxMessage, manager: EntityManager): Promise<LetterContent | null> {
    const subject = await lockSubject(message, manager);
    if (subject === null) return null;
    const content = await this.write(message, subject, manager);
    const { email } = subject.family;
    if (content !== null && message.toAddress !== email) {
      message.toAddress = email;
      await manager.update(OutboxMessage, { id: message.id }, { toAddress: email });
    }
    return content;
  }

  async onSent(message: OutboxMessage, sentAt: Date, manager: EntityManager): Promise<void> {
    const subject = await lockSubject(message, manager);
    if (subject === null) return;
    await this.noteSent(message, subject, sentAt, manager);
    await noteUndeliverable(manager, message, null);
  }

  async onFailed(
    message: OutboxMessage,
    refusedAt: Date | null,
    manager: EntityManager,
  ): Promise<void> {
    if (refusedAt !== null) await noteUndeliverable(manager, message, refusedAt);
  }

  onTriedAgain(message: OutboxMessage, manager: EntityManager): Promise<void> {
    return noteUndeliverable(manager, message, null);
  }
}

/** The family first, as everywhere; the study is kept from being deleted meanwhile. */
export async function lockSubject(
  { familyId, invitationId }: OutboxMessage,
  manager: EntityManager,
): Promise<Subject | null> {
  if (familyId === null || invitationId === null) return null;
  const family = await lockFamily(manager, { id: familyId });
  const found = await manager.findOneBy(Invitation, { id: invitationId });
  if (family === null || found === null) return null;
  const study = await manager.findOne(Study, {
    where: { id: found.studyId },
    lock: { mode: 'for_key_share' },
  });
  const invitation = await manager.findOne(Invitation, {
    where: { id: invitationId },
    lock: { mode: 'for_no_key_update' },
  });
  if (study === null || invitation === null) return null;
  const guardian = await manager.findOneBy(Guardian, { familyId, isPrimaryIndicator: 'Y' });
  return { family, firstName: guardian?.firstName ?? 'there', study, invitation };
}
