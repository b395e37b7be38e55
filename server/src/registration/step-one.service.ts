import { contactLine, MESSAGES, REGISTRATION, type RegisterResponse } from '@kidlab/contract';
import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { DataSource, type EntityManager } from 'typeorm';

import { beginSession, renewSession } from '../common/browser-session.js';
import { conflict, emailTaken, HttpError } from '../common/http-error.js';
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
   * Saves step 1 and renews the session id, so that neither a planted cookie nor the browser's last family gets access.
   * Exception: if the draft already has children, the id stays, so that a retry finds them.
   * @throws 409 with the specification's text.
   */
  async register(request: Request, details: RegisterDto): Promise<RegisterResponse> {
    const { session, sessionID } = request;
    const isKnown = session.isRegistrant === true;
    if (isKnown && (await this.hasDraft(sessionID))) {
      const { guid, hasChildren } = await this.save(sessionID, details, { hasDraft: true });
      // A retry after a lost response must find the children with the same cookie.
      if (hasChildren) return { guid };
      await renewSession(request, { isRegistrant: true });
      if (await this.drafts.handOver(guid, request.sessionID)) return { guid };
      // The draft is gone, for example because of a concurrent Cancel. Save it again.
    }
    await (isKnown ? renewSession : beginSession)(request, { isRegistrant: true });
    const { guid } = await this.save(request.sessionID, details, { hasDraft: false });
    return { guid };
  }

  private hasDraft(sessionId: string): Promise<boolean> {
    return this.drafts.exists(this.dataSource.manager, sessionId, { state: 'draft' });
  }

  private async save(
    sessionId: string,
    details: RegisterDto,
    session: { readonly hasDraft: boolean },
  ): Promise<SavedDraft> {
    const outcome = await this.dataSource.transaction(async (manager) => {
      await this.drafts.lockStepOne(manager, sessionId, details.email);
      // Try the usual case first: neither session nor address has a family. It needs no other rows.
      const guid = session.hasDraft ? null : await this.createDraft(manager, sessionId, details);
      if (guid !== null) return { guid, hasChildren: false };
      return this.tryToSave(manager, sessionId, details);
    });
    // Thrown after the commit: the mail that was queued for the address's owner must stay queued.
    if (outcome instanceof HttpError) throw outcome;
    return outcome;
  }

  /**
   * The other cases of step 1. This session's draft: updated with the same guid; keeps its children if the address is
   * the same. Another session's draft with that address: replaced. Awaiting confirmation: refused, and the mail is sent
   * again, at most once an hour. Registered: refused.
   */
  private async tryToSave(
    manager: EntityManager,
    sessionId: string,
    details: RegisterDto,
  ): Promise<SavedDraft | HttpError> {
    const { own, other } = await this.drafts.findForStepOne(manager, sessionId, details.email);
    if (other !== null) {
      if (other.state === 'registered') return this.refusal(MESSAGES.alreadyRegistered);
      if (other.state === 'awaiting') {
        await this.resends.ifDue(manager, other, REGISTRATION.strangerResendPauseMinutes);
        return this.refusal(MESSAGES.awaitingConfirmation);
      }
      await this.families.erase(manager, other);
    }
    if (own !== null) {
      // A new address means a new registration: another family may be using this browser now.
      if (own.email !== details.email) await manager.delete(Child, { familyId: own.id });
      await this.families.updateDraft(manager, own, details, this.drafts.holdEnd());
      return { guid: own.guid, hasChildren: await manager.existsBy(Child, { familyId: own.id }) };
    }
    const guid = await this.createDraft(manager, sessionId, details);
    if (guid === null) throw emailTaken();
    return { guid, hasChildren: false };
  }

  /** @returns its guid; `null` when another family has the address. */
  private createDraft(
    manager: EntityManager,
    registrationSessionId: string,
    details: RegisterDto,
  ): Promise<string | null> {
    const draftExpiresAt = this.drafts.holdEnd();
    return this.families.createDraft(manager, details, { registrationSessionId, draftExpiresAt });
  }

  private refusal(message: string): HttpError {
    return conflict(`${message} ${contactLine(this.environment.supportEmail)}`);
  }
}
