import { REGISTRATION, REGISTRATION_SITE_ACTOR } from '@kidlab/contract';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, In, IsNull, MoreThan, Not } from 'typeorm';

import { AuditTrail } from '../audit/audit.service.js';
import { Clock } from '../common/clock.js';
import { conflict, notFound, tooManyRequests } from '../common/failures.js';
import { STAFF_MESSAGES } from '../common/messages.js';
import type { StaffMember } from '../common/staff.js';
import { OutboxMessage } from '../email/outbox-message.entity.js';
import type { Family } from '../families/family.entity.js';
import { lockFamily } from '../families/family-locks.js';
import { isExpired, isWorthless, resendFrom } from './confirmation.js';
import { ConfirmationLink } from './confirmation-link.entity.js';
import { ConfirmationLinksService } from './confirmation-links.service.js';
import { MailPaceService } from './mail-pace.service.js';

/**
 * Staff send the mail again: within so many seconds of the last one that is a repeat of the same click, and mails
 * nothing.
 */
export const STAFF_PAUSE_SECONDS = 30;

/** Further confirmation mails of an awaiting family, each with a new link. */
@Injectable()
export class ResendService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly links: ConfirmationLinksService,
    private readonly pace: MailPaceService,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /**
   * Mails a new link when the last one is `pauseMinutes` old and the address has not had its share of mails. The caller
   * holds the family's lock.
   * @returns `null` when it did; else the whole seconds until it would.
   */
  async ifDue(
    manager: EntityManager,
    family: Family,
    pauseMinutes: number,
    actor: string = REGISTRATION_SITE_ACTOR,
  ): Promise<number | null> {
    const now = this.clock.now();
    const last = await newestLink(manager, family.id);
    const freeFrom = await this.pace.freeFrom(manager, family.email, now);
    const rested = resendFrom(last?.createdAt ?? null, pauseMinutes);
    const due = Math.max(freeFrom.getTime(), rested.getTime());
    if (due > now.getTime()) return Math.ceil((due - now.getTime()) / 1_000);
    await this.issue(manager, family, actor);
    return null;
  }

  /**
   * "Send me a new link", behind a mailed link that is dead. It goes to the address that the old one belongs to. Does
   * nothing where there is nothing to confirm: the caller learns nothing.
   */
  async newLink(token: string): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const mailed = await this.links.lockMailed(manager, token);
      if (mailed?.family.state !== 'awaiting') return;
      const { family } = mailed;
      const newest = await newestLink(manager, family.id);
      // While the newest link works, it is mailed again no more often than by "Send it again".
      if (newest !== null && !isWorthless(newest) && !isExpired(newest, this.clock.now())) {
        await this.ifDue(manager, family, REGISTRATION.ownResendPauseMinutes);
        return;
      }
      await this.issue(manager, family, REGISTRATION_SITE_ACTOR);
    });
  }

  /**
   * "Resend email?" of the registration report. A link that was queued seconds ago stays: a double click, or two
   * colleagues at once, mail once.
   * @throws 404 when there is none with that address (drafts are not for staff to see); 409 when it has confirmed or is
   * disabled; 429 when the address had its share of mails within the hour or the day.
   */
  async forStaff(email: string, staff: StaffMember): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const family = await lockFamily(manager, { email: email.toLowerCase() });
      if (family === null || family.state === 'draft') {
        throw notFound(STAFF_MESSAGES.familyNotRegistered);
      }
      if (family.state === 'registered') throw conflict(STAFF_MESSAGES.confirmationNotNeeded);
      if (family.disabledIndicator === 'Y') throw conflict(STAFF_MESSAGES.familyDisabled);
      if (await this.isJustMailed(manager, family)) return;
      const seconds = await this.ifDue(manager, family, 0, staff.email);
      if (seconds !== null) throw tooManyRequests(STAFF_MESSAGES.addressHadItsShare, seconds);
    });
  }

  /**
   * Whether a link was queued seconds ago, in whichever letter, and is on its way or there. A mail that was refused is
   * no reason to wait.
   */
  private isJustMailed(manager: EntityManager, { id }: Family): Promise<boolean> {
    const pauseMs = STAFF_PAUSE_SECONDS * 1_000;
    return manager.existsBy(OutboxMessage, {
      familyId: id,
      linkId: Not(IsNull()),
      state: In(['pending', 'claimed', 'sent']),
      createdAt: MoreThan(new Date(this.clock.now().getTime() - pauseMs)),
    });
  }

  private async issue(manager: EntityManager, family: Family, actor: string): Promise<void> {
    await this.links.issue(manager, family);
    await this.audit.recordFamily(manager, { actor, action: 'confirmation.resent' }, family);
  }
}

function newestLink(manager: EntityManager, familyId: number): Promise<ConfirmationLink | null> {
  return manager.findOne(ConfirmationLink, { where: { familyId }, order: { issueNumber: 'DESC' } });
}
