import {
  ageMatchOn,
  type CalendarDay,
  calendarDay,
  cutOffOf,
  INVITATION,
  openAfter,
} from '@kidlab/contract';
import { Injectable } from '@nestjs/common';
import { type EntityManager, In, Not } from 'typeorm';

import { Child } from '../../children/child.entity.js';
import { Clock } from '../../common/clock.js';
import { Environment } from '../../config/environment.js';
import { type LetterContent, LetterRegistry } from '../../email/letters.service.js';
import type { OutboxMessage } from '../../email/outbox-message.entity.js';
import { Outbox } from '../../email/outbox.repository.js';
import { EligibilityService } from '../candidates/eligibility.service.js';
import { Invitation, Participation } from '../invitation.entity.js';
import type { Slot } from '../slot.entity.js';
import { FamilyLetter, lockSubject, type Subject } from './family.letter.js';
import { InvitationLinksService } from './invitation-links.service.js';
import { renderInvitation } from './letter-texts.js';

const KIND = 'invitation';
/** Why an invitation was withdrawn whose letter could not be delivered. */
const UNDELIVERABLE = 'undeliverable';
const DAY = 86_400_000;

/** Of the letter that carries the invitation's present link. */
function letterKey({ id, linkNumber }: Pick<Invitation, 'id' | 'linkNumber'>): string {
  return `${KIND}:${String(id)}:${String(linkNumber)}`;
}

/**
 * Slots of the study `$1` that start after `$2`, in their order; `$4`: the lab's time zone. `isOpen`: a seat is free
 * and nobody waits for it, and the family `$3` has no other one then.
 */
const COMING_SLOTS = `
  SELECT starts_at AS "startsAt", ends_at AS "endsAt", to_char(starts_at AT TIME ZONE $4, 'YYYY-MM-DD') AS day,
    taken < seats AND waiting = 0 AND NOT EXISTS (SELECT FROM participations
      WHERE family_id = $3 AND state = 'accepted' AND during && tstzrange(starts_at, ends_at)) AS "isOpen"
  FROM slots WHERE study_id = $1 AND cancelled_at IS NULL AND starts_at > $2 ORDER BY starts_at, id`;

interface ComingSlot extends Pick<Slot, 'startsAt' | 'endsAt'> {
  /** On the lab's calendar. */
  readonly day: string;
  readonly isOpen: boolean;
}

/** The letter that asks a family. Whether it may still be asked is looked up once more when the letter leaves. */
@Injectable()
export class InvitationLetter extends FamilyLetter {
  readonly kind = KIND;

  constructor(
    registry: LetterRegistry,
    private readonly outbox: Outbox,
    private readonly links: InvitationLinksService,
    private readonly eligibility: EligibilityService,
    private readonly environment: Environment,
    private readonly clock: Clock,
  ) {
    super(registry);
  }

  /** Queues it, in the caller's transaction, and writes down its link. */
  async queue(
    manager: EntityManager,
    { id, familyId }: Pick<Invitation, 'id' | 'familyId'>,
    toAddress: string,
  ): Promise<void> {
    const { linkNumber } = await manager.findOneByOrFail(Invitation, { id });
    await this.links.issue(manager, { id, linkNumber });
    await this.outbox.enqueue(manager, {
      kind: KIND,
      dedupeKey: letterKey({ id, linkNumber }),
      toAddress,
      familyId,
      invitationId: id,
    });
  }

  /**
   * The family's lock is held: of two studies whose letters to it leave at once, the second sees that the first was
   * cleared.
   */
  protected async write(
    message: OutboxMessage,
    { family, firstName, study, invitation }: Subject,
    manager: EntityManager,
  ): Promise<LetterContent | null> {
    const { id, state, clearedAt } = invitation;
    if (state !== 'queued' || message.dedupeKey !== letterKey(invitation)) return null;
    const now = this.clock.now();
    // Cleared before, it may have reached the family, though its try ended without an answer of the mail server.
    const arrived = { state: 'sent' as const, sentAt: clearedAt ?? now };
    if (clearedAt !== null && (await isAnswered(manager, invitation))) {
      await manager.update(Invitation, { id }, arrived);
      return null;
    }
    const { children, reasons } = await this.eligibility.ofInvitation(manager, id);
    const slots = await this.comingSlots(manager, { family, study, now });
    const last = slots.at(-1);
    if (children.length === 0 || last === undefined) {
      const [withdrawnReason = 'nothing-left'] = reasons;
      const withdrawn = { state: 'withdrawn' as const, withdrawnReason };
      const mayHaveArrived = clearedAt !== null && clearedAt >= message.createdAt;
      await manager.update(Invitation, { id }, mayHaveArrived ? arrived : withdrawn);
      return null;
    }
    const asked = await manager.findBy(Child, { id: In(children) });
    const mayCome = (day: CalendarDay): boolean =>
      asked.some(
        ({ yearOfBirth: year, monthOfBirth: month }) =>
          ageMatchOn({ year, month }, study.criteria, day) !== null,
      );
    await manager.delete(Participation, {
      invitationId: id,
      state: 'invited',
      childId: Not(In(children)),
    });
    const expiresAt = expiryOf(now, last);
    await manager.update(Invitation, { id }, { clearedAt: now, expiresAt });
    return renderInvitation(this.environment, {
      firstName,
      study,
      slots: slots.filter(({ isOpen, day }) => isOpen && mayCome(calendarDay(day))),
      expiresAt,
      token: await this.links.mailed(manager, invitation),
    });
  }

  protected async noteSent(
    { dedupeKey }: OutboxMessage,
    { invitation }: Subject,
    sentAt: Date,
    manager: EntityManager,
  ): Promise<void> {
    // Else the family has another address by now, and another letter under way.
    if (dedupeKey !== letterKey(invitation)) return;
    const { id } = invitation;
    await manager.update(Invitation, { id, state: 'queued' }, { state: 'sent', sentAt });
  }

  /** The family was not asked: it does not rest for this invitation. */
  override async onFailed(
    message: OutboxMessage,
    refusedAt: Date | null,
    manager: EntityManager,
  ): Promise<void> {
    const subject = await lockSubject(message, manager);
    await super.onFailed(message, refusedAt, manager);
    if (subject === null || message.dedupeKey !== letterKey(subject.invitation)) return;
    const { id } = subject.invitation;
    const failed = (await isAnswered(manager, subject.invitation))
      ? { state: 'sent' as const, sentAt: subject.invitation.clearedAt ?? this.clock.now() }
      : { state: 'withdrawn' as const, withdrawnReason: UNDELIVERABLE, clearedAt: null };
    await manager.update(Invitation, { id, state: 'queued' }, failed);
  }

  override async onTriedAgain(message: OutboxMessage, manager: EntityManager): Promise<void> {
    const subject = await lockSubject(message, manager);
    await super.onTriedAgain(message, manager);
    if (subject === null || message.dedupeKey !== letterKey(subject.invitation)) return;
    const { id } = subject.invitation;
    await manager.update(
      Invitation,
      { id, state: 'withdrawn', withdrawnReason: UNDELIVERABLE },
      { state: 'queued', withdrawnReason: null },
    );
  }

  private comingSlots(
    manager: EntityManager,
    { family, study, now }: Pick<Subject, 'family' | 'study'> & { now: Date },
  ): Promise<ComingSlot[]> {
    const { labTimeZone } = this.environment;
    return manager.query(COMING_SLOTS, [study.id, openAfter(now), family.id, labTimeZone]);
  }
}

/** @param last the study's last slot. */
export function expiryOf(now: Date, last?: Pick<Slot, 'startsAt'>): Date {
  const cutOff = last === undefined ? Infinity : cutOffOf(last.startsAt).getTime();
  return new Date(Math.min(now.getTime() + INVITATION.days * DAY, cutOff));
}

/** By a parent, by staff, or for a cancelled session: somebody had the letter in hand. */
async function isAnswered(
  manager: EntityManager,
  { id: invitationId, answeredAt }: Invitation,
): Promise<boolean> {
  if (answeredAt !== null) return true;
  return manager.existsBy(Participation, { invitationId, state: Not('invited' as const) });
}
