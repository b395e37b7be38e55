import type { SecondFactorAsked, SecondFactorSignedIn, SignedInUser } from '@kidlab/contract';
import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { DataSource } from 'typeorm';

import { ANONYMOUS_ACTOR } from '../audit/audit.service.js';
import { unauthorized } from '../common/http-error.js';
import { STAFF_MESSAGES } from '../common/messages.js';
import { SecondFactorLetters } from '../users/second-factor/second-factor.letters.js';
import { SecondFactors } from '../users/second-factor/second-factors.service.js';
import type { User } from '../users/user.entity.js';
import { lockUser } from '../users/users.repository.js';
import { FAILURES, FailureLimit } from './failure-limit.service.js';
import { readCode, Reauthentication, WrongCredentials } from './reauthentication.service.js';
import { StaffSessions } from './staff-sessions.service.js';

/** The two steps of signing in: the password, then a code if the user has a second factor. */
@Injectable()
export class AuthService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly sessions: StaffSessions,
    private readonly factors: SecondFactors,
    private readonly proof: Reauthentication,
    private readonly letters: SecondFactorLetters,
    private readonly limit: FailureLimit,
  ) {}

  /**
   * Signs in the user whose password was right, or asks for a code if the user has a second factor.
   * @throws 401 when the user was disabled, deleted or given another password at the same time.
   */
  async login(request: Request): Promise<SignedInUser | SecondFactorAsked> {
    const user = request.user as User;
    const staff = await this.sessions.begin(request, user);
    if (staff === null) throw unauthorized(STAFF_MESSAGES.loginFailed);
    // The failure count stays: otherwise anyone who knows the password could guess codes forever.
    if (staff === 'awaits code') return { secondFactor: 'required' };
    await this.limit.forget(FAILURES.ofAddress(user.email));
    return this.sessions.describe(staff);
  }

  /**
   * Completes a sign-in with a code.
   * @throws 400 for a wrong or used code; 401 when the password was given too long ago; 429 after too many failures.
   */
  async giveCode(request: Request, code: string): Promise<SecondFactorSignedIn> {
    const pending = await this.sessions.findPending(request);
    if (pending === null) throw unauthorized(STAFF_MESSAGES.signInOver);
    const entered = readCode(code);
    const action = 'staff.login-failed';
    const attempt = { request, user: pending, actor: ANONYMOUS_ACTOR, action } as const;
    const { user, recoveryCodesLeft } = await this.proof.attempt(attempt, () =>
      this.dataSource.transaction(async (manager) => {
        const user = await lockUser(manager, pending.id);
        if (user === null) throw unauthorized(STAFF_MESSAGES.signInOver);
        const used = await this.factors.use(manager, user.id, entered);
        if (used === null) throw new WrongCredentials('code', STAFF_MESSAGES.codeWrong);
        // Two concurrent calls with right codes sign in once. A user who was just disabled has no session left.
        if (!(await this.sessions.endPending(manager, request.sessionID, user))) {
          throw unauthorized(STAFF_MESSAGES.signInOver);
        }
        const { recoveryCodesLeft } = used;
        if (recoveryCodesLeft !== null) {
          const values = { after: { recoveryCodesLeft } };
          await this.letters.notify(manager, user, 'recovery-code-used', user.email, values);
        }
        return { user, recoveryCodesLeft };
      }),
    );
    const staff = await this.sessions.begin(request, user, { hasGivenCode: true });
    if (staff === null || staff === 'awaits code') throw unauthorized(STAFF_MESSAGES.signInOver);
    return { ...this.sessions.describe(staff), recoveryCodesLeft };
  }
}
