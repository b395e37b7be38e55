import { type SignedInUser, STAFF_MESSAGES } from '@kidlab/contract';
import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';

import { unauthorized } from '../common/failures.js';
import type { StaffMember } from '../common/staff.js';
import { Environment } from '../config/environment.js';
import { readAddress } from './credentials.js';
import { SignIn } from './sign-in.js';
import { StaffSessions } from './staff-sessions.js';

/** Signing in and out. */
@Injectable()
export class AuthService {
  constructor(
    private readonly signIn: SignIn,
    private readonly sessions: StaffSessions,
    private readonly environment: Environment,
  ) {}

  /**
   * Signs the browser in.
   * @throws 400 for an empty field; 401 when address and password are not an enabled user's; 429 after too many failures.
   */
  async login(request: Request, response: Response): Promise<SignedInUser> {
    readAddress(request.body, this.environment);
    const user = await this.signIn.authenticate(request, response);
    const staff = user === null ? null : await this.sessions.begin(request, user);
    if (staff === null) throw unauthorized(STAFF_MESSAGES.loginFailed);
    return this.describe(staff);
  }

  describe({ email, isUserAdmin }: StaffMember): SignedInUser {
    return { email, isUserAdmin, idleTimeoutMinutes: this.environment.inactivityMinutes };
  }

  /** Ends the session, if there is one. */
  async logout(request: Request, response: Response): Promise<void> {
    await this.sessions.end(request, response);
  }
}
