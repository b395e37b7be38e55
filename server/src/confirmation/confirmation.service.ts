import {
  type ConfirmationStatus,
  type ConfirmRequest,
  contactLine,
  MAILED_LINK_MESSAGES,
  MESSAGES,
  REGISTRATION,
  REGISTRATION_SITE_ACTOR,
} from '@kidlab/contract';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';

import { AuditTrail } from '../audit/audit.service.js';
import { Clock } from '../common/clock.js';
import { conflict, HttpError, gone, invalidInput, notFound } from '../common/http-error.js';
import { SERVER_MESSAGES } from '../common/messages.js';
import { Environment } from '../config/environment.js';
import { Suppressions } from '../email/suppression/suppressions.service.js';
import { FamiliesService } from '../families/families.service.js';
import { Family } from '../families/family.entity.js';
import { invalidReason, isDead, isExpired } from './confirmation.js';
import { ConfirmationLink } from './confirmation-link.entity.js';
import { ConfirmationLinksService } from './confirmation-links.service.js';
import { MailThrottleService } from './mail-throttle.service.js';

/** Confirms a registration by a mailed link. */
@Injectable()
export class ConfirmationService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly families: FamiliesService,
    private readonly links: ConfirmationLinksService,
    private readonly suppressions: Suppressions,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** Whether a link opens the confirm form. Changes nothing: mail scanners follow links. */
  async status(token: string): Promise<ConfirmationStatus> {
    const { manager } = this.dataSource;
    const link = await this.links.find(manager, token);
    if (link === null) return { valid: false, reason: 'unknown' };
    const family = await manager.findOneBy(Family, { id: link.familyId });
    if (family === null) return { valid: false, reason: 'unknown' };
    const reason = invalidReason(link, family, this.clock.now());
    if (reason !== null) return { valid: false, reason };
    const mayChange = await this.links.zipCodeMayChange(manager, link);
    return { valid: true, ...(mayChange ? { zipCodeMayChange: true } : {}) };
  }

  /**
   * Registers the family if the answer is correct. A repeat changes nothing. If too many wrong answers have ended
   * another link, a different zip code is accepted and corrects the family's.
   * @throws 400 for a wrong answer (after five, the link is dead); 404 for an unknown link; 410 for an expired one.
   */
  async confirm(token: string, answer: ConfirmRequest): Promise<void> {
    const failure = await this.dataSource.transaction((manager) =>
      this.tryToConfirm(manager, token, answer),
    );
    // Thrown after the commit: the wrong answer must be counted.
    if (failure !== null) throw failure;
  }

  private async tryToConfirm(
    manager: EntityManager,
    token: string,
    answer: ConfirmRequest,
  ): Promise<HttpError | null> {
    const mailed = await this.links.lockMailed(manager, token);
    if (mailed === null) return notFound(MAILED_LINK_MESSAGES.accountNoLongerValid);
    const { link, family } = mailed;
    if (isDead(link)) return notFound(MAILED_LINK_MESSAGES.accountNoLongerValid);
    const isRegistered = family.state === 'registered';
    if (!isRegistered && isExpired(link, this.clock.now())) {
      return gone(MAILED_LINK_MESSAGES.accountNoLongerValid);
    }
    const mayChange = !isRegistered && (await this.links.zipCodeMayChange(manager, link));
    const isZipCodeRight = mayChange || answer.zipCode === family.zipCode;
    if (!isZipCodeRight || answer.email !== family.email) {
      // Also for a registered family: an old link must not allow guessing addresses and zip codes.
      return this.countWrongAnswer(manager, link);
    }
    if (isRegistered) return null;
    if (family.zipCode !== answer.zipCode) {
      await this.families.changeZipCode(manager, family, answer.zipCode);
    }
    await this.families.register(manager, family);
    await this.allowMail(manager, family.email);
    await manager.update(ConfirmationLink, { id: link.id }, { usedAt: this.clock.now() });
    return null;
  }

  /** Unblocks an erased address whose owner has registered again. Audited, so that a restore repeats it. */
  private async allowMail(manager: EntityManager, email: string): Promise<void> {
    const subjectId = await this.suppressions.lift(manager, email);
    if (subjectId === null) return;
    await this.audit.record(manager, {
      actor: REGISTRATION_SITE_ACTOR,
      action: 'privacy.suppression-lifted',
      subjectType: 'address',
      subjectId,
    });
  }

  /** @returns the error, with the number of tries left. */
  private async countWrongAnswer(
    manager: EntityManager,
    link: ConfirmationLink,
  ): Promise<HttpError> {
    const failedTries = link.failedTries + 1;
    await manager.update(ConfirmationLink, { id: link.id }, { failedTries });
    const message = SERVER_MESSAGES.confirmationMismatch;
    const { body } = invalidInput([{ field: 'email', message }]);
    return new HttpError({ ...body, triesLeft: REGISTRATION.maxConfirmationTries - failedTries });
  }
}

/** "This was not me": removes data by a mailed link. */
@Injectable()
export class RemovalService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly families: FamiliesService,
    private readonly links: ConfirmationLinksService,
    private readonly throttle: MailThrottleService,
    private readonly environment: Environment,
  ) {}

  /**
   * Erases the unconfirmed family, even with an expired link. The mailbox gets no confirmation mail for a day.
   * @throws 404 for an unknown link; 409 for a confirmed family, which has to write to the lab.
   */
  async removeMyData(token: string): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const mailed = await this.links.lockMailed(manager, token);
      if (mailed === null) throw notFound(MAILED_LINK_MESSAGES.accountNoLongerValid);
      const { family } = mailed;
      if (family.state === 'registered') {
        const contact = contactLine(this.environment.supportEmail);
        throw conflict(`${MESSAGES.alreadyRegistered} ${contact}`);
      }
      // Locks the mailbox before the letters: otherwise two removals for one mailbox could deadlock.
      await this.throttle.useUpDailyLimit(manager, family.email);
      await this.families.withdraw(manager, family, 'registration.refused-by-mail');
    });
  }
}
