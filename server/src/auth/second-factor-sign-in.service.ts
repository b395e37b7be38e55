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
import { ProofAttempts } from './proof-attempts.service.js';
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
    const { user, used } = await this.attempts.run({ request, email: pending.email }, () =>
      this.dataSource.transaction(async (manager) => {
        const locked = await lockUser(manager, pending.id);
        if (locked === null) throw unauthorized(STAFF_MESSAGES.signInOver);
        const taken = await this.factors.use(manager, locked.id, entered);
        if (taken === null) {
          const attempt = {
            actor: UNPROVEN_ACTOR,
            action: 'staff.login-failed',
            userId: locked.id,
          } as const;
          return this.attempts.refuse(manager, attempt, {
            field: 'code',
            message: STAFF_MESSAGES.codeWrong,
          });
        }
        // Of two right codes at once one signs in. A user who was disabled meanwhile has no session left.
        if (!(await this.sessions.endPending(manager, request.sessionID, locked))) {
          throw unauthorized(STAFF_MESSAGES.signInOver);
        }
        const { recoveryCodesLeft } = taken;
        if (recoveryCodesLeft !== null) {
          await this.letters.tell(manager, locked, 'recovery-code-used', {
            actor: locked.email,
            after: { recoveryCodesLeft },
          });
        }
        return { user: locked, used: taken };
      }),
    );
    const staff = await this.sessions.begin(request, user, { hasGivenCode: true });
    if (staff === null || staff === 'awaits code') throw unauthorized(STAFF_MESSAGES.signInOver);
    return { ...this.auth.describe(staff), recoveryCodesLeft: used.recoveryCodesLeft };
  }
}
