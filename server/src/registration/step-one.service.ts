import { contactLine, MESSAGES, REGISTRATION, type RegisterResponse } from '@kidlab/contract';
import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { DataSource, type EntityManager } from 'typeorm';

import { beginSession, renewSession } from '../common/browser-session.js';
import { conflict, HttpError } from '../common/http-error.js';
import { Environment } from '../config/environment.js';
import { ResendService } from '../confirmation/resend.service.js';
import { Child } from '../children/child.entity.js';
import { FamiliesService } from '../families/families.service.js';
import { DraftsRepository } from './drafts.repository.js';
import type { RegisterDto } from './registration.dto.js';

interface SavedDraft extends RegisterResponse {
  readonly hasChildren: boolean;
}

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
   * Saves step 1 and renews the session id, so a planted cookie or the browser's last family gets no access.
   * Exception: if the draft already has children, the id stays, so that a repeated call finds them.
   * @throws 409 with the specification's text.
   */
  async register(request: Request, details: RegisterDto): Promise<RegisterResponse> {
    const { session, sessionID } = request;
    const isKnown = session.isRegistrant === true;
    if (isKnown && (await this.hasDraft(sessionID))) {
      const { guid, hasChildren } = await this.save(sessionID, details);
      // A repeat after a lost response must find the children by the same cookie.
      if (hasChildren) return { guid };
      await renewSession(request, { isRegistrant: true });
      if (await this.drafts.handOver(guid, request.sessionID)) return { guid };
      // The draft is gone, for example by a Cancel at the same moment: save it again.
    }
    await (isKnown ? renewSession : beginSession)(request, { isRegistrant: true });
    const { guid } = await this.save(request.sessionID, details);
    return { guid };
  }

  private hasDraft(sessionId: string): Promise<boolean> {
    return this.drafts.exists(this.dataSource.manager, sessionId, { state: 'draft' });
  }

  private async save(sessionId: string, details: RegisterDto): Promise<SavedDraft> {
    const outcome = await this.dataSource.transaction((manager) =>
      this.tryToSave(manager, sessionId, details),
    );
    // Thrown after the commit: the mail that was queued for the address's owner must stay queued.
    if (outcome instanceof HttpError) throw outcome;
    return outcome;
  }

  /**
   * The cases of step 1. No family: a draft is made. This session's draft: updated, same guid; its children stay with
   * its address. Another session's draft with that e-mail: replaced. Awaiting confirmation: refused, and the mail is
   * sent again, at most once an hour. Registered: refused.
   */
  private async tryToSave(
    manager: EntityManager,
    sessionId: string,
    details: RegisterDto,
  ): Promise<SavedDraft | HttpError> {
    const { own, other } = await this.drafts.lockForStepOne(manager, sessionId, details.email);
    if (other !== null) {
      if (other.state === 'registered') return this.refusal(MESSAGES.alreadyRegistered);
      if (other.state === 'awaiting') {
        await this.resends.ifDue(manager, other, REGISTRATION.strangerResendPauseMinutes);
        return this.refusal(MESSAGES.awaitingConfirmation);
      }
      await this.families.erase(manager, other);
    }
    const draftExpiresAt = this.drafts.holdEnd();
    if (own !== null && this.drafts.isHeld(own)) {
      // Another address is another registration: another family may use this browser now.
      if (own.email !== details.email) await manager.delete(Child, { familyId: own.id });
      await this.families.updateDraft(manager, own, details, draftExpiresAt);
      return { guid: own.guid, hasChildren: await manager.existsBy(Child, { familyId: own.id }) };
    }
    if (own !== null) await this.families.erase(manager, own);
    const owner = { registrationSessionId: sessionId, draftExpiresAt };
    return { guid: await this.families.createDraft(manager, details, owner), hasChildren: false };
  }

  private refusal(message: string): HttpError {
    return conflict(`${message} ${contactLine(this.environment.supportEmail)}`);
  }
}
