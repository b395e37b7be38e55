import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';

import { AuditTrail, SYSTEM_ACTOR } from '../audit/audit.service.js';

/** Families that one transaction erases at most: short locks, and a crash loses little. */
const BATCH = 200;

/** Erases families whose time is over, batch by batch. What remains of each is an audit row without its data. */
@Injectable()
export class BatchErasure {
  constructor(
    private readonly dataSource: DataSource,
    private readonly audit: AuditTrail,
  ) {}

  /**
   * @param action what the audit trail calls it.
   * @param erase erases up to `limit` families and returns their guids.
   * @returns how many were erased.
   */
  async run(
    action: string,
    erase: (manager: EntityManager, limit: number) => Promise<string[]>,
  ): Promise<number> {
    let total = 0;
    for (;;) {
      const count = await this.dataSource.transaction(async (manager) => {
        const guids = await erase(manager, BATCH);
        for (const subjectId of guids) {
          await this.audit.record(manager, {
            actor: SYSTEM_ACTOR,
            action,
            subjectType: 'family',
            subjectId,
          });
        }
        return guids.length;
      });
      total += count;
      if (count < BATCH) return total;
    }
  }
}
