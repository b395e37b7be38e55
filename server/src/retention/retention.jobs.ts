import {
  RETENTION_KINDS,
  type AuditAction,
  type RetentionKind,
  type RetentionPreview,
} from '@kidlab/contract';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { DataSource } from 'typeorm';

import { AuditTrail, SYSTEM_ACTOR } from '../audit/audit.service.js';
import { Clock } from '../common/clock.js';
import { DAY } from '../common/durations.js';
import { inBatches, LabSchedule, logErrors } from '../common/jobs.js';
import { Environment } from '../config/environment.js';
import { CapturedMailbox } from '../email/captured/captured-mailbox.service.js';
import {
  countExpired,
  EXPIRED_DRAFTS,
  nextExpired,
  OLDEST_UNCONFIRMED,
  RETENTION,
  RETENTION_RULES,
  UNCONFIRMED,
} from './retention-rules.js';

const RETENTION_CRON = '0 3 * * *';
/** Maximum number of rows per transaction. */
const BATCH = 1000;
/** Maximum number of families per transaction: their people and mail are deleted with them. */
const FAMILY_BATCH = 200;

type Expired = Pick<RetentionPreview['kinds'][number], 'count' | 'oldest'>;

/**
 * Erases data whose retention period is over: rows by their rule, families, and files of captured mail. Several
 * servers may run it at once.
 */
@Injectable()
export class RetentionJobs implements OnApplicationBootstrap {
  constructor(
    private readonly dataSource: DataSource,
    private readonly audit: AuditTrail,
    private readonly files: CapturedMailbox,
    private readonly clock: Clock,
    private readonly schedule: LabSchedule,
    private readonly environment: Environment,
  ) {}

  onApplicationBootstrap(): void {
    this.schedule.start('expired-drafts', '* * * * *', () => this.everyMinute());
    this.schedule.start('retention', RETENTION_CRON, () => this.daily());
  }

  async everyMinute(): Promise<void> {
    await logErrors('erase expired drafts', () =>
      this.eraseFamilies(EXPIRED_DRAFTS, 'draft.expired', this.clock.now()),
    );
  }

  /** Erases each kind separately, so an error in one does not stop the others. One audit row holds the counts. */
  async daily(): Promise<void> {
    const counts: Partial<Record<RetentionKind, number>> = {};
    for (const kind of RETENTION_KINDS) {
      await logErrors(`erase expired ${kind}`, async () => {
        const count = await this.erase(kind);
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
      const expired = await this.expired(kind, this.endedBefore(kind, nextRun));
      kinds.push({ kind, keptDays: this.keptDays(kind), ...expired });
    }
    const families: RetentionPreview['families'] = await this.dataSource.query(OLDEST_UNCONFIRMED, [
      this.endedBefore('families', nextRun),
      RETENTION.previewedFamilies,
    ]);
    return { nextRunAt: nextRun.toISOString(), kinds, families };
  }

  private async expired(kind: RetentionKind, before: Date): Promise<Expired> {
    if (kind === 'capturedMails') {
      const times = (await this.files.until(before)).map((file) => file.at);
      const oldest = times.length === 0 ? null : new Date(Math.min(...times)).toISOString();
      return { count: times.length, oldest };
    }
    const rule = kind === 'families' ? UNCONFIRMED : RETENTION_RULES[kind];
    const [expired]: [Expired] = await this.dataSource.query(countExpired(rule), [before]);
    return expired;
  }

  /** @returns how much was erased */
  private async erase(kind: RetentionKind): Promise<number> {
    const before = this.endedBefore(kind, this.clock.now());
    if (kind === 'families') {
      return this.eraseFamilies(UNCONFIRMED, 'family.retention-ended', before);
    }
    if (kind === 'capturedMails') {
      return this.files.remove((await this.files.until(before)).map(({ name }) => name));
    }
    const rule = RETENTION_RULES[kind];
    return inBatches(this.dataSource, BATCH, async (manager) => {
      const rows: { key: unknown }[] = await manager.query(nextExpired(rule), [before, BATCH]);
      const keys = rows.map(({ key }) => key);
      if (rule.before !== undefined) await manager.query(rule.before, [keys]);
      await manager.query(`DELETE FROM ${rule.table} WHERE ${rule.key} = ANY ($1)`, [keys]);
      return keys.length;
    });
  }

  /** Skips families that another transaction has locked. Their audit events stay, without values. */
  private eraseFamilies(
    rule: typeof UNCONFIRMED,
    action: AuditAction,
    before: Date,
  ): Promise<number> {
    return inBatches(this.dataSource, FAMILY_BATCH, async (manager) => {
      const [families]: [{ guid: string }[], number] = await manager.query(
        `DELETE FROM families WHERE id IN (${nextExpired(rule)}) RETURNING guid`,
        [before, FAMILY_BATCH],
      );
      const guids = families.map(({ guid }) => guid);
      await this.audit.forget(manager, guids);
      for (const family of families) {
        await this.audit.recordFamily(manager, family, SYSTEM_ACTOR, action);
      }
      return families.length;
    });
  }

  private endedBefore(kind: RetentionKind, at: Date): Date {
    return new Date(at.getTime() - this.keptDays(kind) * DAY);
  }

  /** Days that data is kept after its purpose has ended. */
  private keptDays(kind: RetentionKind): number {
    if (kind === 'families') return this.environment.unconfirmedRetentionDays;
    if (kind === 'capturedMails') return RETENTION.capturedMailDays;
    return RETENTION_RULES[kind].keptDays;
  }
}
