import { Inject, type OnModuleInit } from '@nestjs/common';
import { type EntityManager, In, Not } from 'typeorm';

import { Clock } from '../../common/clock.js';
import { Environment } from '../../config/environment.js';
import { type Letter, type LetterContent, LetterRegistry } from '../../email/letter-registry.js';
import { OutboxMessage } from '../../email/outbox-message.entity.js';
import { lockFamily } from '../../families/family-locks.js';
import type { Family } from '../../families/family.entity.js';
import { DeliveryRecorder } from '../../families/undeliverable.js';
import { Guardian } from '../../guardians/guardian.entity.js';
import { Invitation, Participation } from '../invitation.entity.js';
import { Study } from '../study.entity.js';
import { InvitationLinksService } from './invitation-links.service.js';
import { letterOf, type Words } from './letter-texts.js';

/** What a letter is about, read while the family is locked. */
export interface Subject {
  readonly family: Family;
  /** Of the primary guardian. */
  readonly firstName: string;
  readonly study: Study;
  readonly invitation: Invitation;
}

/** A letter to a family about its invitation. It goes to the family's address at the moment of sending. */
export abstract class FamilyLetter extends DeliveryRecorder implements Letter, OnModuleInit {
  abstract readonly kind: string;

  @Inject(LetterRegistry) private readonly registry: LetterRegistry;
  @Inject(InvitationLinksService) private readonly links: InvitationLinksService;
  @Inject(Environment) protected readonly environment: Environment;
  @Inject(Clock) protected readonly clock: Clock;

  /** @returns `null` when the letter would no longer be true. */
  protected abstract write(
    message: OutboxMessage,
    subject: Subject,
    manager: EntityManager,
  ): Promise<Words | null>;

  onModuleInit(): void {
    this.registry.register(this);
  }

  async compose(message: OutboxMessage, manager: EntityManager): Promise<LetterContent | null> {
    const subject = await lockSubject(message, manager);
    const words = subject && (await this.write(message, subject, manager));
    if (subject === null || words === null) return null;
    const { family, firstName, invitation } = subject;
    if (message.toAddress !== family.email) {
      message.toAddress = family.email;
      await manager.update(OutboxMessage, { id: message.id }, { toAddress: family.email });
    }
    const token = await this.links.tokenFor(manager, invitation);
    return letterOf(words, firstName, token, this.environment);
  }
}

/** Locks the family first, as every change of its invitations does, then keeps the study from being deleted. */
export async function lockSubject(
  { familyId, invitationId }: OutboxMessage,
  manager: EntityManager,
): Promise<Subject | null> {
  if (familyId === null || invitationId === null) return null;
  const family = await lockFamily(manager, { id: familyId });
  const invitation = await manager.findOneBy(Invitation, { id: invitationId });
  if (family === null || invitation === null) return null;
  const study = await manager.findOne(Study, {
    where: { id: invitation.studyId },
    lock: { mode: 'for_key_share' },
  });
  if (study === null) return null;
  const guardian = await manager.findOneBy(Guardian, { familyId, isPrimaryIndicator: 'Y' });
  return { family, firstName: guardian?.firstName ?? 'there', study, invitation };
}

/** Children with a seat, on a waiting list or canceled, each with its slot, by start. */
export function bookingsOf(
  manager: EntityManager,
  ...invitations: readonly Pick<Invitation, 'id'>[]
): Promise<Participation[]> {
  const ids = invitations.map(({ id }) => id);
  return manager.find(Participation, {
    where: { invitationId: In(ids), state: Not(In(['invited', 'declined'])) },
    relations: { child: true, slot: true },
    order: { slot: { startsAt: 'ASC', id: 'ASC' }, childId: 'ASC' },
  });
}

/** Letters about seats also reach a family that wants no more invitations. */
export function isMailed({ state, disabledIndicator }: Family): boolean {
  return state === 'registered' && disabledIndicator === 'N';
}
