import {
  RETENTION,
  RETENTION_KINDS,
  type RetentionForecast,
  type RetentionKind,
  type RetentionPreview,
} from '@kidlab/contract';
import { Injectable } from '@nestjs/common';

import { Clock } from '../common/clock.js';
import { CapturedMailbox } from '../email/captured/captured-mailbox.service.js';
import { BatchErasureService } from '../families/batch-erasure.service.js';
import { type Expired, ExpiredRows } from './expired-rows.service.js';
import { RetentionJobs, RetentionSchedule, ruleOf } from './retention.jobs.js';

/** What the next run of the retention would erase. Changes nothing, and tells no more than numbers, dates and guids. */
@Injectable()
export class RetentionForecasts {
  constructor(
    private readonly jobs: RetentionJobs,
    private readonly schedule: RetentionSchedule,
    private readonly erasure: BatchErasureService,
    private readonly rows: ExpiredRows,
    private readonly files: CapturedMailbox,
    private readonly clock: Clock,
  ) {}

  async preview(): Promise<RetentionPreview> {
    const nextRun = this.schedule.next(this.clock.now());
    const families = await this.erasure.listUnconfirmed(
      this.jobs.endedBefore('families', nextRun),
      RETENTION.previewedFamilies,
    );
    const kinds: RetentionForecast[] = [];
    for (const kind of RETENTION_KINDS) {
      const { count, oldest } =
        kind === 'families'
          ? { count: families.count, oldest: families.oldest[0]?.acceptedAt ?? null }
          : await this.expired(kind, this.jobs.endedBefore(kind, nextRun));
      kinds.push({
        kind,
        keptDays: this.jobs.keptDays(kind),
        count,
        oldest: oldest?.toISOString() ?? null,
      });
    }
    return {
      nextRunAt: nextRun.toISOString(),
      kinds,
      families: families.oldest.map(({ guid, acceptedAt }) => ({
        guid,
        acceptedAt: acceptedAt.toISOString(),
      })),
    };
  }

  private async expired(kind: Exclude<RetentionKind, 'families'>, before: Date): Promise<Expired> {
    if (kind !== 'capturedMails') return this.rows.count(ruleOf(kind), before);
    const files = await this.files.until(before);
    const times = files.map(({ at }) => at.getTime());
    return {
      count: files.length,
      oldest: files.length === 0 ? null : new Date(Math.min(...times)),
    };
  }
}
