import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { DataSource } from 'typeorm';

import { AuditTrail, SYSTEM_ACTOR } from '../audit/audit.service.js';
import { Clock } from '../common/clock.js';
import { HOUR } from '../common/durations.js';
import { describeError, isTransientError } from '../common/errors.js';
import { LabSchedule, logErrors } from '../common/jobs.js';
import { chunksOf } from '../common/statements.js';
import { Environment } from '../config/environment.js';
import { Suppressions } from '../email/suppression/suppressions.service.js';
import { lockFamily } from '../families/family-locks.js';
import { hoursKept } from './confirmation.js';
import { ConfirmationLinksService } from './confirmation-links.service.js';

/** Hours without any mail before a second notice. */
const QUIET_HOURS = 24;

/** The name of the job in Nest's registry. */
export const FOLLOW_UP_JOB = 'follow-up';

/**
 * Families whose first mail was sent by `$1`, with no mail sent after `$2` and none queued. The first conditions match
 * the partial index. The subquery is scalar, because for NOT EXISTS the planner would read all mail.
 */
export const DUE_FAMILIES = `
  SELECT id, email FROM families AS family
  WHERE state = 'awaiting' AND second_email_sent_date IS NULL
    AND disabled_indicator = 'N' AND first_email_sent_date <= $1
    AND (SELECT true FROM outbox_messages WHERE family_id = family.id
      AND (state IN ('pending', 'claimed') OR sent_at > $2
        OR (kind = 'second-notice' AND state <> 'withdrawn')) LIMIT 1) IS NULL`;

/**
 * Reminds families that have not confirmed: each once, even if several servers or people start the batch at the same
 * time. A notice that was withdrawn before it was sent does not count.
 */
@Injectable()
export class FollowUpService {
  private readonly logger = new Logger('follow-up');

  constructor(
    private readonly dataSource: DataSource,
    private readonly links: ConfirmationLinksService,
    private readonly suppressions: Suppressions,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
    private readonly environment: Environment,
  ) {}

  /**
   * Queues the second notice of each family that is due. An error with one family doesn't stop the others; that family
   * is due again in the next batch.
   * @returns how many notices this call has queued
   * @throws if the database is unavailable: the rest is due again in the next batch
   */
  async queueDue(actor: string): Promise<number> {
    const due: { id: number; email: string }[] = await this.dataSource.query(
      `${DUE_FAMILIES} ORDER BY id`,
      this.dueSince(),
    );
    let queued = 0;
    for (const families of chunksOf(due)) {
      const emails = families.map(({ email }) => email);
      const erased = await this.suppressions.among(this.dataSource.manager, emails);
      // An erased address only gets the mail that its owner asked for. A notice would be withdrawn, and due again.
      for (const { id } of families.filter(({ email }) => !erased.has(email))) {
        try {
          if (await this.queueOne(id, actor)) queued += 1;
        } catch (error) {
          if (isTransientError(error)) throw error;
          this.logger.error(`queue a second notice: ${describeError(error)}`);
        }
      }
    }
    return queued;
  }

  /** @returns false if the family is no longer due: another batch was first, or it was changed */
  private async queueOne(id: number, actor: string): Promise<boolean> {
    return this.dataSource.transaction(async (manager) => {
      const family = await lockFamily(manager, { id });
      // Checked again: other transactions may have committed before the lock was granted.
      const [due]: { id: number }[] = await manager.query(`${DUE_FAMILIES} AND id = $3`, [
        ...this.dueSince(),
        id,
      ]);
      if (family === null || due === undefined) return false;
      const { agreementAcceptedAt: accepted } = family;
      const { unconfirmedRetentionDays: days } = this.environment;
      // After a long outage, the next retention run erases the family.
      if (accepted !== null && hoursKept(accepted, this.clock.now(), days) <= 0) return false;
      await this.links.issue(manager, family, 'second-notice');
      await this.audit.recordFamily(manager, family, actor, 'second-notice.queued');
      return true;
    });
  }

  /** The values of `DUE_FAMILIES`. A shorter `FOLLOW_UP_AFTER_HOURS` also shortens the quiet time. */
  private dueSince(): [Date, Date] {
    const { followUpAfterHours } = this.environment;
    const now = this.clock.now().getTime();
    const quietHours = Math.min(QUIET_HOURS, followUpAfterHours);
    return [new Date(now - followUpAfterHours * HOUR), new Date(now - quietHours * HOUR)];
  }
}

/** Each server runs the batch on the schedule `FOLLOW_UP_CRON`, in the lab's time zone. */
@Injectable()
export class FollowUpJob implements OnApplicationBootstrap {
  constructor(
    private readonly followUps: FollowUpService,
    private readonly environment: Environment,
    private readonly schedule: LabSchedule,
  ) {}

  onApplicationBootstrap(): void {
    this.schedule.start(FOLLOW_UP_JOB, this.environment.followUpCron, () =>
      logErrors('queue second notices', () => this.followUps.queueDue(SYSTEM_ACTOR)),
    );
  }
}
