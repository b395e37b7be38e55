import type { AuditAction } from '@kidlab/contract';
import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { DataSource } from 'typeorm';

import { AuditTrail } from '../audit/audit.service.js';
import { invalidInput } from '../common/failures.js';
import type { User } from '../users/user.entity.js';
import { type FailureKey, FailureLimit } from './failure-limit.service.js';

/** Thrown where a password or code is wrong; the transaction that has asked for it is undone. */
export class WrongProof extends Error {
  constructor(
    readonly field: 'password' | 'code',
    message: string,
  ) {
    super(message);
  }
}

/** One try to prove something: from where, of whom, and how the audit trail calls a wrong one. */
interface Attempt {
  readonly request: Request;
  readonly user: Pick<User, 'id' | 'email'>;
  readonly actor: string;
  readonly action: AuditAction;
}

/** Tries at codes and passwords of a known user, counted together with failures to sign in. */
@Injectable()
export class ProofAttempts {
  constructor(
    private readonly dataSource: DataSource,
    private readonly limit: FailureLimit,
    private readonly audit: AuditTrail,
  ) {}

  /**
   * Runs `compare`, which throws `WrongProof`. It is counted before: of a thousand guesses at once no more are compared than are
   * free. What is right ends the count.
   * @throws 400 naming the field that was wrong; 429 after too many failures.
   */
  async run<Result>(
    { request, user, actor, action }: Attempt,
    compare: () => Promise<Result>,
  ): Promise<Result> {
    const address: FailureKey = { kind: 'address', value: user.email };
    const client: FailureKey = { kind: 'client', value: request.ip ?? '' };
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
}
