import { type SecondFactorSignedIn, STAFF_MESSAGES } from '@kidlab/contract';
import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { DataSource } from 'typeorm';

import { unauthorized } from '../common/failures.js';
import { SecondFactorLetters } from '../users/second-factor/second-factor.letters.js';
import { SecondFactors } from '../users/second-factor/second-factors.service.js';
import { lockUser } from '../users/users.repository.js';
import { AuthService } from './auth.service.js';
import { readCode } from './second-factor.dto.js';
import { ProofAttempts, WrongProof } from './proof-attempts.service.js';
import { UNPROVEN_ACTOR } from './local.strategy.js';
import { StaffSessions } from './staff-sessions.service.js';

/** The second step of signing in: the code, after the password. */
@Injectable()
export class SecondFactorSignIn {
  constructor(
    private readonly dataSource: DataSource,
    private readonly sessions: StaffSessions,
    private readonly factors: SecondFactors,
    private readonly attempts: ProofAttempts,
    private readonly letters: SecondFactorLetters,
    private readonly auth: AuthService,
  ) {}

  /**
   * Signs the browser in whose password was right a moment ago.
   * @throws 400 for a code that is wrong or was used; 401 when no password was given in the last minutes; 429 after too many
   * failures.
   */
  async finish(request: Request, code: string): Promise<SecondFactorSignedIn> {
    const pending = await this.sessions.findPending(request);
    if (pending === null) throw unauthorized(STAFF_MESSAGES.signInOver);
    const entered = readCode(code);
    const attempt = {
      request,
      user: pending,
      actor: UNPROVEN_ACTOR,
      action: 'staff.login-failed',
    } as const;
    const { user, recoveryCodesLeft } = await this.attempts.run(attempt, () =>
      this.dataSource.transaction(async (manager) => {
        const user = await lockUser(manager, pending.id);
        if (user === null) throw unauthorized(STAFF_MESSAGES.signInOver);
        const used = await this.factors.use(manager, user.id, entered);
        if (used === null) throw new WrongProof('code', STAFF_MESSAGES.codeWrong);
        // Of two right codes at once one signs in. A user who was disabled meanwhile has no session left.
        if (!(await this.sessions.endPending(manager, request.sessionID, user))) {
          throw unauthorized(STAFF_MESSAGES.signInOver);
        }
        const { recoveryCodesLeft } = used;
        if (recoveryCodesLeft !== null) {
          const deed = { actor: user.email, after: { recoveryCodesLeft } };
          await this.letters.tell(manager, user, 'recovery-code-used', deed);
        }
        return { user, recoveryCodesLeft };
      }),
    );
    const staff = await this.sessions.begin(request, user, { hasGivenCode: true });
    if (staff === null || staff === 'awaits code') throw unauthorized(STAFF_MESSAGES.signInOver);
    return { ...this.auth.describe(staff), recoveryCodesLeft };
  }
}
