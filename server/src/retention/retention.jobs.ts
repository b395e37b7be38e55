import { RETENTION, RETENTION_KINDS, type RetentionKind } from '@kidlab/contract';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import { CronJob, CronTime } from 'cron';

import { AuditTrail, SYSTEM_ACTOR } from '../audit/audit.service.js';
import { Clock } from '../common/clock.js';
import { reportFault, ScheduleSwitch } from '../common/jobs.js';
import { Environment } from '../config/environment.js';
import { CapturedMailbox } from '../email/captured/captured-mailbox.service.js';
import { BatchErasureService } from '../families/batch-erasure.service.js';
import { ExpiredRows } from './expired-rows.service.js';
import { RETENTION_RULES, type RetentionRule } from './retention-rules.js';

const DAY = 24 * 3_600_000;

/** Erases what has served its purpose. Several servers may run it at once, each takes what the others have not taken. */
@Injectable()
export class RetentionJobs {
  constructor(
    private readonly erasure: BatchErasureService,
    private readonly rows: ExpiredRows,
    private readonly files: CapturedMailbox,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
    private readonly environment: Environment,
  ) {}

  /** Each kind by itself: a fault in one leaves the others be. What went is told by one audit row, in numbers. */
  async daily(): Promise<void> {
    const counts: Partial<Record<RetentionKind, number>> = {};
    for (const kind of RETENTION_KINDS) {
      await reportFault(`erase ${kind} that have served their purpose`, async () => {
        const count = await this.erase(kind);
        if (count > 0) counts[kind] = count;
      });
    }
    if (Object.keys(counts).length === 0) return;
    await reportFault('write down what was erased', () =>
      this.audit.recordAlone({
        actor: SYSTEM_ACTOR,
        action: 'retention.done',
        subjectType: 'retention',
        subjectId: null,
        after: counts,
      }),
    );
  }

  eraseUnconfirmed(): Promise<number> {
    return this.erase('families');
  }

  /** How long a kind is kept after its purpose has ended. */
  keptDays(kind: RetentionKind): number {
    if (kind === 'families') return this.environment.unconfirmedRetentionDays;
    if (kind === 'capturedMails') return RETENTION.capturedMailDays;
    return ruleOf(kind).keptDays;
  }

  /** What a run at `at` erases of a kind had its purpose until then, or earlier. */
  endedBefore(kind: RetentionKind, at: Date): Date {
    return new Date(at.getTime() - this.keptDays(kind) * DAY);
  }

  private async erase(kind: RetentionKind): Promise<number> {
    const before = this.endedBefore(kind, this.clock.now());
    if (kind === 'families') return this.erasure.unconfirmed(before);
    if (kind === 'capturedMails') {
      return this.files.remove((await this.files.until(before)).map(({ name }) => name));
    }
    return this.rows.erase(ruleOf(kind), before);
  }
}

/** @throws for a kind without a rule: a test holds the two together. */
export function ruleOf(kind: RetentionKind): RetentionRule {
  const rule = RETENTION_RULES.find((each) => each.kind === kind);
  if (rule === undefined) throw new Error(`no rule says how long ${kind} are kept`);
  return rule;
}

const RETENTION_CRON = '0 3 * * *';

/** The name of the job in Nest's registry, which stops it with the server. */
const RETENTION_JOB = 'retention';

@Injectable()
export class RetentionSchedule implements OnApplicationBootstrap {
  constructor(
    private readonly jobs: RetentionJobs,
    private readonly registry: SchedulerRegistry,
    private readonly environment: Environment,
    private readonly schedules: ScheduleSwitch,
  ) {}

  onApplicationBootstrap(): void {
    if (!this.schedules.isOn) return;
    const job = CronJob.from({
      cronTime: RETENTION_CRON,
      timeZone: this.environment.labTimeZone,
      onTick: () => this.jobs.daily(),
      waitForCompletion: true,
      start: true,
    });
    this.registry.addCronJob(RETENTION_JOB, job);
  }

  next(at: Date): Date {
    const time = new CronTime(RETENTION_CRON, this.environment.labTimeZone);
    return time.getNextDateFrom(at, this.environment.labTimeZone).toJSDate();
  }
}
