import type { AuditAction, RetentionKind, RetentionPreview } from '@kidlab/contract';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

import { AuditTrail, SYSTEM_ACTOR } from '../audit/audit.service.js';
import { inBatches } from '../common/jobs.js';
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

/** Most rows per transaction. */
const BATCH = 1000;
/** Most families: each takes its people and its mail with it. */
const FAMILY_BATCH = 200;
const DAY = 24 * 3_600_000;

type Expired = Pick<RetentionPreview['kinds'][number], 'count' | 'oldest'>;

/** Finds and erases data whose retention period is over: rows by their rule, families, and files of captured mail. */
@Injectable()
export class RetainedData {
  constructor(
    private readonly dataSource: DataSource,
    private readonly audit: AuditTrail,
    private readonly files: CapturedMailbox,
    private readonly environment: Environment,
  ) {}

  /** Days that data is kept after its purpose has ended. */
  keptDays(kind: RetentionKind): number {
    if (kind === 'families') return this.environment.unconfirmedRetentionDays;
    if (kind === 'capturedMails') return RETENTION.capturedMailDays;
    return RETENTION_RULES[kind].keptDays;
  }

  /** What a run at this time erases. */
  async expired(kind: RetentionKind, at: Date): Promise<Expired> {
    const before = this.endedBefore(kind, at);
    if (kind === 'capturedMails') {
      const times = (await this.files.until(before)).map((file) => file.at);
      const oldest = times.length === 0 ? null : new Date(Math.min(...times)).toISOString();
      return { count: times.length, oldest };
    }
    const rule = kind === 'families' ? UNCONFIRMED : RETENTION_RULES[kind];
    const [expired]: [Expired] = await this.dataSource.query(countExpired(rule), [before]);
    return expired;
  }

  /** The oldest families that a run at this time erases. */
  expiredFamilies(at: Date): Promise<RetentionPreview['families']> {
    const before = this.endedBefore('families', at);
    return this.dataSource.query(OLDEST_UNCONFIRMED, [before, RETENTION.previewedFamilies]);
  }

  /** Erases the drafts that have expired. Several servers may do so at once. @returns how many */
  eraseDrafts(now: Date): Promise<number> {
    return this.eraseFamilies(EXPIRED_DRAFTS, 'draft.expired', now);
  }

  /** Erases what is expired at this time. Several servers may do so at once. @returns how much was erased */
  async erase(kind: RetentionKind, at: Date): Promise<number> {
    const before = this.endedBefore(kind, at);
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
}
