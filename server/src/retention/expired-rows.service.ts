import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';

import type { RetentionRule } from './retention-rules.js';

/** Rows that one transaction erases at most: short locks, and a crash loses little. */
const BATCH = 1000;

export interface Expired {
  readonly count: number;
  readonly oldest: Date | null;
}

@Injectable()
export class ExpiredRows {
  constructor(private readonly dataSource: DataSource) {}

  /** What has served its purpose at `before` or earlier. */
  async count(rule: RetentionRule, before: Date): Promise<Expired> {
    const [expired]: [Expired] = await this.dataSource.query(
      `SELECT count(*)::integer AS count, min(${rule.endedAt}) AS oldest ${found(rule)}`,
      [before],
    );
    return expired;
  }

  /** Erases it, batch by batch. Several servers may do so at once. @returns how many rows went. */
  async erase(rule: RetentionRule, before: Date): Promise<number> {
    let total = 0;
    for (;;) {
      const count = await this.dataSource.transaction((manager) =>
        this.eraseBatch(manager, rule, before),
      );
      total += count;
      if (count < BATCH) return total;
    }
  }

  /** `SKIP LOCKED`: rows that another transaction works on are left to it. */
  private async eraseBatch(
    manager: EntityManager,
    rule: RetentionRule,
    before: Date,
  ): Promise<number> {
    const rows: { key: unknown }[] = await manager.query(nextExpired(rule), [before, BATCH]);
    const keys = rows.map(({ key }) => key);
    if (rule.before !== undefined) await manager.query(rule.before, [keys]);
    await manager.query(`DELETE FROM ${rule.table} WHERE ${rule.key} = ANY ($1)`, [keys]);
    return keys.length;
  }
}

/** The keys of those that ended longest ago, locked: `$1` the moment, `$2` how many at most. */
export function nextExpired(rule: RetentionRule): string {
  return `SELECT ${rule.key} AS key ${found(rule)} ORDER BY ${rule.endedAt} LIMIT $2 FOR UPDATE SKIP LOCKED`;
}

function found({ table, endedAt, condition = 'true' }: RetentionRule): string {
  return `FROM ${table} WHERE ${endedAt} <= $1 AND ${condition}`;
}
