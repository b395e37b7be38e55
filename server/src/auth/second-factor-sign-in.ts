import { type SecondFactorSignedIn, STAFF_MESSAGES } from '@kidlab/contract';
import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { DataSource, type EntityManager } from 'typeorm';

import { AuditTrail } from '../audit/audit.service.js';
import { unauthorized } from '../common/failures.js';
import { SecondFactorLetters } from '../users/second-factor/second-factor.letters.js';
import { SecondFactors, type UsedCode } from '../users/second-factor/second-factors.js';
import { lockUser } from '../users/user-locks.js';
import type { User } from '../users/user.entity.js';
import { AuthService } from './auth.service.js';
import { readCode } from './second-factor.dto.js';
import { ProofAttempts, WrongProof } from './proof-attempts.js';
import { UNPROVEN_ACTOR } from './sign-in.js';
import { StaffSessions } from './staff-sessions.js';

/** The second step of signing in: the code, after the password. */
@Injectable()
export class SecondFactorSignIn {
  constructor(
    private readonly dataSource: DataSource,
    private readonly sessions: StaffSessions,
    private readonly factors: SecondFactors,
    private readonly attempts: ProofAttempts,
    private readonly letters: SecondFactorLetters,
    private readonly audit: AuditTrail,
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
        if (taken === null) return this.refuse(manager, locked);
        // Of two right codes at once one signs in. And whoever was disabled meanwhile has no session left to go on with.
        if (!(await this.sessions.endPending(manager, request.sessionID, locked))) {
          throw unauthorized(STAFF_MESSAGES.signInOver);
        }
        await this.tell(manager, locked, taken);
        return { user: locked, used: taken };
      }),
    );
    this.letters.send();
    const staff = await this.sessions.begin(request, user, { hasGivenCode: true });
    if (staff === null || staff === 'awaits code') throw unauthorized(STAFF_MESSAGES.signInOver);
    return { ...this.auth.describe(staff), recoveryCodesLeft: used.recoveryCodesLeft };
  }

  private async refuse(manager: EntityManager, user: User): Promise<WrongProof> {
    await this.audit.record(manager, {
      actor: UNPROVEN_ACTOR,
      action: 'staff.login-failed',
      subjectType: 'user',
      subjectId: String(user.id),
      after: { reason: 'wrong code' },
    });
    return new WrongProof({ field: 'code', message: STAFF_MESSAGES.codeWrong });
  }

  private async tell(
    manager: EntityManager,
    user: User,
    { recoveryCodesLeft }: UsedCode,
  ): Promise<void> {
    if (recoveryCodesLeft === null) return;
    await this.letters.tell(manager, user, 'recovery-code-used');
    await this.audit.record(manager, {
      actor: user.email,
      action: 'user.recovery-code-used',
      subjectType: 'user',
      subjectId: String(user.id),
      after: { recoveryCodesLeft },
    });
  }
}
