import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Passport } from 'passport';
import { Strategy } from 'passport-local';
import { DataSource } from 'typeorm';

import { AuditTrail } from '../audit/audit.service.js';
import { Statements } from '../common/statements.js';
import { PasswordHasher } from '../users/password-hasher.js';
import type { User } from '../users/user.entity.js';

/** The actor of a failed login: whoever it was, it was not proven. */
export const UNPROVEN_ACTOR = 'anonymous';

const FIND =
  'SELECT id, email, password_hash AS "passwordHash", enabled FROM users WHERE email = $1';

/** What signing in has to know of a user. */
export type FoundUser = Pick<User, 'id' | 'email' | 'passwordHash' | 'enabled'>;

/** Compares e-mail addresses and passwords, by passport's local strategy. */
@Injectable()
export class SignIn implements OnModuleInit {
  /** Of this server alone: passport's own instance is shared by all that run in one process. */
  private readonly passport = new Passport();
  /** Of a password that nobody has. */
  private decoyHash = '';

  constructor(
    private readonly dataSource: DataSource,
    private readonly hasher: PasswordHasher,
    private readonly audit: AuditTrail,
    private readonly statements: Statements,
  ) {}

  async onModuleInit(): Promise<void> {
    this.decoyHash = await this.hasher.hash('a password that is only ever compared with');
    this.passport.use(
      new Strategy({ session: false }, (username, password, done) => {
        this.check(addressOf(username), password).then(
          (user) => {
            done(null, user ?? false);
          },
          (error: unknown) => {
            done(error);
          },
        );
      }),
    );
  }

  /**
   * The user whose address and password the body of the call holds (`username`, `password`, neither empty). The same work
   * is done for unknown addresses, disabled users and users without a password.
   * @returns `null` when they are not an enabled user's.
   */
  authenticate(request: Request, response: Response): Promise<FoundUser | null> {
    return new Promise((resolve, reject) => {
      const answer = (error: unknown, user: FoundUser | false | null | undefined): void => {
        if (error === null || error === undefined) resolve(user === false ? null : (user ?? null));
        else reject(error instanceof Error ? error : new Error('the password was not compared'));
      };
      const handler = this.passport.authenticate('local', { session: false }, answer) as (
        request: Request,
        response: Response,
        next: (error: unknown) => void,
      ) => void;
      handler(request, response, reject);
    });
  }

  private async check(email: string, password: string): Promise<FoundUser | null> {
    const { manager } = this.dataSource;
    const [user = null] = await this.statements.rows<FoundUser>({ text: FIND, values: [email] });
    const matches = await this.hasher.matches(user?.passwordHash ?? this.decoyHash, password);
    const fault = faultOf(user, matches);
    if (fault === null) return user;
    await this.audit.record(manager, {
      actor: UNPROVEN_ACTOR,
      action: 'staff.login-failed',
      subjectType: 'user',
      subjectId: user === null ? null : String(user.id),
      after: { reason: fault },
    });
    return null;
  }
}

/** An address as users have it, however it was typed. */
function addressOf(username: string): string {
  return username.normalize('NFC').trim().toLowerCase();
}

function faultOf(user: FoundUser | null, matches: boolean): string | null {
  if (user === null) return 'unknown address';
  if (user.passwordHash === null) return 'no password';
  if (!matches) return 'wrong password';
  return user.enabled ? null : 'disabled';
}
