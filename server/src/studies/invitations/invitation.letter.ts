import { Injectable } from '@nestjs/common';
import { type EntityManager, In, Not } from 'typeorm';

import { AuditTrail, SYSTEM_ACTOR } from '../../audit/audit.service.js';
import type { OutboxMessage } from '../../email/outbox-message.entity.js';
import { claimedAt, type NewMessage } from '../../email/outbox.repository.js';
import { EligibilityService } from '../candidates/eligibility.service.js';
import { Invitation, Participation } from '../invitation.entity.js';
import { FamilyLetter, lockSubject, type Subject } from './family.letter.js';
import { invitationWords } from './letter-texts.js';

const KIND = 'invitation';
/** The `withdrawnReason` if the letter could not be delivered. */
const UNDELIVERABLE = 'undeliverable';

/** The key of the letter with the invitation's current link. */
function letterKey({ id, linkNumber }: Pick<Invitation, 'id' | 'linkNumber'>): string {
  return `${KIND}:${String(id)}:${String(linkNumber)}`;
}

/** An invitation's letter for the queue. */
export function invitationMessage(
  invitation: Pick<Invitation, 'id' | 'linkNumber' | 'familyId'>,
  toAddress: string,
): NewMessage {
  const { id: invitationId, familyId } = invitation;
  return { kind: KIND, dedupeKey: letterKey(invitation), toAddress, familyId, invitationId };
}

/** Invites a family. The rules are checked once more just before the letter is sent. */
@Injectable()
export class InvitationLetter extends FamilyLetter {
  readonly kind = KIND;

  constructor(
    private readonly eligibility: EligibilityService,
    private readonly audit: AuditTrail,
  ) {
    super();
  }

  /**
   * The family is locked: if letters of two studies are sent at once, the second one sees that the family has just been
   * invited.
   */
  protected async write(message: OutboxMessage, subject: Subject, manager: EntityManager) {
    const { study, invitation } = subject;
    const { id, state, sentAt } = invitation;
    if (state !== 'queued' || message.dedupeKey !== letterKey(invitation)) return null;
    const asked = await this.eligibility.ofInvitation(manager, invitation);
    // An earlier attempt may have reached the family, even if the mail server never responded.
    const mayHaveArrived = sentAt !== null;
    const isOver = mayHaveArrived && (await isAnswered(manager, invitation));
    if (isOver || asked.children.length === 0) {
      const [reason = 'nothing-left'] = asked.reasons;
      if (mayHaveArrived) await manager.update(Invitation, { id }, { state: 'sent' });
      else await this.withdraw(manager, subject, reason);
      return null;
    }
    const { children, slots, expiresAt } = asked;
    const childId = Not(In(children.map((child) => child.id)));
    await manager.delete(Participation, { invitationId: id, childId, state: 'invited' });
    const firstTry = sentAt ?? claimedAt(message);
    await manager.update(Invitation, { id }, { sentAt: firstTry, expiresAt });
    return invitationWords({ study, children, slots, expiresAt }, this.environment);
  }

  override async onSent(message: OutboxMessage, sentAt: Date, manager: EntityManager) {
    const subject = await this.current(message, manager);
    await super.onSent(message, sentAt, manager);
    if (subject === null) return;
    const { id } = subject.invitation;
    await manager.update(Invitation, { id, state: 'queued' }, { state: 'sent', sentAt });
  }

  /** Discards this attempt unless an earlier one may have arrived, so that a rule can still stop the letter. */
  async onReturned(message: OutboxMessage, manager: EntityManager) {
    const subject = await this.current(message, manager);
    if (subject === null) return;
    // Even if staff have withdrawn it in the meantime: the family must not rest because of it.
    const thisTry = { id: subject.invitation.id, sentAt: claimedAt(message) };
    await manager.update(Invitation, thisTry, { sentAt: null });
  }

  /** The family rests because of this invitation only if an earlier attempt may have reached it. */
  override async onFailed(message: OutboxMessage, refusedAt: Date | null, manager: EntityManager) {
    const subject = await this.current(message, manager);
    await super.onFailed(message, refusedAt, manager);
    if (subject?.invitation.state !== 'queued') return;
    if (await isAnswered(manager, subject.invitation)) {
      await manager.update(Invitation, { id: subject.invitation.id }, { state: 'sent' });
    } else {
      await this.onReturned(message, manager);
      await this.withdraw(manager, subject, UNDELIVERABLE);
    }
  }

  override async onRetried(message: OutboxMessage, manager: EntityManager): Promise<void> {
    const subject = await this.current(message, manager);
    await super.onRetried(message, manager);
    if (subject?.invitation.withdrawnReason !== UNDELIVERABLE) return;
    const { id } = subject.invitation;
    await manager.update(Invitation, { id }, { state: 'queued', withdrawnReason: null });
  }

  /** `null` if a newer letter has replaced this one because the family's address has changed. */
  private async current(message: OutboxMessage, manager: EntityManager): Promise<Subject | null> {
    const subject = await lockSubject(message, manager);
    return subject !== null && message.dedupeKey === letterKey(subject.invitation) ? subject : null;
  }

  private async withdraw(
    manager: EntityManager,
    { family, study: { id: studyId }, invitation: { id } }: Subject,
    withdrawnReason: string,
  ): Promise<void> {
    await manager.update(Invitation, { id }, { state: 'withdrawn', withdrawnReason });
    const after = { studyId, withdrawnReason };
    await this.audit.recordFamily(manager, family, SYSTEM_ACTOR, 'invitation.withdrawn', { after });
  }
}

/** A parent or staff have answered, or a session was canceled. Either way, the letter has arrived. */
export async function isAnswered(
  manager: EntityManager,
  { id: invitationId, answeredAt }: Pick<Invitation, 'id' | 'answeredAt'>,
): Promise<boolean> {
  const answers = { invitationId, state: Not('invited' as const) };
  return answeredAt !== null || manager.existsBy(Participation, answers);
}
