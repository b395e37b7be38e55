import { type AuditAction, SECOND_FACTOR, SIGN_IN } from '@kidlab/contract';
import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { DataSource, type EntityManager, LessThan, MoreThan } from 'typeorm';

import { AuditTrail, RECORD_EVENTS } from '../audit/audit.service.js';
import { Clock } from '../common/clock.js';
import { SessionRecord } from '../common/session.entity.js';
import type { StaffMember } from '../common/staff.js';
import { Statements } from '../common/statements.js';
import { Environment } from '../config/environment.js';
import { SecondFactors } from '../users/second-factor/second-factors.js';
import { UserAdmins } from '../users/user-admins.js';
import { User } from '../users/user.entity.js';
import { StaffCookie } from './staff-cookie.js';
import { SessionLookup } from './session-lookup.js';
import { isOver, isWorthNoting } from './staff-session.js';

const MINUTE = 60_000;
const AWAITS_CODE = 'awaits code';

const LOGGED_IN: AuditAction = 'staff.logged-in';

/**
 * Writes the session `$1`: it is the user's (`$2`), or waits for the user's code: when one may be asked for (`$3`) and there is a second factor.
 * And the event of a sign-in (`$10`). No row: the user was disabled, deleted or given another password meanwhile.
 *
 * Whoever does that to the user, or switches the second factor on, holds the user's lock: that one's end is waited for, and seen. What is
 * left to see after the wait is asked by a function, which reads anew.
 */
const BEGIN = `
  WITH locked AS MATERIALIZED (
    SELECT id FROM users WHERE id = $2 AND enabled AND password_hash = $8 FOR SHARE
  ), factor AS MATERIALIZED (
    SELECT has_second_factor_by_now(id) AS has_second_factor FROM locked
  ), known AS MATERIALIZED (
    SELECT has_second_factor, has_second_factor AND $3::boolean AS awaits_code, (SELECT min(id) FROM users) AS first_user_id
    FROM factor
  ), session AS (
    INSERT INTO sessions (sid, sess, expire, user_id, signed_in_at, last_call_at, pending_user_id, pending_until)
    SELECT $1, $6::json, now() + make_interval(hours => $7::integer),
      CASE WHEN NOT awaits_code THEN $2::integer END,
      CASE WHEN NOT awaits_code THEN $4::timestamptz END,
      CASE WHEN NOT awaits_code THEN $4::timestamptz END,
      CASE WHEN awaits_code THEN $2::integer END,
      CASE WHEN awaits_code THEN $5::timestamptz END
    FROM known
  ), event AS (
    ${RECORD_EVENTS}
    SELECT $4::timestamptz, $9, '${LOGGED_IN}', 'user', $2::integer::text, NULL, NULL, NULL
    FROM known WHERE $10::boolean AND NOT awaits_code
  )
  SELECT awaits_code AS "awaitsCode", has_second_factor AS "hasSecondFactor", first_user_id AS "firstUserId" FROM known`;

interface Begun {
  readonly awaitsCode: boolean;
  readonly hasSecondFactor: boolean;
  readonly firstUserId: number;
}

/** A user as the password was compared with. */
type ProvenUser = Pick<User, 'id' | 'email' | 'passwordHash'>;

/** Who is signed in behind a browser: begun at login, asked at each call, ended by time, logout or losing the account. */
@Injectable()
export class StaffSessions {
  constructor(
    private readonly dataSource: DataSource,
    private readonly cookie: StaffCookie,
    private readonly lookup: SessionLookup,
    private readonly admins: UserAdmins,
    private readonly secondFactors: SecondFactors,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
    private readonly statements: Statements,
    private readonly environment: Environment,
  ) {}

  /**
   * Signs the browser in under a new session id. A user with a second factor is not signed in before a code was given: until
   * then the session is good for nothing else.
   * @param user as the password was compared with.
   * @returns `null` when the user was disabled, deleted or given another password in between.
   */
  async begin(
    request: Request,
    user: ProvenUser,
    { hasGivenCode = false } = {},
  ): Promise<StaffMember | 'awaits code' | null> {
    return this.beginAnew(request, user, { hasGivenCode, isSignIn: true });
  }

  /** Whoever has just proven again who that is goes on under a new session id: the older one is nobody's any more. */
  async renew(request: Request, user: ProvenUser): Promise<void> {
    await this.beginAnew(request, user, { hasGivenCode: true, isSignIn: false });
  }

  private async beginAnew(
    request: Request,
    user: ProvenUser,
    { hasGivenCode, isSignIn }: { hasGivenCode: boolean; isSignIn: boolean },
  ): Promise<StaffMember | 'awaits code' | null> {
    const session = await this.cookie.renew(request);
    const now = this.clock.now();
    const [begun] = await this.statements.rowsIn<Begun>(this.dataSource.manager, {
      text: BEGIN,
      values: [
        session.sid,
        user.id,
        !hasGivenCode && this.environment.staffMfa !== 'off',
        now,
        new Date(now.getTime() + SECOND_FACTOR.signInMinutes * MINUTE),
        session.sess,
        SIGN_IN.sessionHours,
        user.passwordHash,
        user.email,
        isSignIn,
      ],
    });
    if (begun === undefined) return null;
    return begun.awaitsCode ? AWAITS_CODE : this.memberOf(user, begun);
  }

  /** Whose password was given behind a call, and who may still give the code; `null`: nobody. */
  async findPending(request: Request): Promise<User | null> {
    if ((request.session as Request['session'] | undefined)?.isStaff !== true) return null;
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
    const sid = this.cookie.idOf(request);
    const session = sid === null ? null : await this.lookup.find(sid);
    if (sid === null || session === null) return null;
    const { userId: id, email } = session;
    const now = this.clock.now();
    const { manager } = this.dataSource;
    if (!session.enabled || isOver(session, now, this.environment.inactivityMinutes)) {
      await manager.delete(SessionRecord, { sid });
      return null;
    }
    if (isWorthNoting(session, now)) {
      // An UPDATE, and not by the store: a session that was ended in the meantime stays ended.
      await manager.update(SessionRecord, { sid, lastCallAt: LessThan(now) }, { lastCallAt: now });
    }
    const hasSecondFactor = session.hasSecondFactor === true;
    return this.memberOf({ id, email }, { firstUserId: session.firstUserId, hasSecondFactor });
  }

  /** Ends the session behind a call, if there is one. */
  async end(request: Request, response: Response): Promise<void> {
    const staff = await this.find(request);
    await this.cookie.end(request, response);
    if (staff === null) return;
    await this.audit.record(this.dataSource.manager, {
      actor: staff.email,
      action: 'staff.logged-out',
      subjectType: 'user',
      subjectId: String(staff.id),
    });
  }

  private memberOf(
    { id, email }: Pick<User, 'id' | 'email'>,
    { firstUserId, hasSecondFactor }: { firstUserId: number | null; hasSecondFactor: boolean },
  ): StaffMember {
    const isUserAdmin = this.admins.isAmong({ id, email }, firstUserId);
    const isRequired = this.secondFactors.isRequired({ isUserAdmin });
    return { id, email, isUserAdmin, mustSetUpSecondFactor: isRequired && !hasSecondFactor };
  }
}
