import type { AuditAction } from '@kidlab/contract';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

import { AuditTrail, SYSTEM_ACTOR } from '../audit/audit.service.js';
import { inBatches } from '../common/jobs.js';

/** Families per transaction. */
const BATCH = 200;

const EXPIRED_DRAFTS = { state: 'draft', since: 'draft_expires_at' };
const UNCONFIRMED = { state: 'awaiting', since: 'agreement_accepted_at' };

/** SQL: families in that state since `$1` or earlier. */
const due = ({ state, since }: typeof UNCONFIRMED): string =>
  `FROM families WHERE state = '${state}' AND ${since} <= $1`;

/** Erases families whose retention period has ended. Several servers may run it at once. */
@Injectable()
export class BatchErasureService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly audit: AuditTrail,
  ) {}

  /** @returns how many drafts were erased. */
  expiredDrafts(now: Date): Promise<number> {
    return this.erase(EXPIRED_DRAFTS, 'draft.expired', now);
  }

  /**
   * Erases families that accepted the agreement by this moment and never confirmed.
   * @returns how many were erased.
   */
  unconfirmed(acceptedBefore: Date): Promise<number> {
    return this.erase(UNCONFIRMED, 'family.retention-ended', acceptedBefore);
  }

  /** Counts what `unconfirmed` would erase, and lists the oldest. */
  async listUnconfirmed(
    acceptedBefore: Date,
    limit: number,
  ): Promise<{ count: number; oldest: { guid: string; acceptedAt: Date }[] }> {
    const { manager } = this.dataSource;
    const [{ count }]: [{ count: number }] = await manager.query(
      `SELECT count(*)::integer AS count ${due(UNCONFIRMED)}`,
      [acceptedBefore],
    );
    const oldest: { guid: string; acceptedAt: Date }[] = await manager.query(
      `SELECT guid, agreement_accepted_at AS "acceptedAt" ${due(UNCONFIRMED)}
       ORDER BY agreement_accepted_at, id LIMIT $2`,
      [acceptedBefore, limit],
    );
    return { count, oldest };
  }

  /** Skips families that another transaction has locked. Their audit events stay, without values. */
  private erase(selection: typeof UNCONFIRMED, action: AuditAction, moment: Date): Promise<number> {
    return inBatches(this.dataSource, BATCH, async (manager) => {
      const [families]: [{ guid: string }[], number] = await manager.query(
        `DELETE FROM families WHERE id IN (
           SELECT id ${due(selection)} ORDER BY ${selection.since} LIMIT $2 FOR UPDATE SKIP LOCKED)
         RETURNING guid`,
        [moment, BATCH],
      );
      await this.audit.forget(
        manager,
        families.map(({ guid }) => guid),
      );
      for (const family of families) {
        await this.audit.recordFamily(manager, { actor: SYSTEM_ACTOR, action }, family);
      }
      return families.length;
    });
  }
}
