import { RETENTION_KINDS, type RetentionKind, type RetentionPreview } from '@kidlab/contract';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Cron, CronExpression } from '@nestjs/schedule';
import { DataSource } from 'typeorm';

import { AuditTrail, SYSTEM_ACTOR } from '../audit/audit.service.js';
import { Clock } from '../common/clock.js';
import { LabSchedule, logErrors } from '../common/jobs.js';
import { RetainedData } from './retained-data.service.js';

const RETENTION_CRON = '0 3 * * *';

/** Erases data whose retention period is over. Several servers may run it at once. */
@Injectable()
export class RetentionJobs implements OnApplicationBootstrap {
  constructor(
    private readonly dataSource: DataSource,
    private readonly data: RetainedData,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
    private readonly schedule: LabSchedule,
  ) {}

  onApplicationBootstrap(): void {
    this.schedule.start('retention', RETENTION_CRON, () => this.daily());
  }

  @Cron(CronExpression.EVERY_MINUTE, { name: 'expired-drafts', waitForCompletion: true })
  async everyMinute(): Promise<void> {
    await logErrors('erase expired drafts', () => this.data.eraseDrafts(this.clock.now()));
  }

  /** Erases each kind separately, so an error in one does not stop the others. One audit row holds the counts. */
  async daily(): Promise<void> {
    const counts: Partial<Record<RetentionKind, number>> = {};
    for (const kind of RETENTION_KINDS) {
      await logErrors(`erase expired ${kind}`, async () => {
        const count = await this.data.erase(kind, this.clock.now());
        if (count > 0) counts[kind] = count;
      });
    }
    if (Object.keys(counts).length === 0) return;
    await logErrors('record what was erased', () =>
      this.audit.record(this.dataSource.manager, {
        actor: SYSTEM_ACTOR,
        action: 'retention.done',
        subjectType: 'retention',
        subjectId: null,
        after: counts,
      }),
    );
  }

  /** What the next run would erase, as counts, dates and guids. Changes nothing. */
  async preview(): Promise<RetentionPreview> {
    const nextRun = this.schedule.next(RETENTION_CRON, this.clock.now());
    const kinds: RetentionPreview['kinds'] = [];
    for (const kind of RETENTION_KINDS) {
      const expired = await this.data.expired(kind, nextRun);
      kinds.push({ kind, keptDays: this.data.keptDays(kind), ...expired });
    }
    const families = await this.data.expiredFamilies(nextRun);
    return { nextRunAt: nextRun.toISOString(), kinds, families };
  }
}
