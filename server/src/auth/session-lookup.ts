import { Injectable } from '@nestjs/common';

import { Statements } from '../common/statements.js';

/**
 * All that a call has to know of the browser behind it. `$1`: the session's id. The store's own end of a session counts by the
 * clock of the database.
 */
const LOOKUP = `
  SELECT s.user_id AS "userId", s.signed_in_at AS "signedInAt", s.last_call_at AS "lastCallAt", u.email, u.enabled,
    (SELECT min(id) FROM users) AS "firstUserId",
    EXISTS (SELECT FROM second_factors f WHERE f.user_id = u.id AND f.secret IS NOT NULL) AS "hasSecondFactor"
  FROM sessions s JOIN users u ON u.id = s.user_id
  WHERE s.sid = $1 AND s.expire >= now()`;

/** A session that somebody is signed in by, with that user, as both are at this moment. */
export interface SignedInSession {
  readonly userId: number;
  readonly signedInAt: Date;
  readonly lastCallAt: Date;
  readonly email: string;
  readonly enabled: boolean;
  /** Who administers users where no allow-list is configured. */
  readonly firstUserId: number;
  readonly hasSecondFactor: boolean;
}

/** Looks sessions up, each call anew: one statement, and nothing is written. */
@Injectable()
export class SessionLookup {
  constructor(private readonly statements: Statements) {}

  /** @returns `null` when nobody is signed in by it, or not any more. */
  async find(sid: string): Promise<SignedInSession | null> {
    const [row] = await this.statements.rows<SignedInSession>({ text: LOOKUP, values: [sid] });
    return row ?? null;
  }
}
