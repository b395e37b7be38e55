import type { AuditAction, SecondFactorProof } from '@kidlab/contract';
import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { DataSource, type EntityManager } from 'typeorm';

import { AuditTrail } from '../audit/audit.service.js';
import { invalidInput, unauthorized } from '../common/failures.js';
import { STAFF_MESSAGES } from '../common/messages.js';
import type { StaffMember } from '../common/staff.js';
import { PasswordHasher } from '../users/password-hasher.service.js';
import { SecondFactors } from '../users/second-factor/second-factors.service.js';
import { lockUser } from '../users/users.repository.js';
import { User } from '../users/user.entity.js';
import { FAILURES, FailureLimit } from './failure-limit.service.js';
import { readCode } from './second-factor.dto.js';

/** Thrown where a password or code is wrong; the transaction that has asked for it is undone. */
export class WrongProof extends Error {
  constructor(
    readonly field: 'password' | 'code',
    message: string,
  ) {
    super(message);
  }
}

/** One try to prove something: from where, of whom, and how the audit trail tells a wrong one. */
interface Attempt {
  readonly request: Request;
  readonly user: Pick<User, 'id' | 'email'>;
  /** The user, when it is left out. */
  readonly actor?: string;
  readonly action: AuditAction;
}

/** A call of signed-in staff who have to give password and code again. */
export interface ProvenCall {
  readonly request: Request;
  readonly staff: StaffMember;
  readonly proof: SecondFactorProof;
}

/**
 * Asks known users for a password or a code. Signed-in staff have to give both again before what an open, forgotten
 * browser must not be able to do.
 */
@Injectable()
export class Reauthentication {
  constructor(
    private readonly dataSource: DataSource,
    private readonly hasher: PasswordHasher,
    private readonly factors: SecondFactors,
    private readonly limit: FailureLimit,
    private readonly audit: AuditTrail,
  ) {}

  /**
   * Runs `compare`, which throws `WrongProof`. It is counted before, with the failures to sign in: of a thousand
   * guesses at once no more are compared than are free. What is right ends the count.
   * @throws 400 naming the field that was wrong; 429 after too many failures.
   */
  async attempt<Result>(
    { request, user, actor = user.email, action }: Attempt,
    compare: () => Promise<Result>,
  ): Promise<Result> {
    const address = FAILURES.ofAddress(user.email);
    const client = FAILURES.ofClient(request.ip);
    await this.limit.refuseInPause([address, client]);
    if (await this.limit.count([address])) await this.limit.refuseInPause([address]);
    try {
      const result = await compare();
      await this.limit.forget(address);
      return result;
    } catch (error) {
      if (!(error instanceof WrongProof)) throw error;
      const { field, message } = error;
      const deed = { actor, action, after: { reason: `wrong ${field}` } };
      await this.audit.recordUser(this.dataSource.manager, deed, user.id);
      if (await this.limit.count([client])) await this.limit.refuseInPause([client]);
      throw invalidInput([{ field, message }]);
    }
  }

  /**
   * Runs `action` in the transaction that uses the code up, under the user's lock, when `proof` holds the user's
   * password and, where a second factor is on, a code.
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
    return this.attempt({ request, user: staff, action: 'staff.proof-failed' }, async () => {
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
        const isRight =
          (await this.factors.find(own, locked.id)) === null ||
          (code !== null && (await this.factors.use(own, locked.id, code)) !== null);
        if (!isRight) throw new WrongProof('code', STAFF_MESSAGES.codeWrong);
        return action(own, locked);
      });
    });
  }
}
