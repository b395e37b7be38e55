import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

import { Clock } from '../common/clock.js';
import { AuditEvent } from './audit-event.entity.js';

/** The actor of what no person asked for: schedules. */
export const SYSTEM_ACTOR = 'system';

/** What to remember. `before` and `after` of an erased family hold nothing personal. */
export interface AuditEntry {
  actor: string;
  action: string;
  subjectType: string;
  subjectId: string | null;
  before?: object;
  after?: object;
}

/** Writes the audit trail, in the transaction of what it tells of. */
@Injectable()
export class AuditTrail {
  constructor(private readonly clock: Clock) {}

  async record(manager: EntityManager, entry: AuditEntry): Promise<void> {
    await manager.insert(AuditEvent, {
      before: null,
      after: null,
      ...entry,
      occurredAt: this.clock.now(),
    });
  }
}
