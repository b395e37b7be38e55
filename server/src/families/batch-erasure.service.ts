import type { AuditAction } from '@kidlab/contract';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';

import { AuditTrail, SYSTEM_ACTOR } from '../audit/audit.service.js';
import { inBatches } from '../common/jobs.js';

/** Families that one transaction erases at most. */
const BATCH = 200;

/** Which families are erased, in SQL: `$1` is the moment. */
interface Selection {
  readonly action: AuditAction;
  readonly condition: string;
  readonly order: string;
}

const EXPIRED_DRAFTS: Selection = {
  action: 'draft.expired',
  condition: `state = 'draft' AND draft_expires_at <= $1`,
  order: 'draft_expires_at',
};
const UNCONFIRMED: Selection = {
  action: 'family.retention-ended',
  condition: `state = 'awaiting' AND agreement_accepted_at <= $1`,
  order: 'agreement_accepted_at',
};

/**
 * Erases families whose time is over, batch by batch, but those that somebody is working on. What remains of each is
 * its audit trail without its data.
 */
@Injectable()
export class BatchErasureService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly audit: AuditTrail,
  ) {}

  /** Drafts whose time is over. @returns how many were erased. */
  expiredDrafts(now: Date): Promise<number> {
    return this.erase(EXPIRED_DRAFTS, now);
  }

  /**
   * Families that accepted the agreement at `acceptedBefore` or before, and never confirmed. @returns how many were
   * erased.
   */
  unconfirmed(acceptedBefore: Date): Promise<number> {
    return this.erase(UNCONFIRMED, acceptedBefore);
  }

  /** What `unconfirmed` would erase: how many, and the oldest of them, at most `limit`. */
  async listUnconfirmed(
    acceptedBefore: Date,
    limit: number,
  ): Promise<{ count: number; oldest: { guid: string; acceptedAt: Date }[] }> {
    const { manager } = this.dataSource;
    const [{ count }]: [{ count: number }] = await manager.query(
      `SELECT count(*)::integer AS count FROM families WHERE ${UNCONFIRMED.condition}`,
      [acceptedBefore],
    );
    const oldest: { guid: string; acceptedAt: Date }[] = await manager.query(
      `SELECT guid, agreement_accepted_at AS "acceptedAt" FROM families WHERE ${UNCONFIRMED.condition}
       ORDER BY agreement_accepted_at, id LIMIT $2`,
      [acceptedBefore, limit],
    );
    return { count, oldest };
  }

  private async erase(selection: Selection, moment: Date): Promise<number> {
    return inBatches(this.dataSource, BATCH, (manager) =>
      this.eraseBatch(manager, selection, moment),
    );
  }

  /** `SKIP LOCKED`: several servers may erase at once, each what the others have not taken. */
  private async eraseBatch(
    manager: EntityManager,
    { action, condition, order }: Selection,
    moment: Date,
  ): Promise<number> {
    const [families]: [{ guid: string }[], number] = await manager.query(
      `DELETE FROM families WHERE id IN (
         SELECT id FROM families WHERE ${condition} ORDER BY ${order} LIMIT $2 FOR UPDATE SKIP LOCKED)
       RETURNING guid`,
      [moment, BATCH],
    );
    const guids = families.map(({ guid }) => guid);
    await this.audit.forget(manager, guids);
    for (const family of families) {
      await this.audit.recordFamily(manager, { actor: SYSTEM_ACTOR, action }, family);
    }
    return families.length;
  }
}
