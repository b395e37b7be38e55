import { type SecondFactorAsked, type SignedInUser, STAFF_MESSAGES } from '@kidlab/contract';
import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';

import { unauthorized } from '../common/failures.js';
import type { StaffMember } from '../common/staff.js';
import { Environment } from '../config/environment.js';
import { FailureLimit, type FailureKey } from './failure-limit.js';
import { refuseInPause } from './failure-pause.js';
import { SignIn } from './sign-in.js';
import { StaffSessions } from './staff-sessions.js';

/** Signing in and out. */
@Injectable()
export class AuthService {
  constructor(
    private readonly signIn: SignIn,
    private readonly limit: FailureLimit,
    private readonly sessions: StaffSessions,
    private readonly environment: Environment,
  ) {}

  /**
   * Signs the browser in; a user with a second factor is asked for its code first.
   * @throws 401 when address and password are not an enabled user's; 429 after too many failures.
   */
  async login(
    email: string,
    request: Request,
    response: Response,
  ): Promise<SignedInUser | SecondFactorAsked> {
    const address: FailureKey = { kind: 'address', value: email };
    const keys: FailureKey[] = [address, { kind: 'client', value: request.ip ?? '' }];
    await refuseInPause(this.limit, keys);
    const user = await this.signIn.authenticate(request, response);
    const isTooMany = user === null && (await this.limit.count(keys));
    // Of many guesses at once, a right one that came after the last free failure tells nothing either.
    if (isTooMany || user !== null) await refuseInPause(this.limit, keys);
    const staff = user === null ? null : await this.sessions.begin(request, user);
    if (staff === null) throw unauthorized(STAFF_MESSAGES.loginFailed);
    // Not before the code was right is the address forgotten: else the password would buy new tries at codes.
    if (staff === 'awaits code') return { secondFactor: 'required' };
    await this.limit.forget(address);
    return this.describe(staff);
  }

  describe({ email, isUserAdmin, mustSetUpSecondFactor }: StaffMember): SignedInUser {
    return {
      email,
      isUserAdmin,
      idleTimeoutMinutes: this.environment.inactivityMinutes,
      ...(mustSetUpSecondFactor ? { mustSetUpSecondFactor } : {}),
    };
  }

  /** Ends the session, if there is one. */
  async logout(request: Request, response: Response): Promise<void> {
    await this.sessions.end(request, response);
  }
}
