import { Injectable } from '@nestjs/common';

import { Statements } from '../common/statements.js';
import { Environment } from '../config/environment.js';

/**
 * All that a call has to know of the browser behind it. `$1`: the session's id. The store's own end of a session counts by the
 * clock of the database.
 */
const lookup = (firstUserId: string, hasSecondFactor: string): string => `
  SELECT s.user_id AS "userId", s.signed_in_at AS "signedInAt", s.last_call_at AS "lastCallAt", u.email, u.enabled,
    ${firstUserId} AS "firstUserId", ${hasSecondFactor} AS "hasSecondFactor"
  FROM sessions s JOIN users u ON u.id = s.user_id
  WHERE s.sid = $1 AND s.expire >= now()`;

const FIRST_USER = '(SELECT min(id) FROM users)';
const HAS_SECOND_FACTOR =
  'EXISTS (SELECT FROM second_factors f WHERE f.user_id = u.id AND f.secret IS NOT NULL)';

/** A session that somebody is signed in by, with that user, as both are at this moment. */
export interface SignedInSession {
  readonly userId: number;
  readonly signedInAt: Date;
  readonly lastCallAt: Date;
  readonly email: string;
  readonly enabled: boolean;
  /** Who administers users; `null` where an allow-list is configured. */
  readonly firstUserId: number | null;
  /** `null` where none is required. */
  readonly hasSecondFactor: boolean | null;
}

/** Looks sessions up, each call anew: one statement, and nothing is written. */
@Injectable()
export class SessionLookup {
  private readonly text: string;

  constructor(
    private readonly statements: Statements,
    { userAdminEmails, staffMfa }: Environment,
  ) {
    this.text = lookup(
      userAdminEmails.length > 0 ? 'NULL' : FIRST_USER,
      staffMfa === 'required' ? HAS_SECOND_FACTOR : 'NULL',
    );
  }

  /** @returns `null` when nobody is signed in by it, or not any more. */
  async find(sid: string): Promise<SignedInSession | null> {
    const [row] = await this.statements.rows<SignedInSession>({ text: this.text, values: [sid] });
    return row ?? null;
  }
}
