import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

import { Clock } from '../common/clock.js';
import { sessionExpired } from '../common/failures.js';
import { Statements } from '../common/statements.js';
import { Environment } from '../config/environment.js';
import type { Family } from '../families/family.entity.js';
import { holdUntil } from './draft.js';

/** Past the entity: being looked at is no change that its version should count. `$1` session, `$2` now, `$3` the new end. */
const HOLD = `
  UPDATE families SET draft_expires_at = $3
  WHERE registration_session_id = $1 AND state = 'draft' AND draft_expires_at > $2
  RETURNING id, guid, email`;

/** The draft of a browser session. */
@Injectable()
export class OwnDraft {
  constructor(
    private readonly clock: Clock,
    private readonly environment: Environment,
    private readonly statements: Statements,
  ) {}

  /** Locks this session's draft, as `lockFamily` does, and counts this call as the session's last. @throws 401 without a live one. */
  async hold(
    manager: EntityManager,
    sessionId: string | null,
  ): Promise<Pick<Family, 'id' | 'guid' | 'email'>> {
    if (sessionId === null) throw sessionExpired();
    const now = this.clock.now();
    const end = holdUntil(now, this.environment.registrationTokenHours);
    const [draft] = await this.statements.rowsIn<Pick<Family, 'id' | 'guid' | 'email'>>(manager, {
      text: HOLD,
      values: [sessionId, now, end],
    });
    if (draft === undefined) throw sessionExpired();
    return draft;
  }

  /** Counts this call as the last one of the family's session. */
  async prolong(manager: EntityManager, family: Pick<Family, 'id'>): Promise<void> {
    const end = holdUntil(this.clock.now(), this.environment.registrationTokenHours);
    await manager.query('UPDATE families SET draft_expires_at = $1 WHERE id = $2', [
      end,
      family.id,
    ]);
  }
}
