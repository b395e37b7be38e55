import {
  type AuditAction,
  type EnteredCode,
  enteredCode,
  type SecondFactorProof,
} from '@kidlab/contract';
import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { DataSource, type EntityManager } from 'typeorm';

import { AuditTrail } from '../audit/audit.service.js';
import { invalidInput, unauthorized } from '../common/http-error.js';
import { STAFF_MESSAGES } from '../common/messages.js';
import type { StaffMember } from '../common/staff.js';
import { PasswordHasher } from '../users/password-hasher.service.js';
import { SecondFactors } from '../users/second-factor/second-factors.service.js';
import { hasSession, lockUser } from '../users/users.repository.js';
import { User } from '../users/user.entity.js';
import { FAILURES, FailureLimit } from './failure-limit.service.js';

/** A wrong password or code. Rolls back the transaction that checked it. */
export class WrongCredentials extends Error {
  constructor(
    readonly field: 'password' | 'code',
    message: string,
  ) {
    super(message);
  }
}

/** Whose password or code is checked, and the audit action for a wrong one. */
interface Attempt {
  readonly request: Request;
  readonly user: Pick<User, 'id' | 'email'>;
  /** Defaults to the user. */
  readonly actor?: string;
  readonly action: AuditAction;
}

/** A call for which signed-in staff have to enter password and code again. */
export interface ReauthenticatedCall {
  readonly request: Request;
  readonly staff: StaffMember;
  readonly proof: SecondFactorProof;
}

/** Parses an authenticator code or a recovery code. @throws 400 naming `code` when it is missing or neither of them. */
export function readCode(code: string): EnteredCode {
  const entered = enteredCode(code);
  if (entered !== null) return entered;
  const message = code === '' ? STAFF_MESSAGES.codeNeeded : STAFF_MESSAGES.codeUnreadable;
  throw invalidInput([{ field: 'code', message }]);
}

/**
 * Checks a known user's password or code, with a limit on failures. Signed-in staff enter both again before sensitive
 * changes, in case they left a browser open.
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
   * Runs `compare`, which throws `WrongCredentials`. The address's failure is counted before the check, so
   * concurrent guesses can't exceed the limit. Success clears the count.
   * @throws 400 naming the wrong field; 429 after too many failures.
   */
  async attempt<Result>(
    { request, user, actor = user.email, action }: Attempt,
    compare: () => Promise<Result>,
  ): Promise<Result> {
    const address = FAILURES.ofAddress(user.email);
    const client = FAILURES.ofClient(request.ip);
    await this.limit.rejectIfBlocked([address, client]);
    if (await this.limit.count([address])) await this.limit.rejectIfBlocked([address]);
    try {
      const result = await compare();
      await this.limit.forget(address);
      return result;
    } catch (error) {
      if (!(error instanceof WrongCredentials)) throw error;
      const { field, message } = error;
      const after = { reason: `wrong ${field}` };
      await this.audit.recordUser(this.dataSource.manager, user.id, actor, action, { after });
      if (await this.limit.count([client])) await this.limit.rejectIfBlocked([client]);
      throw invalidInput([{ field, message }]);
    }
  }

  /**
   * Runs `action` if `proof` holds the user's password and, with a second factor, a code. `action` runs in the
   * transaction that uses up the code, under the user's lock.
   * @param otherId another user that `action` locks.
   * @throws 400 naming `password` or `code`; 401 when the user or the session is gone; 429 after too many failures.
   */
  async reauthenticate<Result>(
    { request, staff, proof }: ReauthenticatedCall,
    action: (manager: EntityManager, user: User) => Promise<Result>,
    otherId: number | null = null,
  ): Promise<Result> {
    const isOn = (await this.factors.find(this.dataSource.manager, staff.id)) !== null;
    const code = isOn ? readCode(proof.code ?? '') : null;
    return this.attempt({ request, user: staff, action: 'staff.proof-failed' }, async () => {
      const user = await this.dataSource.manager.findOneBy(User, { id: staff.id, enabled: true });
      const hash = user?.passwordHash ?? null;
      if (hash === null) throw unauthorized(STAFF_MESSAGES.loginNeeded);
      if (!(await this.hasher.matches(hash, proof.password))) {
        throw new WrongCredentials('password', STAFF_MESSAGES.passwordWrong);
      }
      return this.dataSource.transaction(async (manager) => {
        // Locked in the order of ids: otherwise two administrators who reset each other would deadlock.
        if (otherId !== null && otherId < staff.id) await lockUser(manager, otherId);
        const locked = await lockUser(manager, staff.id);
        const isSignedIn = await hasSession(manager, staff.id, request.sessionID);
        if (!isSignedIn || locked?.enabled !== true || locked.passwordHash !== hash) {
          throw unauthorized(STAFF_MESSAGES.loginNeeded);
        }
        const isRight =
          (await this.factors.find(manager, locked.id)) === null ||
          (code !== null && (await this.factors.use(manager, locked.id, code)) !== null);
        if (!isRight) throw new WrongCredentials('code', STAFF_MESSAGES.codeWrong);
        return action(manager, locked);
      });
    });
  }
}
