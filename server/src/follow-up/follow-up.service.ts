import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';

import { AuditTrail, familySubject } from '../audit/audit.service.js';
import { Clock } from '../common/clock.js';
import { isPassingFault } from '../common/faults.js';
import { reportFault } from '../common/jobs.js';
import { Environment } from '../config/environment.js';
import { ConfirmationLinks } from '../confirmation/confirmation-links.js';
import { Outbox } from '../email/outbox.js';
import type { Family } from '../families/family.entity.js';
import { dueSince, SECOND_NOTICE_KIND, secondNoticeKey } from './second-notice.js';

/**
 * `$1`: see `dueSince`. The first lines as the partial index has them. Whether a notice is there is asked of each family as a value: for a NOT EXISTS
 * the planner would read all mail there ever was.
 */
export const DUE_FAMILIES = `
  SELECT id, guid, email, (SELECT count(*)::integer FROM outbox_messages
    WHERE family_id = family.id AND kind = '${SECOND_NOTICE_KIND}') AS withdrawn
  FROM families AS family
  WHERE state = 'awaiting' AND first_email_sent_date IS NOT NULL AND second_email_sent_date IS NULL
    AND disabled_indicator = 'N' AND first_email_sent_date <= $1
    AND (SELECT true FROM outbox_messages
      WHERE family_id = family.id AND kind = '${SECOND_NOTICE_KIND}' AND state <> 'withdrawn' LIMIT 1) IS NULL`;

/** Families that are dealt with in one transaction. */
const TOGETHER = 200;

const LOCK_ALL =
  'SELECT id FROM families WHERE id = ANY ($1) ORDER BY id FOR NO KEY UPDATE SKIP LOCKED';
const LOCK = 'SELECT id FROM families WHERE id = $1 FOR NO KEY UPDATE';

type DueFamily = Pick<Family, 'id' | 'guid' | 'email'> & { readonly withdrawn: number };

/** Reminds families that have not confirmed: once, whoever asks for it, on however many servers at once. */
@Injectable()
export class FollowUp {
  constructor(
    private readonly dataSource: DataSource,
    private readonly links: ConfirmationLinks,
    private readonly outbox: Outbox,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
    private readonly environment: Environment,
  ) {}

  /**
   * Queues the second notice of each family that is due. A family that can't be dealt with spoils nothing for the others:
   * it is due again in the next batch.
   * @param actor who asked for it.
   * @returns how many this call has queued.
   * @throws while the database is away: what is left is due again in the next batch.
   */
  async queueDue(actor: string): Promise<number> {
    const due: { id: number }[] = await this.dataSource.query(`${DUE_FAMILIES} ORDER BY id`, [
      this.dueSince(),
    ]);
    let queued = 0;
    const taken: number[] = [];
    for (let start = 0; start < due.length; start += TOGETHER) {
      const ids = due.slice(start, start + TOGETHER).map(({ id }) => id);
      try {
        const together = await this.queueTogether(ids, actor);
        queued += together.queued;
        taken.push(...together.taken);
        // Their mails need not wait for the rest.
        if (together.queued > 0) this.outbox.nudge();
      } catch (fault) {
        // With the database away each alone would fail as well.
        if (isPassingFault(fault)) throw fault;
        // One of them: which shows, and is reported, where each is dealt with alone.
        taken.push(...ids);
      }
    }
    // Another batch had them, or somebody who saved the family: that one's end is waited for. Or they failed in company.
    for (const id of taken) {
      await reportFault('queue a second notice', async () => {
        queued += await this.queueOne(id, actor);
      });
    }
    if (queued > 0) this.outbox.nudge();
    return queued;
  }

  /** Whatever is due among these and nobody else has locked, all or none. `taken`: somebody has, or it is gone. */
  private queueTogether(
    ids: readonly number[],
    actor: string,
  ): Promise<{ queued: number; taken: number[] }> {
    return this.dataSource.transaction(async (manager) => {
      const rows: { id: number }[] = await manager.query(LOCK_ALL, [ids]);
      const locked = new Set(rows.map(({ id }) => id));
      const queued = await this.queueLocked(manager, [...locked], actor);
      return { queued, taken: ids.filter((id) => !locked.has(id)) };
    });
  }

  private queueOne(id: number, actor: string): Promise<number> {
    return this.dataSource.transaction(async (manager) => {
      const locked: { id: number }[] = await manager.query(LOCK, [id]);
      return this.queueLocked(
        manager,
        locked.map((row) => row.id),
        actor,
      );
    });
  }

  private async queueLocked(
    manager: EntityManager,
    ids: readonly number[],
    actor: string,
  ): Promise<number> {
    // A statement of its own: it sees what was committed before the locks were given.
    const due: DueFamily[] = await manager.query(`${DUE_FAMILIES} AND id = ANY ($2) ORDER BY id`, [
      this.dueSince(),
      ids,
    ]);
    if (due.length === 0) return 0;
    await this.links.issueAll(
      manager,
      due.map((family) => ({
        family,
        kind: SECOND_NOTICE_KIND,
        // Those that are there were withdrawn: a new link was mailed before they left, or the family was disabled then.
        dedupeKey: secondNoticeKey(family.id, family.withdrawn),
      })),
    );
    await this.audit.recordAll(
      manager,
      due.map((family) => ({
        actor,
        action: 'second-notice.queued',
        ...familySubject(family),
      })),
    );
    return due.length;
  }

  private dueSince(): Date {
    return dueSince(this.clock.now(), this.environment.followUpAfterHours);
  }
}
