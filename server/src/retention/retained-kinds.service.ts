import { RETENTION_KINDS, type RetentionKind } from '@kidlab/contract';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

import { inBatches } from '../common/jobs.js';
import { Environment } from '../config/environment.js';
import { CapturedMailbox } from '../email/captured/captured-mailbox.service.js';
import { BatchErasureService } from '../families/batch-erasure.service.js';
import { countExpired, nextExpired, RETENTION, RETENTION_RULES } from './retention-rules.js';

/** Most rows per transaction. */
const BATCH = 1000;

export interface Expired {
  readonly count: number;
  readonly oldest: Date | null;
}

/** A kind of data with the end of its purpose, how long it is kept after that, and how it is found and erased. */
export interface RetainedKind {
  readonly kind: RetentionKind;
  readonly keptDays: number;
  /** The data whose purpose ended at `before` or earlier. */
  expired(before: Date): Promise<Expired>;
  /** Erases that data. Several servers may do so at once. @returns how much was erased */
  erase(before: Date): Promise<number>;
}

/** All kinds of data with a retention period. */
@Injectable()
export class RetainedKinds {
  readonly all: readonly RetainedKind[];

  constructor(
    private readonly dataSource: DataSource,
    private readonly families: BatchErasureService,
    private readonly files: CapturedMailbox,
    private readonly environment: Environment,
  ) {
    this.all = RETENTION_KINDS.map((kind) => this.find(kind));
  }

  find(kind: RetentionKind): RetainedKind {
    if (kind === 'families') return this.unconfirmedFamilies();
    if (kind === 'capturedMails') return this.capturedMails();
    return this.rows(kind);
  }

  private unconfirmedFamilies(): RetainedKind {
    return {
      kind: 'families',
      keptDays: this.environment.unconfirmedRetentionDays,
      expired: async (before) => {
        const { count, oldest } = await this.families.listUnconfirmed(before, 1);
        return { count, oldest: oldest[0]?.acceptedAt ?? null };
      },
      erase: (before) => this.families.unconfirmed(before),
    };
  }

  private capturedMails(): RetainedKind {
    return {
      kind: 'capturedMails',
      keptDays: RETENTION.capturedMailDays,
      expired: async (before) => {
        const times = (await this.files.until(before)).map(({ at }) => at);
        return {
          count: times.length,
          oldest: times[0] === undefined ? null : new Date(Math.min(...times)),
        };
      },
      erase: async (before) =>
        this.files.remove((await this.files.until(before)).map(({ name }) => name)),
    };
  }

  private rows(kind: keyof typeof RETENTION_RULES): RetainedKind {
    const rule = RETENTION_RULES[kind];
    return {
      kind,
      keptDays: rule.keptDays,
      expired: async (before) => {
        const [expired]: [Expired] = await this.dataSource.query(countExpired(rule), [before]);
        return expired;
      },
      erase: (before) =>
        inBatches(this.dataSource, BATCH, async (manager) => {
          const rows: { key: unknown }[] = await manager.query(nextExpired(rule), [before, BATCH]);
          const keys = rows.map(({ key }) => key);
          if (rule.before !== undefined) await manager.query(rule.before, [keys]);
          await manager.query(`DELETE FROM ${rule.table} WHERE ${rule.key} = ANY ($1)`, [keys]);
          return keys.length;
        }),
    };
  }
}
