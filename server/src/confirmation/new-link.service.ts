import { REGISTRATION, REGISTRATION_SITE_ACTOR } from '@kidlab/contract';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';

import { AuditTrail, familySubject } from '../audit/audit.service.js';
import { Clock } from '../common/clock.js';
import { Outbox } from '../email/outbox.service.js';
import type { Family } from '../families/family.entity.js';
import { lockFamily } from '../families/family-locks.js';
import { isExpired, isWorthless } from './confirmation.js';
import { ConfirmationLinks } from './confirmation-links.js';

/** "Send me a new link", for whoever holds a mailed link that is dead. It goes to the address that the old one belongs to. */
@Injectable()
export class NewLink {
  constructor(
    private readonly dataSource: DataSource,
    private readonly links: ConfirmationLinks,
    private readonly outbox: Outbox,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** Does nothing where there is nothing to confirm: whoever asks learns nothing. */
  async request(token: string): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const link = await this.links.find(manager, token);
      if (link === null) return;
      const family = await lockFamily(manager, { id: link.familyId, state: 'awaiting' });
      if (family === null || !(await this.issue(manager, family))) return;
      await this.audit.record(manager, {
        actor: REGISTRATION_SITE_ACTOR,
        action: 'confirmation.resent',
        ...familySubject(family),
      });
    });
    this.outbox.nudge();
  }

  /** A family whose newest link is dead gets another one. While that works, it is mailed again no more often than by "Send it again". */
  private async issue(manager: EntityManager, family: Family): Promise<boolean> {
    const newest = await this.links.newest(manager, family.id);
    if (newest === null || isWorthless(newest) || isExpired(newest, this.clock.now())) {
      await this.links.issue(manager, family);
      return true;
    }
    const pause = REGISTRATION.ownResendPauseMinutes;
    return (await this.links.issueIfDue(manager, family, pause)) === null;
  }
}
