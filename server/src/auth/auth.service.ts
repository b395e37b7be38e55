import { type SecondFactorAsked, type SignedInUser, STAFF_MESSAGES } from '@kidlab/contract';
import { Injectable } from '@nestjs/common';
import type { Request } from 'express';

import { unauthorized } from '../common/failures.js';
import type { StaffMember } from '../common/staff.js';
import { Environment } from '../config/environment.js';
import type { User } from '../users/user.entity.js';
import { FailureLimit } from './failure-limit.service.js';
import { StaffSessions } from './staff-sessions.service.js';

@Injectable()
export class AuthService {
  constructor(
    private readonly limit: FailureLimit,
    private readonly sessions: StaffSessions,
    private readonly environment: Environment,
  ) {}

  /**
   * Signs in the user whose password was right; a user with a second factor is asked for its code first.
   * @throws 401 when the user was disabled, deleted or given another password meanwhile.
   */
  async login(request: Request): Promise<SignedInUser | SecondFactorAsked> {
    const user = request.user as User;
    const staff = await this.sessions.begin(request, user);
    if (staff === null) throw unauthorized(STAFF_MESSAGES.loginFailed);
    // The address is not forgotten before the code was right: else the password would buy new tries at codes.
    if (staff === 'awaits code') return { secondFactor: 'required' };
    await this.limit.forget({ kind: 'address', value: user.email });
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
}
