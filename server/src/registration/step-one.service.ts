import {
  contactLine,
  MESSAGES,
  REGISTRATION,
  REGISTRATION_SITE_ACTOR,
  type RegisterResponse,
} from '@kidlab/contract';
import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { DataSource, type EntityManager } from 'typeorm';

import { beginSession, renewSession } from '../common/browser-session.js';
import { conflict } from '../common/failures.js';
import { Environment } from '../config/environment.js';
import { ResendService } from '../confirmation/resend.service.js';
import { Child } from '../children/child.entity.js';
import { FamiliesService, type FamilyDetails } from '../families/families.service.js';
import type { Family } from '../families/family.entity.js';
import { lockEmails, lockFamily } from '../families/family-locks.js';
import { DraftsRepository } from './drafts.repository.js';
import { familyDetails, type RegisterDto } from './registration.dto.js';

interface SavedDraft extends RegisterResponse {
  readonly hasChildren: boolean;
}
type Outcome = SavedDraft | 'awaiting' | 'registered';

@Injectable()
export class StepOneService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly drafts: DraftsRepository,
    private readonly families: FamiliesService,
    private readonly resends: ResendService,
    private readonly environment: Environment,
  ) {}

  /**
   * Saves step 1 under a session id that nobody knew before: neither the family that used this browser before nor
   * anybody who planted a cookie has a part in it.
   * @throws 409 with the specification's text.
   */
  async register(request: Request, sent: RegisterDto): Promise<RegisterResponse> {
    const details = familyDetails(sent);
    const { session, sessionID } = request;
    const isKnown = session.isRegistrant === true;
    if (isKnown && (await this.drafts.exists(sessionID))) {
      const { guid, hasChildren } = await this.save(sessionID, details, 'known');
      // A repeat after a lost response must find the children again, by the cookie that it has.
      if (hasChildren) return { guid };
      await renewSession(request, { isRegistrant: true });
      if (await this.drafts.handOver(guid, request.sessionID)) return { guid };
      // The draft is gone by now, such as by a Cancel at the same moment: it is saved anew.
    }
    await (isKnown ? renewSession : beginSession)(request, { isRegistrant: true });
    const { guid } = await this.save(request.sessionID, details, 'new');
    return { guid };
  }

  /** @param session a new one has no draft yet. */
  private async save(
    sessionId: string,
    details: FamilyDetails,
    session: 'known' | 'new',
  ): Promise<SavedDraft> {
    const outcome = await this.dataSource.transaction(async (manager) => {
      let own: Family | null = null;
      if (session === 'new') await lockEmails(manager, [details.email]);
      else own = await this.drafts.lockForStepOne(manager, sessionId, details.email);
      return this.saveLocked(manager, sessionId, details, own);
    });
    // Thrown after the commit: the mail that was queued for the address's owner must stay queued.
    const contact = contactLine(this.environment.supportEmail);
    if (outcome === 'awaiting') throw conflict(`${MESSAGES.awaitingConfirmation} ${contact}`);
    if (outcome === 'registered') throw conflict(`${MESSAGES.alreadyRegistered} ${contact}`);
    return outcome;
  }

  /**
   * The cases of step 1. No family: a draft is made. This session's draft: updated, same guid; its children stay with
   * its address. Another session's draft with that e-mail: replaced. Awaiting confirmation: refused, and the mail is
   * sent again, at most once an hour. Registered: refused.
   */
  private async saveLocked(
    manager: EntityManager,
    sessionId: string,
    details: FamilyDetails,
    own: Family | null,
  ): Promise<Outcome> {
    const other = await lockFamily(manager, { email: details.email });
    if (other !== null && other.id !== own?.id) {
      if (other.state === 'registered') return 'registered';
      if (other.state === 'awaiting') {
        await this.resends.ifDue(manager, other, REGISTRATION.strangerResendPauseMinutes);
        return 'awaiting';
      }
      await this.families.erase(manager, other);
    }
    const owner = {
      sessionId,
      expiresAt: this.drafts.holdEnd(),
      actor: REGISTRATION_SITE_ACTOR,
    };
    if (own !== null && this.drafts.isHeld(own)) {
      // Another address is another registration: another family may use this browser now.
      if (own.email !== details.email) await manager.delete(Child, { familyId: own.id });
      await this.families.updateDraft(manager, own, details, owner);
      return { guid: own.guid, hasChildren: await manager.existsBy(Child, { familyId: own.id }) };
    }
    if (own !== null) await this.families.erase(manager, own);
    const guid = await this.families.createDraft(manager, details, owner);
    return { guid, hasChildren: false };
  }
}
