import { REGISTRATION, STAFF_MESSAGES } from '@kidlab/contract';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

import { AuditTrail, familySubject } from '../audit/audit.service.js';
import { conflict, notFound, tooManyRequests } from '../common/failures.js';
import type { StaffMember } from '../common/staff.js';
import { ConfirmationLinks } from '../confirmation/confirmation-links.js';
import { Outbox } from '../email/outbox.service.js';
import { lockFamily } from '../families/family-locks.js';

/** "Resend email?" of the registration report. */
@Injectable()
export class Resend {
  constructor(
    private readonly dataSource: DataSource,
    private readonly links: ConfirmationLinks,
    private readonly outbox: Outbox,
    private readonly audit: AuditTrail,
  ) {}

  /**
   * Mails a new confirmation link to an awaiting family; the older one dies. One that was queued seconds ago stays: a click
   * that came twice, or two colleagues at once, mail once.
   * @throws 404 when there is none with that address (drafts are not for staff to see); 409 when it has confirmed or is
   * disabled; 429 when the address had its share of mails within the hour or the day.
   */
  async resend(email: string, staff: StaffMember): Promise<void> {
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
      await this.audit.record(manager, {
        actor: staff.email,
        action: 'confirmation.resent',
        ...familySubject(family),
      });
    });
    this.outbox.nudge();
  }
}
