import { REGISTRATION, REGISTRATION_SITE_ACTOR, STAFF_MESSAGES } from '@kidlab/contract';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';

import { AuditTrail } from '../audit/audit.service.js';
import { Clock } from '../common/clock.js';
import { conflict, notFound, tooManyRequests } from '../common/failures.js';
import type { StaffMember } from '../common/staff.js';
import type { Family } from '../families/family.entity.js';
import { lockFamily } from '../families/family-locks.js';
import { isExpired, isWorthless } from './confirmation.js';
import { ConfirmationLinksService } from './confirmation-links.service.js';

/** Further confirmation mails of an awaiting family, each with a new link. */
@Injectable()
export class ResendService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly links: ConfirmationLinksService,
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
  ): Promise<number | null> {
    const seconds = await this.links.issueIfDue(manager, family, pauseMinutes);
    if (seconds === null) await this.record(manager, family, REGISTRATION_SITE_ACTOR);
    return seconds;
  }

  /**
   * "Send me a new link", behind a mailed link that is dead. It goes to the address that the old one belongs to. Does
   * nothing where there is nothing to confirm: the caller learns nothing.
   */
  async newLink(token: string): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const link = await this.links.find(manager, token);
      if (link === null) return;
      const family = await lockFamily(manager, { id: link.familyId, state: 'awaiting' });
      if (family === null) return;
      const newest = await this.links.newest(manager, family.id);
      // While the newest link works, it is mailed again no more often than by "Send it again".
      if (newest !== null && !isWorthless(newest) && !isExpired(newest, this.clock.now())) {
        await this.ifDue(manager, family, REGISTRATION.ownResendPauseMinutes);
        return;
      }
      await this.links.issue(manager, family);
      await this.record(manager, family, REGISTRATION_SITE_ACTOR);
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
      const pause = REGISTRATION.staffResendPauseSeconds;
      if (await this.links.isJustMailed(manager, family.id, pause)) return;
      const seconds = await this.links.issueIfDue(manager, family, 0);
      if (seconds !== null) throw tooManyRequests(STAFF_MESSAGES.addressHadItsShare, seconds);
      await this.record(manager, family, staff.email);
    });
  }

  private async record(manager: EntityManager, family: Family, actor: string): Promise<void> {
    await this.audit.recordFamily(manager, { actor, action: 'confirmation.resent' }, family);
  }
}
