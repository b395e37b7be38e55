import { type ExecutionContext, Injectable, type OnModuleInit } from '@nestjs/common';
import { AuthGuard, PassportStrategy } from '@nestjs/passport';
import type { Request } from 'express';
import { Strategy } from 'passport-local';
import { DataSource } from 'typeorm';

import { ANONYMOUS_ACTOR, AuditTrail } from '../audit/audit.service.js';
import { unauthorized } from '../common/http-error.js';
import { InputPipe } from '../common/input.pipe.js';
import { STAFF_MESSAGES } from '../common/messages.js';
import { PasswordHasher } from '../users/password-hasher.service.js';
import { User } from '../users/user.entity.js';
import { SignInDto } from './auth.dto.js';
import { FAILURES, FailureLimit } from './failure-limit.service.js';

@Injectable()
export class LocalStrategy extends PassportStrategy(Strategy) implements OnModuleInit {
  /** The hash to compare when there is no user, so that every response takes the same time. */
  private decoyHash = '';

  constructor(
    private readonly dataSource: DataSource,
    private readonly hasher: PasswordHasher,
    private readonly audit: AuditTrail,
    private readonly limit: FailureLimit,
  ) {
    super({ passReqToCallback: true });
  }

  async onModuleInit(): Promise<void> {
    this.decoyHash = await this.hasher.hash('a password that is only ever compared with');
  }

  /** @throws 401 unless the password is an enabled user's; 429 after too many failures. */
  async validate(request: Request, email: string, password: string): Promise<User> {
    const keys = [FAILURES.ofAddress(email), FAILURES.ofClient(request.ip)];
    await this.limit.rejectIfBlocked(keys);
    const user = await this.find(email, password);
    const isTooMany = user === null && (await this.limit.count(keys));
    // With concurrent guesses, even the right password gets 429 once the failures have reached the limit.
    if (isTooMany || user !== null) await this.limit.rejectIfBlocked(keys);
    if (user === null) throw unauthorized(STAFF_MESSAGES.loginFailed);
    return user;
  }

  /** Does the same work for unknown addresses, disabled users and users without a password. */
  private async find(email: string, password: string): Promise<User | null> {
    const { manager } = this.dataSource;
    const user = await manager.findOneBy(User, { email });
    const isRight = await this.hasher.matches(user?.passwordHash ?? this.decoyHash, password);
    const reason = failureReason(user, isRight);
    if (reason === null) return user;
    const action = 'staff.login-failed';
    const after = { reason };
    await this.audit.recordUser(manager, user?.id ?? null, ANONYMOUS_ACTOR, action, { after });
    return null;
  }
}

function failureReason(user: User | null, isRight: boolean): string | null {
  if (user === null) return 'unknown address';
  if (user.passwordHash === null) return 'no password';
  if (!isRight) return 'wrong password';
  return user.enabled ? null : 'disabled';
}

/** Requires the right password, and sets `request.user`. Guards run before pipes, so it validates the body itself. */
@Injectable()
export class LocalAuthGuard extends AuthGuard('local') {
  constructor(private readonly input: InputPipe) {
    super();
  }

  /** @throws 400 for an invalid body; 401 and 429 as `LocalStrategy`. */
  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<Request>();
    request.body = await this.input.transform(request.body, { type: 'body', metatype: SignInDto });
    return super.canActivate(context) as Promise<boolean>;
  }
}
