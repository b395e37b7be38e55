import type { SignedInUser } from '@kidlab/contract';
import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import sql from 'sql-template-tag';
import { DataSource, type EntityManager, IsNull, MoreThan, Not } from 'typeorm';

import { AuditTrail } from '../audit/audit.service.js';
import { destroySession, renewSession } from '../common/browser-session.js';
import { Clock } from '../common/clock.js';
import { MINUTE } from '../common/durations.js';
import { SessionRecord } from '../common/session.entity.js';
import { SIGN_IN, type StaffMember } from '../common/staff.js';
import { rowsOf } from '../common/statements.js';
import { Environment } from '../config/environment.js';
import { SecondFactors } from '../users/second-factor/second-factors.service.js';
import { User } from '../users/user.entity.js';
import { lockUser } from '../users/users.repository.js';
import { HAS_SECOND_FACTOR, isUserAdmin } from '../users/users.sql.js';
import { staffCookie } from './staff-cookie.js';

/** Time to enter the code after the password, in minutes. */
const SIGN_IN_MINUTES = 5;

interface SignedInSession {
  readonly id: number;
  readonly email: string;
  readonly lastCallAt: Date;
  readonly isUserAdmin: boolean;
  readonly hasSecondFactor: boolean;
}

/** Staff sessions. They begin at login, are looked up on each call, and end by timeout, logout or loss of the user. */
@Injectable()
export class StaffSessions {
  constructor(
    private readonly dataSource: DataSource,
    private readonly secondFactors: SecondFactors,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
    private readonly environment: Environment,
  ) {}

  /**
   * Signs the browser in under a new session id. A user with a second factor gets a session that only accepts the code.
   * @param user as read when the password was checked.
   * @param isSignIn `false` when a signed-in user has only proven password and code again.
   * @returns `null` when the user has been disabled, deleted or given another password since.
   */
  async begin(
    request: Request,
    user: Pick<User, 'id' | 'email' | 'passwordHash'>,
    { hasGivenCode = false, isSignIn = true } = {},
  ): Promise<StaffMember | 'awaits code' | null> {
    await renewSession(request, { isStaff: true });
    return this.dataSource.transaction(async (manager) => {
      // Waits while a colleague disables the user or a second factor is switched on.
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
      if (isSignIn) await this.audit.recordUser(manager, user.id, user.email, 'staff.logged-in');
      const session = await this.read(manager, request.sessionID);
      return session === null ? null : this.memberOf(session);
    });
  }

  /** The user who has entered the password and may still enter the code. */
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

  /** Ends a session that waits for a code. @returns false when it had already ended. */
  async endPending(manager: EntityManager, sid: string, { id }: User): Promise<boolean> {
    const { affected } = await manager.delete(SessionRecord, {
      sid,
      pendingUserId: id,
      pendingUntil: MoreThan(this.clock.now()),
    });
    return affected === 1;
  }

  /** The signed-in user of a request. Deletes a session that is over. */
  async find(request: Request): Promise<StaffMember | null> {
    if (!isStaff(request)) return null;
    const sid = request.sessionID;
    const { manager } = this.dataSource;
    const session = await this.read(manager, sid);
    if (session === null) {
      await manager.delete(SessionRecord, { sid, userId: Not(IsNull()) });
      return null;
    }
    const now = this.clock.now();
    // At most once a second, so that not every read writes. Pauses much longer would end the session before the portal.
    if (now.getTime() - session.lastCallAt.getTime() >= 1_000) {
      // Not through the session store, which could bring back a session that was just ended.
      const { affected } = await manager.update(SessionRecord, { sid }, { lastCallAt: now });
      // It was ended meanwhile.
      if (affected === 0) return null;
    }
    return this.memberOf(session);
  }

  /** Ends the session, if there is one, and clears the cookie. */
  async end(request: Request, response: Response): Promise<void> {
    if (isStaff(request)) {
      const staff = await this.find(request);
      await this.dataSource.transaction(async (manager) => {
        const { affected } = await manager.delete(SessionRecord, { sid: request.sessionID });
        // Two logouts at once are recorded once.
        if (staff === null || affected !== 1) return;
        await this.audit.recordUser(manager, staff.id, staff.email, 'staff.logged-out');
      });
      await destroySession(request);
    }
    const { name, options } = staffCookie(this.environment);
    response.clearCookie(name, options);
  }

  /** The response body for a signed-in user. */
  describe({ email, isUserAdmin, mustSetUpSecondFactor }: StaffMember): SignedInUser {
    return {
      email,
      isUserAdmin,
      idleTimeoutMinutes: this.environment.inactivityMinutes,
      ...(mustSetUpSecondFactor ? { mustSetUpSecondFactor } : {}),
    };
  }

  /** @returns `null` when it is over: too long without a call, too long since signing in, or the user is disabled. */
  private async read(manager: EntityManager, sid: string): Promise<SignedInSession | null> {
    const ago = (minutes: number): Date => new Date(this.clock.now().getTime() - minutes * MINUTE);
    const [session] = await rowsOf<SignedInSession>(
      manager,
      sql`SELECT users.id, users.email, session.last_call_at AS "lastCallAt",
          ${isUserAdmin(this.environment)} AS "isUserAdmin", ${HAS_SECOND_FACTOR} AS "hasSecondFactor"
        FROM sessions AS session JOIN users ON users.id = session.user_id
        WHERE session.sid = ${sid} AND users.enabled
          AND session.last_call_at > ${ago(this.environment.inactivityMinutes)}
          AND session.signed_in_at > ${ago(SIGN_IN.sessionHours * 60)}`,
    );
    return session ?? null;
  }

  private memberOf(session: SignedInSession): StaffMember {
    const { id, email, isUserAdmin, hasSecondFactor } = session;
    const isRequired = this.secondFactors.isRequired(session);
    return { id, email, isUserAdmin, mustSetUpSecondFactor: isRequired && !hasSecondFactor };
  }
}

/** Whether the request has a staff session. express-session creates none for a path in capitals. */
function isStaff(request: Request): boolean {
  return (request.session as Request['session'] | undefined)?.isStaff === true;
}
