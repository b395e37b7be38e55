import type { SignedInUser } from '@kidlab/contract';
import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { DataSource, type EntityManager, LessThan, MoreThan } from 'typeorm';

import { AuditTrail } from '../audit/audit.service.js';
import { destroySession, renewSession } from '../common/browser-session.js';
import { Clock } from '../common/clock.js';
import { SessionRecord } from '../common/session.entity.js';
import { SIGN_IN, type StaffMember } from '../common/staff.js';
import { Environment } from '../config/environment.js';
import { SecondFactors } from '../users/second-factor/second-factors.service.js';
import { User } from '../users/user.entity.js';
import { lockUser, UserAdmins } from '../users/users.repository.js';
import { staffCookie } from './staff-cookie.js';

/** Time to give the code after the password, in minutes. */
const SIGN_IN_MINUTES = 5;

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

export interface SessionTimes {
  readonly signedInAt: Date;
  readonly lastCallAt: Date;
}

/** Whether the session is over at `at`: too long without a call, or too long since signing in. */
export function isOver(times: SessionTimes, at: Date, idleMinutes: number): boolean {
  return (
    at.getTime() - times.lastCallAt.getTime() >= idleMinutes * MINUTE ||
    at.getTime() - times.signedInAt.getTime() >= SIGN_IN.sessionHours * HOUR
  );
}

/** Whether a call at `at` is to be written down; calls within a minute are not, so that reading does not write. */
export function isWorthNoting(times: SessionTimes, at: Date): boolean {
  return at.getTime() - times.lastCallAt.getTime() >= MINUTE;
}

/** The user who is signed in by session `$1`, as session and user are at this moment. */
const FIND = `
  SELECT u.id, u.email, u.enabled, s.signed_in_at AS "signedInAt", s.last_call_at AS "lastCallAt",
    (SELECT min(id) FROM users) AS "firstUserId",
    EXISTS (SELECT FROM second_factors f WHERE f.user_id = u.id AND f.secret IS NOT NULL) AS "hasSecondFactor"
  FROM sessions s JOIN users u ON u.id = s.user_id
  WHERE s.sid = $1`;

interface SignedInSession extends SessionTimes {
  readonly id: number;
  readonly email: string;
  readonly enabled: boolean;
  readonly firstUserId: number;
  readonly hasSecondFactor: boolean;
}

/**
 * Who is signed in behind a browser: begun at login, asked at each call, ended by time, logout or losing the account.
 */
@Injectable()
export class StaffSessions {
  constructor(
    private readonly dataSource: DataSource,
    private readonly admins: UserAdmins,
    private readonly secondFactors: SecondFactors,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
    private readonly environment: Environment,
  ) {}

  /**
   * Signs the browser in under a new session id. A user with a second factor is not signed in before a code was
   * given: until then the session is good for nothing else.
   * @param user as the password was compared with.
   * @param isSignIn `false` for a user who is signed in, and has given password and code again.
   * @returns `null` when the user was disabled, deleted or given another password in between.
   */
  async begin(
    request: Request,
    user: Pick<User, 'id' | 'email' | 'passwordHash'>,
    { hasGivenCode = false, isSignIn = true } = {},
  ): Promise<StaffMember | 'awaits code' | null> {
    await renewSession(request, { isStaff: true });
    return this.dataSource.transaction(async (manager) => {
      // Waits for a colleague who disables the user, or for a second factor that is being switched on.
      const locked = await lockUser(manager, user.id);
      if (locked?.enabled !== true || locked.passwordHash !== user.passwordHash) return null;
      const now = this.clock.now();
      const hasSecondFactor = (await this.secondFactors.find(manager, user.id)) !== null;
      const ofSession = { sid: request.sessionID };
      if (hasSecondFactor && !hasGivenCode && this.environment.staffMfa !== 'off') {
        await manager.update(SessionRecord, ofSession, {
          pendingUserId: user.id,
          pendingUntil: new Date(now.getTime() + SIGN_IN_MINUTES * MINUTE),
        });
        return 'awaits code';
      }
      await manager.update(SessionRecord, ofSession, {
        userId: user.id,
        signedInAt: now,
        lastCallAt: now,
      });
      if (isSignIn) {
        const event = { actor: user.email, action: 'staff.logged-in' } as const;
        await this.audit.recordUser(manager, event, user.id);
      }
      const isUserAdmin = (await this.admins.rule(manager))(user);
      return this.memberOf(user, { isUserAdmin, hasSecondFactor });
    });
  }

  /** Whose password was given behind a call, and who may still give the code; `null`: nobody. */
  async findPending(request: Request): Promise<User | null> {
    if (!isStaff(request)) return null;
    const { manager } = this.dataSource;
    const record = await manager.findOneBy(SessionRecord, {
      sid: request.sessionID,
      pendingUntil: MoreThan(this.clock.now()),
    });
    const id = record?.pendingUserId ?? null;
    return id === null ? null : manager.findOneBy(User, { id, enabled: true });
  }

  /** Ends a session that waits for the user's code. @returns false when it was over, or ended already. */
  async endPending(manager: EntityManager, sid: string, { id }: User): Promise<boolean> {
    const { affected } = await manager.delete(SessionRecord, {
      sid,
      pendingUserId: id,
      pendingUntil: MoreThan(this.clock.now()),
    });
    return affected === 1;
  }

  /** Who is signed in behind a call, looked up anew each time; `null`: nobody, and a session that is over is gone. */
  async find(request: Request): Promise<StaffMember | null> {
    if (!isStaff(request)) return null;
    const sid = request.sessionID;
    const { manager } = this.dataSource;
    const [session] = await manager.query<SignedInSession[]>(FIND, [sid]);
    if (session === undefined) return null;
    const now = this.clock.now();
    if (!session.enabled || isOver(session, now, this.environment.inactivityMinutes)) {
      await manager.delete(SessionRecord, { sid });
      return null;
    }
    if (isWorthNoting(session, now)) {
      // An UPDATE, and not by the store: a session that was ended in the meantime stays ended.
      await manager.update(SessionRecord, { sid, lastCallAt: LessThan(now) }, { lastCallAt: now });
    }
    const isUserAdmin = this.admins.isAmong(session, session.firstUserId);
    return this.memberOf(session, { isUserAdmin, hasSecondFactor: session.hasSecondFactor });
  }

  /** Ends the session behind a call, if there is one, and takes the cookie from the browser. */
  async end(request: Request, response: Response): Promise<void> {
    if (isStaff(request)) {
      const staff = await this.find(request);
      await this.dataSource.transaction(async (manager) => {
        const { affected } = await manager.delete(SessionRecord, { sid: request.sessionID });
        // Of two logouts at once one is recorded.
        if (staff === null || affected !== 1) return;
        const event = { actor: staff.email, action: 'staff.logged-out' } as const;
        await this.audit.recordUser(manager, event, staff.id);
      });
      await destroySession(request);
    }
    const { name, options } = staffCookie(this.environment);
    response.clearCookie(name, options);
  }

  /** A signed-in user as the portal is told. */
  describe({ email, isUserAdmin, mustSetUpSecondFactor }: StaffMember): SignedInUser {
    return {
      email,
      isUserAdmin,
      idleTimeoutMinutes: this.environment.inactivityMinutes,
      ...(mustSetUpSecondFactor ? { mustSetUpSecondFactor } : {}),
    };
  }

  private memberOf(
    { id, email }: Pick<User, 'id' | 'email'>,
    { isUserAdmin, hasSecondFactor }: { isUserAdmin: boolean; hasSecondFactor: boolean },
  ): StaffMember {
    const isRequired = this.secondFactors.isRequired({ isUserAdmin });
    return { id, email, isUserAdmin, mustSetUpSecondFactor: isRequired && !hasSecondFactor };
  }
}

/** Whether the browser has a staff session. express-session makes none where a path is written in capitals. */
function isStaff(request: Request): boolean {
  return (request.session as Request['session'] | undefined)?.isStaff === true;
}
