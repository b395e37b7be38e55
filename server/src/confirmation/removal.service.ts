import { contactLine, MESSAGES, REGISTRATION_SITE_ACTOR } from '@kidlab/contract';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

import { AuditTrail, familySubject } from '../audit/audit.service.js';
import { conflict, notFound } from '../common/failures.js';
import { Environment } from '../config/environment.js';
import { FamiliesService } from '../families/families.service.js';
import { ConfirmationLinksService } from './confirmation-links.service.js';
import { MailPaceService } from './mail-pace.service.js';

/** "This was not me", behind a mailed link. */
@Injectable()
export class RemovalService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly families: FamiliesService,
    private readonly links: ConfirmationLinksService,
    private readonly pace: MailPaceService,
    private readonly audit: AuditTrail,
    private readonly environment: Environment,
  ) {}

  /**
   * Erases the unconfirmed family that the mail was about, also when the link has expired. A new
   * registration of the address is mailed a day later.
   * @throws 404 for an unknown link; 409 when the family is confirmed: then it takes a letter to the lab.
   */
  async removeMyData(token: string): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const mailed = await this.links.lockMailed(manager, token);
      if (mailed === null) throw notFound(MESSAGES.accountNoLongerValid);
      if (mailed.family.state === 'registered') {
        throw conflict(
          `${MESSAGES.alreadyRegistered} ${contactLine(this.environment.supportEmail)}`,
        );
      }
      await this.families.erase(manager, mailed.family);
      await this.pace.rest(manager, mailed.family.email);
      await this.audit.record(manager, {
        actor: REGISTRATION_SITE_ACTOR,
        action: 'registration.refused-by-mail',
        ...familySubject(mailed.family),
      });
    });
  }
}
