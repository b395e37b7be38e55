import { Injectable } from '@nestjs/common';
import { Cron, CronExpression } from '@nestjs/schedule';
import { DataSource } from 'typeorm';

import { AuditTrail, SYSTEM_ACTOR } from '../audit/audit.service.js';
import { Clock } from '../common/clock.js';
import { reportFault } from '../common/jobs.js';

/** Families that one transaction erases at most: short locks, and a crash loses little. */
const BATCH = 200;

/** Erases drafts whose time is over. Several servers may run it at once: each takes what the others have not locked. */
@Injectable()
export class DraftJobs {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
    private readonly audit: AuditTrail,
  ) {}

  @Cron(CronExpression.EVERY_MINUTE, { waitForCompletion: true })
  async everyMinute(): Promise<void> {
    await reportFault('erase expired drafts', async () => {
      await this.eraseExpired();
      await this.releaseHolds();
    });
  }

  /** @returns how many drafts were erased. */
  async eraseExpired(): Promise<number> {
    let erased = 0;
    let batch: number;
    do {
      batch = await this.eraseBatch();
      erased += batch;
    } while (batch === BATCH);
    return erased;
  }

  /** A browser session that is over keeps no hold on the family it has sent in. */
  private async releaseHolds(): Promise<void> {
    await this.dataSource.query(
      `UPDATE families SET registration_session_id = NULL, draft_expires_at = NULL
       WHERE state = 'awaiting' AND draft_expires_at <= $1`,
      [this.clock.now()],
    );
  }

  private async eraseBatch(): Promise<number> {
    return this.dataSource.transaction(async (manager) => {
      const erased: { guid: string }[] = await manager
        .query(
          `DELETE FROM families WHERE id IN (
             SELECT id FROM families WHERE state = 'draft' AND draft_expires_at <= $1
             ORDER BY draft_expires_at LIMIT $2 FOR UPDATE SKIP LOCKED)
           RETURNING guid`,
          [this.clock.now(), BATCH],
        )
        .then(([rows]: [{ guid: string }[], number]) => rows);
      for (const { guid } of erased) {
        await this.audit.record(manager, {
          actor: SYSTEM_ACTOR,
          action: 'draft.expired',
          subjectType: 'family',
          subjectId: guid,
        });
      }
      return erased.length;
    });
  }
}
