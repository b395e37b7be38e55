import {
  groupedCode,
  type RecoveryCodes as ShownCodes,
  type SecondFactorSetup,
  type SecondFactorStatus,
} from '@kidlab/contract';
import { Injectable, Logger } from '@nestjs/common';
import type { Request } from 'express';
import { DataSource, type EntityManager } from 'typeorm';

import { conflict, notFound, unauthorized } from '../common/http-error.js';
import { STAFF_MESSAGES } from '../common/messages.js';
import { recordId } from '../common/simple-rest.js';
import type { StaffMember } from '../common/staff.js';
import { SecondFactorLetters } from '../users/second-factor/second-factor.letters.js';
import { SecondFactors } from '../users/second-factor/second-factors.service.js';
import { endSessions, hasSession, lockUser } from '../users/users.repository.js';
import {
  type ReauthenticatedCall,
  readCode,
  Reauthentication,
  WrongCredentials,
} from './reauthentication.service.js';
import { StaffSessions } from './staff-sessions.service.js';

/** Changes of one's own second factor, and the reset of a colleague's. */
@Injectable()
export class SecondFactorSettings {
  private readonly logger = new Logger('second factor');

  constructor(
    private readonly dataSource: DataSource,
    private readonly factors: SecondFactors,
    private readonly proof: Reauthentication,
    private readonly sessions: StaffSessions,
    private readonly letters: SecondFactorLetters,
  ) {}

  async status(staff: StaffMember): Promise<SecondFactorStatus> {
    const { manager } = this.dataSource;
    const factor = await this.factors.find(manager, staff.id);
    return {
      policy: this.factors.policy,
      isOn: factor !== null,
      confirmedAt: factor?.confirmedAt?.toISOString() ?? null,
      recoveryCodesLeft:
        factor === null ? 0 : await this.factors.recoveryCodesLeft(manager, staff.id),
      isRequired: this.factors.isRequired(staff),
    };
  }

  /** Creates a new authenticator key. @throws 400, 429 as `Reauthentication`; 409 when `STAFF_MFA` is off. */
  async setUp(call: ReauthenticatedCall): Promise<SecondFactorSetup> {
    if (this.factors.policy === 'off') throw conflict(STAFF_MESSAGES.secondFactorOff);
    return this.proof.reauthenticate(call, (manager, user) => this.factors.begin(manager, user));
  }

  /**
   * Switches it on with the first code of the new key. The user's other sessions end; this one gets a new id.
   * @throws 400 for a wrong code; 401 when the session has just ended; 409 when the key is too old or there is none;
   * 429 after too many failures.
   */
  async confirm(request: Request, staff: StaffMember, shown: string): Promise<ShownCodes> {
    const { kind, code } = readCode(shown);
    // Before the attempt is counted: an expired key is not a wrong guess.
    if (!(await this.factors.isBegun(this.dataSource.manager, staff.id))) {
      throw conflict(STAFF_MESSAGES.setupOver);
    }
    const attempt = { request, user: staff, action: 'staff.proof-failed' } as const;
    const { user, codes } = await this.proof.attempt(attempt, () =>
      this.dataSource.transaction(async (manager) => {
        const user = await lockUser(manager, staff.id);
        // A new password or a colleague may have ended the session while this waited: don't begin a new one.
        if (user === null || !(await hasSession(manager, user.id, request.sessionID))) {
          throw unauthorized(STAFF_MESSAGES.loginNeeded);
        }
        if (!(await this.factors.isBegun(manager, user.id))) {
          throw conflict(STAFF_MESSAGES.setupOver);
        }
        const before = { secondFactor: (await this.factors.find(manager, user.id)) !== null };
        const codes = kind === 'app' ? await this.factors.confirm(manager, user.id, code) : null;
        if (codes === null) throw new WrongCredentials('code', STAFF_MESSAGES.codeWrong);
        await endSessions(manager, user.id);
        const values = { before, after: { secondFactor: true } };
        await this.letters.notify(manager, user, 'second-factor-on', staff.email, values);
        return { user, codes };
      }),
    );
    try {
      await this.sessions.begin(request, user, { hasGivenCode: true, isSignIn: false });
    } catch (error) {
      // The codes can't be shown again, so show them even though the user has to sign in anew.
      this.logger.error('no new session after a second factor was switched on', error);
    }
    return { recoveryCodes: codes.map(groupedCode) };
  }

  /** @throws 400, 429 as `Reauthentication`; 409 when it is not on. */
  async makeRecoveryCodes(call: ReauthenticatedCall): Promise<ShownCodes> {
    await this.refuseWithout(this.dataSource.manager, call.staff);
    const codes = await this.proof.reauthenticate(call, async (manager, user) => {
      await this.refuseWithout(manager, user);
      const newCodes = await this.factors.replaceRecoveryCodes(manager, user.id);
      await this.letters.notify(manager, user, 'recovery-codes-made', user.email);
      return newCodes;
    });
    return { recoveryCodes: codes.map(groupedCode) };
  }

  /** @throws 400, 429 as `Reauthentication`; 409 when it is not on, or required for this user. */
  async switchOff(call: ReauthenticatedCall): Promise<void> {
    if (this.factors.isRequired(call.staff)) throw conflict(STAFF_MESSAGES.secondFactorRequired);
    await this.refuseWithout(this.dataSource.manager, call.staff);
    await this.proof.reauthenticate(call, async (manager, user) => {
      await this.refuseWithout(manager, user);
      await this.factors.remove(manager, user.id);
      await this.letters.notify(manager, user, 'second-factor-off', user.email);
    });
  }

  /**
   * Removes a colleague's second factor, signs the colleague out and mails them.
   * @throws 400, 429 as `Reauthentication` for the caller; 404; 409 for the caller's own.
   */
  async reset(call: ReauthenticatedCall, id: string): Promise<void> {
    const userId = recordId(id);
    if (userId === call.staff.id) throw conflict(STAFF_MESSAGES.notYourOwnReset);
    await this.proof.reauthenticate(
      call,
      async (manager, actor) => {
        const user = userId === null ? null : await lockUser(manager, userId);
        if (user === null) throw notFound(STAFF_MESSAGES.userNotFound);
        await this.factors.reset(manager, user, actor.email);
      },
      userId,
    );
  }

  private async refuseWithout(manager: EntityManager, { id }: { id: number }): Promise<void> {
    const factor = await this.factors.find(manager, id);
    if (factor === null) throw conflict(STAFF_MESSAGES.secondFactorNotOn);
  }
}
