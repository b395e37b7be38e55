import { REGISTRATION, REGISTRATION_SITE_ACTOR } from '@kidlab/contract';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';

import { AuditTrail } from '../audit/audit.service.js';
import { Clock } from '../common/clock.js';
import { MINUTE } from '../common/durations.js';
import { conflict, notFound, tooManyRequests } from '../common/http-error.js';
import { SERVER_MESSAGES, STAFF_MESSAGES } from '../common/messages.js';
import type { StaffMember } from '../common/staff.js';
import { OutboxMessage } from '../email/outbox-message.entity.js';
import type { Family } from '../families/family.entity.js';
import { lockFamily } from '../families/family-locks.js';
import { isExpired, isDead } from './confirmation.js';
import { ConfirmationLink } from './confirmation-link.entity.js';
import { ConfirmationLinksService } from './confirmation-links.service.js';
import { MailThrottleService } from './mail-throttle.service.js';

/** A resend by staff within this time of the last resend counts as a double click and mails nothing. */
export const STAFF_PAUSE_SECONDS = 30;

/** Mails awaiting families again, each time with a new link. */
@Injectable()
export class ResendService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly links: ConfirmationLinksService,
    private readonly throttle: MailThrottleService,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /**
   * Mails a new link when the last one is `pauseMinutes` old and the address is not throttled. The caller holds the
   * family's lock.
   * @returns `null` when mailed, otherwise the seconds to wait.
   */
  async ifDue(
    manager: EntityManager,
    family: Family,
    pauseMinutes: number,
    actor: string = REGISTRATION_SITE_ACTOR,
  ): Promise<number | null> {
    const now = this.clock.now();
    const last = await newestLink(manager, family.id);
    const sendAt = await this.throttle.nextTime(manager, family.email, now);
    const pauseEnd = (last?.createdAt.getTime() ?? 0) + pauseMinutes * MINUTE;
    const due = Math.max(sendAt.getTime(), pauseEnd);
    if (due > now.getTime()) return Math.ceil((due - now.getTime()) / 1_000);
    await this.issue(manager, family, actor);
    return null;
  }

  /** "Send me a new link". Does nothing when there is nothing to confirm: the caller learns nothing. */
  async newLink(token: string): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const mailed = await this.links.lockMailed(manager, token);
      if (mailed?.family.state !== 'awaiting') return;
      const { family } = mailed;
      const newest = await newestLink(manager, family.id);
      // While the newest link is valid, the limit of "Send it again" applies.
      if (newest !== null && !isDead(newest) && !isExpired(newest, this.clock.now())) {
        await this.ifDue(manager, family, REGISTRATION.ownResendPauseMinutes);
        return;
      }
      await this.issue(manager, family, REGISTRATION_SITE_ACTOR);
    });
  }

  /**
   * "Resend email?" of the registration report.
   * @returns whether a mail was queued. Otherwise the last one waits to be sent, or was sent a moment ago.
   * @throws 404 without such a family; 409 when it is confirmed or disabled; 429 when the address is throttled.
   */
  async forStaff(email: string, staff: StaffMember): Promise<boolean> {
    return this.dataSource.transaction(async (manager) => {
      const family = await lockFamily(manager, { email });
      if (family === null || family.state === 'draft') {
        throw notFound(STAFF_MESSAGES.familyNotRegistered);
      }
      if (family.state === 'registered') throw conflict(STAFF_MESSAGES.confirmationNotNeeded);
      if (family.disabledIndicator === 'Y') throw conflict(STAFF_MESSAGES.familyDisabled);
      if (await this.isJustResent(manager, family)) return false;
      const seconds = await this.ifDue(manager, family, 0, staff.email);
      if (seconds === null) return true;
      const message = seconds > 3_600 ? SERVER_MESSAGES.resendTomorrow : STAFF_MESSAGES.mailLimit;
      throw tooManyRequests(message, seconds);
    });
  }

  /** Whether the last mail waits for its first try, or is a resend that was queued within `STAFF_PAUSE_SECONDS`. */
  private async isJustResent(manager: EntityManager, { id: familyId }: Family): Promise<boolean> {
    const [last, earlier] = await manager.find(OutboxMessage, {
      where: { familyId },
      order: { id: 'DESC' },
      take: 2,
    });
    if (last === undefined) return false;
    const now = this.clock.now();
    const isQueued = last.state === 'pending' || last.state === 'claimed';
    // Not if it was already tried (its retry may be an hour away) or is throttled: staff then get a 429 with the time to
    // wait.
    if (isQueued) return last.attempts === 0 && (last.notBefore ?? now) <= now;
    const pauseStart = new Date(now.getTime() - STAFF_PAUSE_SECONDS * 1_000);
    return earlier !== undefined && last.state === 'sent' && last.createdAt > pauseStart;
  }

  private async issue(manager: EntityManager, family: Family, actor: string): Promise<void> {
    await this.links.issue(manager, family);
    await this.audit.recordFamily(manager, family, actor, 'confirmation.resent');
  }
}

function newestLink(manager: EntityManager, familyId: number): Promise<ConfirmationLink | null> {
  return manager.findOne(ConfirmationLink, { where: { familyId }, order: { issueNumber: 'DESC' } });
}
