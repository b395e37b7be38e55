import { type EnteredCode, type SecondFactorProof, STAFF_MESSAGES } from '@kidlab/contract';
import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { DataSource, type EntityManager } from 'typeorm';

import { AuditTrail } from '../audit/audit.service.js';
import { unauthorized } from '../common/failures.js';
import type { StaffMember } from '../common/staff.js';
import { PasswordHasher } from '../users/password-hasher.js';
import { SecondFactors } from '../users/second-factor/second-factors.js';
import { lockUser } from '../users/user-locks.js';
import { User } from '../users/user.entity.js';
import { ProofAttempts, WrongProof } from './proof-attempts.js';
import { readCode } from './second-factor.dto.js';

/** A call of somebody who is signed in and has to prove once more who that is. */
export interface ProvenCall {
  readonly request: Request;
  readonly staff: StaffMember;
  readonly proof: SecondFactorProof;
}

/** Asks signed-in staff for password and code again, before what an open, forgotten browser must not be able to do. */
@Injectable()
export class RenewedProof {
  constructor(
    private readonly dataSource: DataSource,
    private readonly hasher: PasswordHasher,
    private readonly factors: SecondFactors,
    private readonly attempts: ProofAttempts,
    private readonly audit: AuditTrail,
  ) {}

  /**
   * Runs `action` in the transaction that uses the code up, under the user's lock, when `proof` holds the user's password
   * and, where a second factor is on, a code.
   * @param otherId a user whom `action` locks too.
   * @throws 400 naming `password` or `code`; 401 when the user is gone; 429 after too many failures.
   */
  async prove<Result>(
    { request, staff, proof }: ProvenCall,
    action: (manager: EntityManager, user: User) => Promise<Result>,
    otherId: number | null = null,
  ): Promise<Result> {
    const { manager } = this.dataSource;
    const isOn = (await this.factors.find(manager, staff.id)) !== null;
    const code = isOn ? readCode(proof.code ?? '') : null;
    return this.attempts.run({ request, email: staff.email }, async () => {
      const user = await manager.findOneBy(User, { id: staff.id, enabled: true });
      const hash = user?.passwordHash ?? null;
      if (hash === null) throw unauthorized(STAFF_MESSAGES.loginNeeded);
      if (!(await this.hasher.matches(hash, proof.password))) {
        return this.refuse(manager, staff, 'password', STAFF_MESSAGES.passwordWrong);
      }
      return this.dataSource.transaction(async (own) => {
        // By the order of ids: two who do it to each other would wait for each other for ever.
        if (otherId !== null && otherId < staff.id) await lockUser(own, otherId);
        const locked = await lockUser(own, staff.id);
        if (locked?.enabled !== true || locked.passwordHash !== hash) {
          throw unauthorized(STAFF_MESSAGES.loginNeeded);
        }
        if (!(await this.isCodeRight(own, locked.id, code))) {
          return this.refuse(own, staff, 'code', STAFF_MESSAGES.codeWrong);
        }
        return action(own, locked);
      });
    });
  }

  /** Writes a wrong proof down. */
  async refuse(
    manager: EntityManager,
    staff: StaffMember,
    field: 'password' | 'code',
    message: string,
  ): Promise<WrongProof> {
    await this.audit.record(manager, {
      actor: staff.email,
      action: 'staff.proof-failed',
      subjectType: 'user',
      subjectId: String(staff.id),
      after: { reason: `wrong ${field}` },
    });
    return new WrongProof({ field, message });
  }

  private async isCodeRight(
    manager: EntityManager,
    userId: number,
    code: EnteredCode | null,
  ): Promise<boolean> {
    if ((await this.factors.find(manager, userId)) === null) return true;
    return code !== null && (await this.factors.use(manager, userId, code)) !== null;
  }
}
