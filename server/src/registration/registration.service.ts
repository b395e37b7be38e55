import {
  AGREEMENT_VERSION,
  type Child as WireChild,
  MESSAGES,
  REGISTRATION,
  type RegistrationDraft,
} from '@kidlab/contract';
import { Injectable } from '@nestjs/common';
import { isUUID } from 'class-validator';
import { DataSource, type EntityManager, type FindOptionsWhere, Not } from 'typeorm';

import { type SaveChildDto, toChild, toDraftChild } from '../children/child.dto.js';
import { Child } from '../children/child.entity.js';
import { ChildrenService } from '../children/children.service.js';
import {
  conflict,
  notFound,
  preconditionFailed,
  sessionExpired,
  tooManyRequests,
} from '../common/http-error.js';
import { ConfirmationLinksService } from '../confirmation/confirmation-links.service.js';
import { ResendService } from '../confirmation/resend.service.js';
import { FamiliesService } from '../families/families.service.js';
import { Family } from '../families/family.entity.js';
import { Guardian } from '../guardians/guardian.entity.js';
import type { ConsentPlace } from './registration-session.js';
import { childrenOf, DraftsRepository, draftVersion, ifMatchAllows } from './drafts.repository.js';
import { SERVER_MESSAGES } from '../common/messages.js';

const DRAFT = { state: 'draft' } as const;

/** The steps of a registration after step 1, for the browser session that owns it. */
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

  /** @returns `null` when the address is not that of this session's draft. */
  async guidOf(sessionId: string, email: string): Promise<string | null> {
    const family = await this.dataSource.transaction((manager) =>
      this.drafts.hold(manager, sessionId, { email, state: 'draft' }),
    );
    return family?.guid ?? null;
  }

  /** Keeps this session's matching family alive. @throws 401 when it has expired. */
  async extend(sessionId: string, which: FindOptionsWhere<Family> = DRAFT): Promise<void> {
    await this.dataSource.transaction((manager) =>
      this.drafts.holdOrFail(manager, sessionId, which),
    );
  }

  /**
   * Reads this session's unconfirmed family and keeps it alive. Also requires the guid: the next person at the same
   * browser shares the session, but has no tab that knows the guid.
   * @throws 401 when the session has no family; 404 for another guid.
   */
  async readDraft(sessionId: string, guid: string): Promise<RegistrationDraft> {
    return this.dataSource.transaction(async (manager) => {
      const isGuid = isUUID(guid, 'loose');
      const family = isGuid ? await this.drafts.hold(manager, sessionId, { guid }) : null;
      if (family === null) {
        const hasOther = await this.drafts.exists(manager, sessionId);
        throw hasOther ? notFound(MESSAGES.notFound) : sessionExpired();
      }
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
   * Step 2: adds a child, or updates it when the call is a repeat.
   * @throws 401 without a live draft; 409 for a sixth child, or when the draft's address has changed.
   */
  async saveChild(
    sessionId: string,
    sent: SaveChildDto,
    idempotencyKey: string | null,
  ): Promise<{ child: WireChild; isNew: boolean }> {
    return this.dataSource.transaction(async (manager) => {
      const family = await this.drafts.holdOrFail(manager, sessionId, DRAFT);
      // Another tab started over with another address.
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

  /** @throws 401 without a live draft; 404 when it has no such child. */
  async removeChild(sessionId: string, id: number): Promise<void> {
    const { affected } = await this.dataSource.transaction(async (manager) => {
      const { id: familyId } = await this.drafts.holdOrFail(manager, sessionId, DRAFT);
      return manager.delete(Child, { id, familyId });
    });
    if (affected !== 1) throw notFound(MESSAGES.notFound);
  }

  /**
   * Step 3: records the agreement and queues the confirmation mail in one transaction. A repeat changes nothing.
   * @param ifMatch the `If-Match` header with the version that the page showed.
   * @returns the family's guid.
   * @throws 401 without such a family; 409 without a child; 412 when the draft changed in between.
   */
  async acceptAgreement(
    sessionId: string,
    email: string,
    place: ConsentPlace,
    ifMatch?: string,
  ): Promise<string> {
    return this.dataSource.transaction(async (manager) => {
      const family = await this.drafts.holdOrFail(manager, sessionId, { email });
      if (family.state !== 'draft') return family.guid;
      const children = await childrenOf(manager, family.id);
      if (children.length === 0) throw conflict(MESSAGES.addAChild);
      if (!ifMatchAllows(ifMatch, draftVersion(family, children))) {
        throw preconditionFailed(MESSAGES.changedElsewhere);
      }
      await this.families.acceptAgreement(manager, family, {
        agreementVersion: AGREEMENT_VERSION,
        agreementOrigin: place.origin,
        agreementNetwork: place.network,
      });
      await this.links.issue(manager, family);
      return family.guid;
    });
  }

  /**
   * "Send it again", from the browser that registered.
   * @param acceptedGuid the family for which this session accepted the agreement.
   * @throws 401 when the session has expired; 404 when the family was removed; 409 when it is confirmed; 429 when the
   * last mail is too recent.
   */
  async resend(sessionId: string, email: string, acceptedGuid: string | null): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const family = await this.drafts.hold(manager, sessionId, { email, state: 'awaiting' });
      if (family === null) return this.refuse(manager, email, acceptedGuid);
      const pause = REGISTRATION.ownResendPauseMinutes;
      const seconds = await this.resends.ifDue(manager, family, pause);
      if (seconds === null) return;
      const { resendTooSoon, resendTooOften, resendTomorrow } = SERVER_MESSAGES;
      const often = seconds > 3_600 ? resendTomorrow : resendTooOften;
      throw tooManyRequests(seconds > pause * 60 ? often : resendTooSoon, seconds);
    });
  }

  /** Erases this session's unconfirmed family. @throws 404 when it has none with that address. */
  async cancel(sessionId: string, email: string): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      // A registered family belongs to no session. Checked anyway, because an erasure can't be undone.
      const unconfirmed = { email, state: Not<Family['state']>('registered') };
      const family = await this.drafts.hold(manager, sessionId, unconfirmed);
      if (family === null) throw notFound(SERVER_MESSAGES.familyNotFound);
      await this.families.withdraw(manager, family, 'registration.cancelled');
    });
  }

  /**
   * Says what became of the family. Only its own address learns that it was confirmed.
   * @throws 404 for a removed family; 409 for a confirmed one; otherwise 401
   */
  private async refuse(manager: EntityManager, email: string, guid: string | null): Promise<never> {
    const family = guid === null ? undefined : await manager.findOneBy(Family, { guid });
    if (family === null) throw notFound(SERVER_MESSAGES.resendRemoved);
    const isConfirmed = family?.state === 'registered' && family.email === email;
    throw isConfirmed ? conflict(SERVER_MESSAGES.resendConfirmed) : sessionExpired();
  }
}
