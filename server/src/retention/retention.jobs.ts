import { type RetentionKind, type RetentionPreview } from '@kidlab/contract';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { DataSource } from 'typeorm';

import { AuditTrail, SYSTEM_ACTOR } from '../audit/audit.service.js';
import { Clock } from '../common/clock.js';
import { LabSchedule, logErrors } from '../common/jobs.js';
import { BatchErasureService } from '../families/batch-erasure.service.js';
import { type RetainedKind, RetainedKinds } from './retained-kinds.service.js';
import { RETENTION } from './retention-rules.js';

const RETENTION_CRON = '0 3 * * *';
const DAY = 24 * 3_600_000;

/** Erases data whose retention period is over. Several servers may run it at once. */
@Injectable()
export class RetentionJobs implements OnApplicationBootstrap {
  constructor(
    private readonly dataSource: DataSource,
    private readonly kinds: RetainedKinds,
    private readonly families: BatchErasureService,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
    private readonly schedule: LabSchedule,
  ) {}

  onApplicationBootstrap(): void {
    this.schedule.start('retention', RETENTION_CRON, () => this.daily());
  }

  /** Erases each kind separately, so an error in one does not stop the others. One audit row holds the counts. */
  async daily(): Promise<void> {
    const counts: Partial<Record<RetentionKind, number>> = {};
    for (const each of this.kinds.all) {
      await logErrors(`erase ${each.kind} that have served their purpose`, async () => {
        const count = await each.erase(endedBefore(each, this.clock.now()));
        if (count > 0) counts[each.kind] = count;
      });
    }
    if (Object.keys(counts).length === 0) return;
    await logErrors('write down what was erased', () =>
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
    for (const each of this.kinds.all) {
      const { count, oldest } = await each.expired(endedBefore(each, nextRun));
      const { kind, keptDays } = each;
      kinds.push({ kind, keptDays, count, oldest: oldest?.toISOString() ?? null });
    }
    const families = await this.families.listUnconfirmed(
      endedBefore(this.kinds.find('families'), nextRun),
      RETENTION.previewedFamilies,
    );
    return {
      nextRunAt: nextRun.toISOString(),
      kinds,
      families: families.oldest.map(({ guid, acceptedAt }) => ({
        guid,
        acceptedAt: acceptedAt.toISOString(),
      })),
    };
  }
}

/** A run at `at` erases the data whose purpose ended at this time or earlier. */
function endedBefore({ keptDays }: RetainedKind, at: Date): Date {
  return new Date(at.getTime() - keptDays * DAY);
}
