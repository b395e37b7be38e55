import type { AuditAction, FieldError } from '@kidlab/contract';
import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import type { EntityManager } from 'typeorm';

import { AuditTrail } from '../audit/audit.service.js';
import { invalidInput } from '../common/failures.js';
import { type FailureKey, FailureLimit } from './failure-limit.service.js';

/** What was wrong with a password or code. */
export class WrongProof {
  constructor(readonly fault: FieldError) {}
}

/** One try to prove something: who tries, from where. */
export interface ProofCall {
  readonly request: Request;
  /** The user's address. */
  readonly email: string;
}

/** Tries at codes and passwords of a known user, counted together with failures to sign in. */
@Injectable()
export class ProofAttempts {
  constructor(
    private readonly limit: FailureLimit,
    private readonly audit: AuditTrail,
  ) {}

  /**
   * Runs `compare`. It is counted before: of a thousand guesses at once no more are compared than are free. What is right
   * ends the count.
   * @throws 400 naming the field that was wrong; 429 after too many failures.
   */
  async run<Result>(
    { request, email }: ProofCall,
    compare: () => Promise<Result | WrongProof>,
  ): Promise<Result> {
    const address: FailureKey = { kind: 'address', value: email };
    const client: FailureKey = { kind: 'client', value: request.ip ?? '' };
    await this.limit.refuseInPause([address, client]);
    if (await this.limit.count([address])) await this.limit.refuseInPause([address]);
    const result = await compare();
    if (result instanceof WrongProof) {
      if (await this.limit.count([client])) await this.limit.refuseInPause([client]);
      throw invalidInput([result.fault]);
    }
    await this.limit.forget(address);
    return result;
  }

  /** Records a wrong proof. */
  async refuse(
    manager: EntityManager,
    { actor, action, userId }: { actor: string; action: AuditAction; userId: number },
    fault: FieldError & { field: 'password' | 'code' },
  ): Promise<WrongProof> {
    const after = { reason: `wrong ${fault.field}` };
    await this.audit.recordUser(manager, { actor, action, after }, userId);
    return new WrongProof(fault);
  }
}
