import {
  type AuditAction,
  AGREEMENT_VERSION,
  contactLine,
  MESSAGES,
  REGISTRATION,
  REGISTRATION_SITE_ACTOR,
  type RegisterResponse,
} from '@kidlab/contract';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';

import { AuditTrail, familySubject } from '../audit/audit.service.js';
import { advisoryLock } from '../common/advisory-lock.js';
import { Clock } from '../common/clock.js';
import {
  conflict,
  Failure,
  preconditionFailed,
  sessionExpired,
  tooManyRequests,
} from '../common/failures.js';
import { Environment } from '../config/environment.js';
import { Outbox } from '../email/outbox.service.js';
import { toDraftChild } from '../children/child.dto.js';
import { Child } from '../children/child.entity.js';
import { childrenOf } from '../children/children.service.js';
import { FamiliesService, type FamilyDetails } from '../families/families.service.js';
import { Family } from '../families/family.entity.js';
import { lockEmails, lockFamily } from '../families/family-locks.js';
import { ConfirmationLinks } from '../confirmation/confirmation-links.js';
import type { ConsentPlace } from './consent-place.js';
import { draftVersion, holdUntil, isHeld, matches } from './draft.js';
import { OwnDraft } from './own-draft.js';
import { familyDetails, type RegisterDto } from './registration.dto.js';
import type { NewSession } from './registration-session.js';
import { whatBecameOf } from './accepted-family.js';

/** What became of step 1. */
type StepOneOutcome = RegisterResponse | 'awaiting' | 'registered';

/** The steps of a registration that concern the family as a whole. */
@Injectable()
export class RegistrationService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly families: FamiliesService,
    private readonly links: ConfirmationLinks,
    private readonly outbox: Outbox,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
    private readonly environment: Environment,
    private readonly ownDraft: OwnDraft,
  ) {}

  /**
   * Step 1. No family: a draft is made. This session's draft: updated, same guid; its children stay with its address. Another session's draft with that
   * e-mail: replaced. Awaiting confirmation: refused, and the mail is sent again, at most once an hour. Registered:
   * refused.
   * @param isNewSession the session's id was made for this call: nobody else knows it, and it has no draft.
   * @param session the new session, when it is not in the table yet: it is when this resolves.
   * @throws 409 with the specification's text.
   */
  async register(
    sessionId: string,
    sent: RegisterDto,
    { isNewSession, session = null }: { isNewSession: boolean; session?: NewSession | null },
  ): Promise<RegisterResponse> {
    const details = familyDetails(sent);
    // Most come once, with an address that nobody has: one statement makes that draft, and locks and finds nothing beforehand.
    const guid = isNewSession
      ? await this.families.createDraft(this.dataSource.manager, details, {
          ...this.ownerOf(sessionId),
          session: session?.row,
        })
      : null;
    if (guid !== null) return { guid };
    await session?.keep();
    const outcome = await this.dataSource.transaction(async (manager) => {
      const own = isNewSession ? null : await this.lockOwn(manager, sessionId, details.email);
      if (isNewSession) await lockEmails(manager, [details.email]);
      return this.stepOne(manager, sessionId, details, own);
    });
    // Thrown after the commit: the mail that was queued for the address's owner must stay queued.
    const contact = contactLine(this.environment.supportEmail);
    if (outcome === 'awaiting') {
      this.outbox.nudge();
      throw conflict(`${MESSAGES.awaitingConfirmation} ${contact}`);
    }
    if (outcome === 'registered') throw conflict(`${MESSAGES.alreadyRegistered} ${contact}`);
    return outcome;
  }

  /** The guid of this session's draft with that e-mail; `null` for any other address. */
  async guidOf(sessionId: string | null, email: string): Promise<string | null> {
    if (sessionId === null) return null;
    return this.dataSource.transaction(async (manager) => {
      const family = await lockFamily(manager, {
        registrationSessionId: sessionId,
        state: 'draft',
        email: email.toLowerCase(),
      });
      if (family === null || !isHeld(family, this.clock.now())) return null;
      await this.ownDraft.prolong(manager, family);
      return family.guid;
    });
  }

  /** Keeps this session's family alive. @throws 401 when it is over. */
  async extend(sessionId: string | null): Promise<void> {
    await this.ownDraft.hold(this.dataSource.manager, sessionId);
  }

  /**
   * Step 3: in one transaction the draft becomes awaiting confirmation, the acceptance is recorded and the mail enters
   * the outbox. A repeat changes nothing.
   * @param ifMatch the version that the family has seen, as `If-Match` writes it.
   * @returns the family's guid.
   * @throws 401 without such a family; 409 without a child; 412 when it was changed since.
   */
  async acceptAgreement(
    sessionId: string | null,
    email: string,
    place: ConsentPlace,
    ifMatch?: string,
  ): Promise<string> {
    const guid = await this.dataSource.transaction(async (manager) => {
      const family = await this.ownFamily(manager, sessionId, email);
      if (family.state !== 'draft') return family.guid;
      const children = await childrenOf(manager, family.id);
      if (children.length === 0) throw conflict(MESSAGES.addAChild);
      if (!matches(ifMatch, draftVersion(family, children))) {
        throw preconditionFailed(MESSAGES.changedElsewhere);
      }
      family.draftExpiresAt = this.holdEnd();
      await this.families.acceptAgreement(
        manager,
        family,
        {
          agreementVersion: AGREEMENT_VERSION,
          agreementOrigin: place.origin,
          agreementNetwork: place.network,
        },
        REGISTRATION_SITE_ACTOR,
      );
      await this.links.issue(manager, family);
      await this.record(manager, 'registration.accepted', family, {
        agreementVersion: AGREEMENT_VERSION,
      });
      return family.guid;
    });
    this.outbox.nudge();
    return guid;
  }

  /** The documented second call of step 3. The first has recorded all of it, so this one only has to find it. */
  async confirmDetails(sessionId: string | null, email: string): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      await this.ownDraft.prolong(manager, await this.ownFamily(manager, sessionId, email));
    });
  }

  /**
   * "Send it again", from the browser that registered.
   * @param acceptedGuid of the family for which this session has accepted the agreement.
   * @throws 401 when its time is over; 404, 409 when the family was removed or is confirmed; 429 when the last mail is too fresh.
   */
  async resend(
    sessionId: string | null,
    email: string,
    acceptedGuid: string | null,
  ): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const family = await this.ownFamily(manager, sessionId, email).catch(
        async (error: unknown) => {
          // Of any other fault the transaction has ended.
          if (!(error instanceof Failure)) throw error;
          throw (await whatBecameOf(manager, acceptedGuid, email)) ?? error;
        },
      );
      if (family.state !== 'awaiting') throw sessionExpired();
      const seconds = await this.issueIfDue(manager, family, REGISTRATION.ownResendPauseMinutes);
      if (seconds !== null) throw tooManyRequests(MESSAGES.resendTooSoon, seconds);
      await this.ownDraft.prolong(manager, family);
    });
    this.outbox.nudge();
  }

  /** Cancel: erases this session's unconfirmed family. @returns whether there was one with that e-mail. */
  async cancel(sessionId: string | null, email: string): Promise<boolean> {
    if (sessionId === null) return false;
    return this.dataSource.transaction(async (manager) => {
      const family = await lockFamily(manager, {
        registrationSessionId: sessionId,
        email: email.toLowerCase(),
      });
      if (family === null || family.state === 'registered' || !isHeld(family, this.clock.now())) {
        return false;
      }
      await this.families.erase(manager, family);
      await this.record(manager, 'registration.cancelled', family);
      return true;
    });
  }

  /** This session's draft, with the locks on both addresses. */
  private async lockOwn(
    manager: EntityManager,
    sessionId: string,
    email: string,
  ): Promise<Family | null> {
    // One step 1 of a browser session at a time: a session has one draft.
    await advisoryLock(manager, 'session', sessionId);
    const ofSession = { registrationSessionId: sessionId, state: 'draft' } as const;
    const before = await manager.findOneBy(Family, ofSession);
    await lockEmails(manager, [email, ...(before === null ? [] : [before.email])]);
    return lockFamily(manager, ofSession);
  }

  private async stepOne(
    manager: EntityManager,
    sessionId: string,
    details: FamilyDetails,
    own: Family | null,
  ): Promise<StepOneOutcome> {
    const other = await lockFamily(manager, { email: details.email });
    if (other !== null && other.id !== own?.id) {
      if (other.state === 'registered') return 'registered';
      if (other.state === 'awaiting') {
        await this.issueIfDue(manager, other, REGISTRATION.strangerResendPauseMinutes);
        return 'awaiting';
      }
      await this.families.erase(manager, other);
    }
    const owner = this.ownerOf(sessionId);
    if (own !== null && isHeld(own, this.clock.now())) {
      // Another address is another registration: whoever sits at this browser now need not be who sat there before.
      if (own.email !== details.email) await manager.delete(Child, { familyId: own.id });
      await this.families.updateDraft(manager, own, details, owner);
      const children = await childrenOf(manager, own.id);
      if (children.length === 0) return { guid: own.guid };
      return { guid: own.guid, children: children.map((child) => toDraftChild(child, own.email)) };
    }
    if (own !== null) await this.families.erase(manager, own);
    const guid = await this.families.createDraft(manager, details, owner);
    // Whoever writes an address of a family holds its lock, as this call does.
    if (guid === null) throw new Error('a family with that address came in between');
    return { guid };
  }

  private ownerOf(sessionId: string): { sessionId: string; expiresAt: Date; actor: string } {
    return { sessionId, expiresAt: this.holdEnd(), actor: REGISTRATION_SITE_ACTOR };
  }

  private async ownFamily(
    manager: EntityManager,
    sessionId: string | null,
    email: string,
  ): Promise<Family> {
    if (sessionId === null) throw sessionExpired();
    const family = await lockFamily(manager, {
      registrationSessionId: sessionId,
      email: email.toLowerCase(),
    });
    if (family === null || !isHeld(family, this.clock.now())) throw sessionExpired();
    return family;
  }

  private async issueIfDue(
    manager: EntityManager,
    family: Family,
    pauseMinutes: number,
  ): Promise<number | null> {
    const seconds = await this.links.issueIfDue(manager, family, pauseMinutes);
    if (seconds === null) await this.record(manager, 'confirmation.resent', family);
    return seconds;
  }

  private holdEnd(): Date {
    return holdUntil(this.clock.now(), this.environment.registrationTokenHours);
  }

  private async record(
    manager: EntityManager,
    action: AuditAction,
    family: Family,
    after?: object,
  ): Promise<void> {
    await this.audit.record(manager, {
      actor: REGISTRATION_SITE_ACTOR,
      action,
      ...familySubject(family),
      ...(after === undefined ? {} : { after }),
    });
  }
}
