import { type EnteredCode, type SecondFactorProof, STAFF_MESSAGES } from '@kidlab/contract';
import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { DataSource, type EntityManager } from 'typeorm';

import { unauthorized } from '../common/failures.js';
import type { StaffMember } from '../common/staff.js';
import { PasswordHasher } from '../users/password-hasher.service.js';
import { SecondFactors } from '../users/second-factor/second-factors.service.js';
import { lockUser } from '../users/users.repository.js';
import { User } from '../users/user.entity.js';
import { ProofAttempts, WrongProof } from './proof-attempts.service.js';
import { readCode } from './second-factor.dto.js';

/** A call of signed-in staff who have to give password and code again. */
export interface ProvenCall {
  readonly request: Request;
  readonly staff: StaffMember;
  readonly proof: SecondFactorProof;
}

/** Asks signed-in staff for password and code again, before what an open, forgotten browser must not be able to do. */
@Injectable()
export class Reauthentication {
  constructor(
    private readonly dataSource: DataSource,
    private readonly hasher: PasswordHasher,
    private readonly factors: SecondFactors,
    private readonly attempts: ProofAttempts,
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
    const attempt = {
      request,
      user: staff,
      actor: staff.email,
      action: 'staff.proof-failed',
    } as const;
    return this.attempts.run(attempt, async () => {
      const user = await manager.findOneBy(User, { id: staff.id, enabled: true });
      const hash = user?.passwordHash ?? null;
      if (hash === null) throw unauthorized(STAFF_MESSAGES.loginNeeded);
      if (!(await this.hasher.matches(hash, proof.password))) {
        throw new WrongProof('password', STAFF_MESSAGES.passwordWrong);
      }
      return this.dataSource.transaction(async (own) => {
        // By the order of ids: two who do it to each other would wait for each other for ever.
        if (otherId !== null && otherId < staff.id) await lockUser(own, otherId);
        const locked = await lockUser(own, staff.id);
        if (locked?.enabled !== true || locked.passwordHash !== hash) {
          throw unauthorized(STAFF_MESSAGES.loginNeeded);
        }
        if (!(await this.isCodeRight(own, locked.id, code))) {
          throw new WrongProof('code', STAFF_MESSAGES.codeWrong);
        }
        return action(own, locked);
      });
    });
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
