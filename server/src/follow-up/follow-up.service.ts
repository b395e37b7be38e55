import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';

import { AuditTrail, familySubject } from '../audit/audit.service.js';
import { Clock } from '../common/clock.js';
import { reportFault } from '../common/jobs.js';
import { Environment } from '../config/environment.js';
import { ConfirmationLinks } from '../confirmation/confirmation-links.js';
import { OutboxMessage } from '../email/outbox-message.entity.js';
import { Outbox } from '../email/outbox.js';
import { Family } from '../families/family.entity.js';
import { dueSince, SECOND_NOTICE_KIND, secondNoticeKey } from './second-notice.js';

/** `$1`: see `dueSince`. The first lines as the partial index has them. */
const DUE = `
  SELECT id FROM families AS family
  WHERE state = 'awaiting' AND first_email_sent_date IS NOT NULL AND second_email_sent_date IS NULL
    AND disabled_indicator = 'N' AND first_email_sent_date <= $1
    AND NOT EXISTS (SELECT 1 FROM outbox_messages
      WHERE family_id = family.id AND kind = '${SECOND_NOTICE_KIND}' AND state <> 'withdrawn')`;

const LOCK = 'SELECT id FROM families WHERE id = $1 FOR NO KEY UPDATE';

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
   */
  async queueDue(actor: string): Promise<number> {
    const due: { id: number }[] = await this.dataSource.query(`${DUE} ORDER BY id`, [
      this.dueSince(),
    ]);
    let queued = 0;
    const taken: number[] = [];
    for (const { id } of due) {
      await reportFault('queue a second notice', async () => {
        const outcome = await this.queueOne(id, actor, `${LOCK} SKIP LOCKED`);
        if (outcome === 'taken') taken.push(id);
        if (outcome === 'queued') queued += 1;
      });
    }
    // Another batch had them, or somebody who saved the family: that one's end is waited for.
    for (const id of taken) {
      await reportFault('queue a second notice', async () => {
        if ((await this.queueOne(id, actor, LOCK)) === 'queued') queued += 1;
      });
    }
    if (queued > 0) this.outbox.nudge();
    return queued;
  }

  /** `taken`: somebody else has locked the family, or it is gone. */
  private queueOne(
    id: number,
    actor: string,
    lock: string,
  ): Promise<'queued' | 'taken' | 'not due'> {
    return this.dataSource.transaction(async (manager) => {
      const locked: unknown[] = await manager.query(lock, [id]);
      if (locked.length === 0) return 'taken';
      // A statement of its own: it sees what was committed before the lock was given.
      if (!(await this.isDue(manager, id))) return 'not due';
      const family = await manager.findOneByOrFail(Family, { id });
      // Those that are there were withdrawn: a new link was mailed before they left, or the family was disabled then.
      const withdrawn = await manager.countBy(OutboxMessage, {
        familyId: id,
        kind: SECOND_NOTICE_KIND,
      });
      const letter = { kind: SECOND_NOTICE_KIND, dedupeKey: secondNoticeKey(id, withdrawn) };
      await this.links.issue(manager, family, letter);
      await this.audit.record(manager, {
        actor,
        action: 'second-notice.queued',
        ...familySubject(family),
      });
      return 'queued';
    });
  }

  private async isDue(manager: EntityManager, id: number): Promise<boolean> {
    const due: unknown[] = await manager.query(`${DUE} AND id = $2`, [this.dueSince(), id]);
    return due.length > 0;
  }

  private dueSince(): Date {
    return dueSince(this.clock.now(), this.environment.followUpAfterHours);
  }
}
