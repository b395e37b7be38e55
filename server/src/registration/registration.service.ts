import {
  AGREEMENT_VERSION,
  type Child as WireChild,
  MESSAGES,
  REGISTRATION,
  type RegistrationDraft,
} from '@kidlab/contract';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';

import { type SaveChildDto, toChild, toDraftChild } from '../children/child.dto.js';
import { Child } from '../children/child.entity.js';
import { ChildrenService } from '../children/children.service.js';
import {
  conflict,
  notFound,
  preconditionFailed,
  sessionExpired,
  tooManyRequests,
} from '../common/failures.js';
import { ConfirmationLinksService } from '../confirmation/confirmation-links.service.js';
import { ResendService } from '../confirmation/resend.service.js';
import { FamiliesService } from '../families/families.service.js';
import { Family } from '../families/family.entity.js';
import { Guardian } from '../guardians/guardian.entity.js';
import type { ConsentPlace } from './registration-session.js';
import { childrenOf, DraftsRepository, draftVersion, ifMatchAllows } from './drafts.repository.js';
import { SERVER_MESSAGES } from '../common/messages.js';

/** The steps of a registration after step 1, for the browser session that has taken that one. */
@Injectable()
export class RegistrationService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly drafts: DraftsRepository,
    private readonly families: FamiliesService,
    private readonly children: ChildrenService,
    private readonly links: ConfirmationLinksService,
    private readonly resends: ResendService,
  ) {}

  /** The guid of this session's draft with that e-mail; `null` for any other address. */
  async guidOf(sessionId: string, email: string): Promise<string | null> {
    return this.dataSource.transaction(async (manager) => {
      const family = await this.drafts.lockByEmail(manager, sessionId, email);
      if (family?.state !== 'draft') return null;
      await this.drafts.prolong(manager, family);
      return family.guid;
    });
  }

  /** Keeps this session's family alive. @throws 401 when it is over. */
  async extend(sessionId: string): Promise<void> {
    await this.dataSource.transaction((manager) => this.drafts.lock(manager, sessionId));
  }

  /**
   * This session's unconfirmed family, and counts the call as the session's last. The session alone is not enough: the
   * next visitor at the same browser has it too, but no tab that knows the guid.
   * @throws 401 when the session holds no family; 404 for another guid.
   */
  async readDraft(sessionId: string, guid: string): Promise<RegistrationDraft> {
    return this.dataSource.transaction(async (manager) => {
      const own = await this.drafts.lockAll(manager, sessionId);
      if (own.length === 0) throw sessionExpired();
      const family = own.find((each) => each.guid === guid.toLowerCase());
      if (family === undefined) throw notFound(MESSAGES.notFound);
      await this.drafts.prolong(manager, family);
      const children = await childrenOf(manager, family.id);
      const guardian = await manager.findOneByOrFail(Guardian, {
        familyId: family.id,
        isPrimaryIndicator: 'Y',
      });
      return {
        guid: family.guid,
        version: draftVersion(family, children),
        awaitingConfirmation: family.state === 'awaiting',
        email: family.email,
        zipCode: family.zipCode,
        referredBy: family.referredBy,
        guardianFirstName: guardian.firstName,
        guardianLastName: guardian.lastName,
        primaryPhone: guardian.primaryPhone,
        relationshipToChild: guardian.relationshipToChild,
        children: children.map((child) => toDraftChild(child, family.email)),
      };
    });
  }

  /**
   * Step 2: adds a child, or updates it where the call repeats one (by the browser's key, else by who the child is).
   * @throws 401 without a live draft; 409 for a sixth child, or when the draft has another address by now.
   */
  async saveChild(
    sessionId: string,
    sent: SaveChildDto,
    idempotencyKey: string | null,
  ): Promise<{ child: WireChild; isNew: boolean }> {
    return this.dataSource.transaction(async (manager) => {
      const family = await this.drafts.lock(manager, sessionId);
      // Another tab of this browser has begun anew with another address: its children are not these.
      if (family.email !== sent.email) throw conflict(MESSAGES.validationFailed);
      const { child, isNew } = await this.children.saveOfDraft(
        manager,
        family.id,
        sent,
        idempotencyKey,
      );
      return { child: toChild(child, family.email), isNew };
    });
  }

  /** @returns whether this session's draft had that child. @throws 401 without a live draft. */
  async removeChild(sessionId: string, childId: number): Promise<boolean> {
    return this.dataSource.transaction(async (manager) => {
      const family = await this.drafts.lock(manager, sessionId);
      const { affected } = await manager.delete(Child, { id: childId, familyId: family.id });
      return affected === 1;
    });
  }

  /**
   * Step 3: in one transaction the draft becomes awaiting confirmation, the acceptance is recorded and the mail enters
   * the outbox. A repeat changes nothing.
   * @param ifMatch the version that the family has seen, as `If-Match` writes it.
   * @returns the family's guid.
   * @throws 401 without such a family; 409 without a child; 412 when it was changed since.
   */
  async acceptAgreement(
    sessionId: string,
    email: string,
    place: ConsentPlace,
    ifMatch?: string,
  ): Promise<string> {
    return this.dataSource.transaction(async (manager) => {
      const family = await this.ownFamily(manager, sessionId, email);
      if (family.state !== 'draft') return family.guid;
      const children = await childrenOf(manager, family.id);
      if (children.length === 0) throw conflict(MESSAGES.addAChild);
      if (!ifMatchAllows(ifMatch, draftVersion(family, children))) {
        throw preconditionFailed(MESSAGES.changedElsewhere);
      }
      family.draftExpiresAt = this.drafts.holdEnd();
      await this.families.acceptAgreement(manager, family, {
        agreementVersion: AGREEMENT_VERSION,
        agreementOrigin: place.origin,
        agreementNetwork: place.network,
      });
      await this.links.issue(manager, family);
      return family.guid;
    });
  }

  /** The documented second call of step 3. The first has recorded all of it, so this one only has to find it. */
  async confirmDetails(sessionId: string, email: string): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      await this.drafts.prolong(manager, await this.ownFamily(manager, sessionId, email));
    });
  }

  /**
   * "Send it again", from the browser that registered.
   * @param acceptedGuid of the family for which this session has accepted the agreement.
   * @throws 401 when its time is over; 404, 409 when the family was removed or is confirmed; 429 when the last mail
   * is too fresh.
   */
  async resend(sessionId: string, email: string, acceptedGuid: string | null): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const family = await this.drafts.lockByEmail(manager, sessionId, email);
      if (family === null) await this.refuseWhatIsOver(manager, email, acceptedGuid);
      if (family?.state !== 'awaiting') throw sessionExpired();
      const seconds = await this.resends.ifDue(manager, family, REGISTRATION.ownResendPauseMinutes);
      if (seconds !== null) throw tooManyRequests(SERVER_MESSAGES.resendTooSoon, seconds);
      await this.drafts.prolong(manager, family);
    });
  }

  /** Cancel: erases this session's unconfirmed family. @returns whether there was one with that e-mail. */
  async cancel(sessionId: string, email: string): Promise<boolean> {
    return this.dataSource.transaction(async (manager) => {
      const family = await this.drafts.lockByEmail(manager, sessionId, email);
      if (family === null || family.state === 'registered') return false;
      await this.families.withdraw(manager, family, 'registration.cancelled');
      return true;
    });
  }

  /**
   * A family that this session had a mail sent to, and that needs no further one. Of another address than the family's
   * nothing is said.
   * @throws 404 when it was removed, 409 when it is confirmed.
   */
  private async refuseWhatIsOver(
    manager: EntityManager,
    email: string,
    guid: string | null,
  ): Promise<void> {
    if (guid === null) return;
    const family = await manager.findOneBy(Family, { guid });
    if (family === null) throw notFound(SERVER_MESSAGES.resendRemoved);
    const isConfirmed = family.state === 'registered' && family.email === email.toLowerCase();
    if (isConfirmed) throw conflict(SERVER_MESSAGES.resendConfirmed);
  }

  private async ownFamily(
    manager: EntityManager,
    sessionId: string,
    email: string,
  ): Promise<Family> {
    const family = await this.drafts.lockByEmail(manager, sessionId, email);
    if (family === null) throw sessionExpired();
    return family;
  }
}
