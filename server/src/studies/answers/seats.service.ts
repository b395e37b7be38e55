import {
  type BeforeApplicationShutdown,
  Injectable,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { DataSource, type EntityManager, In } from 'typeorm';

import { SYSTEM_ACTOR } from '../../audit/audit.service.js';
import { Child } from '../../children/child.entity.js';
import { Pauses } from '../../common/clock.js';
import { LabSchedule, logErrors } from '../../common/jobs.js';
import { LabCalendar } from '../../common/lab.js';
import { Family } from '../../families/family.entity.js';
import { lockFamily } from '../../families/family-locks.js';
import { Participation } from '../invitation.entity.js';
import { lockSlots } from '../slot-locks.js';
import { openAfter } from './answer-rules.js';
import { FREED_SEATS, ParticipationChangesService } from './participation-changes.service.js';
import { findSlot, nextWaiting } from './waiting-list.js';

/** `$1`: the earliest start. */
const FREE = `
  SELECT id FROM slots WHERE starts_at > $1 AND waiting > 0 AND taken < seats ORDER BY id`;

/** The longest that a call of staff waits for free seats to be filled. */
const MAX_WAIT_MS = 3000;

/**
 * Gives free seats to the families that have waited longest, until the cut-off: after each commit that may have freed
 * some, and every minute in case of a crash. Safe on several servers at once.
 */
@Injectable()
export class SeatsService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private filling = Promise.resolve();
  private isDue = false;

  constructor(
    private readonly dataSource: DataSource,
    private readonly changes: ParticipationChangesService,
    private readonly calendar: LabCalendar,
    private readonly schedule: LabSchedule,
    private readonly pauses: Pauses,
  ) {}

  onApplicationBootstrap(): void {
    this.dataSource.subscribers.push({
      // Deleting a family or child frees its seats.
      afterRemove: ({ metadata, queryRunner }) => {
        if (metadata.target === Family || metadata.target === Child) {
          FREED_SEATS.note({ queryRunner });
        }
      },
    });
    FREED_SEATS.run(this.dataSource, () => this.fillSoon());
    this.schedule.start('seats', '* * * * *', () => this.fillAll());
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.filling;
  }

  /**
   * Not awaited: the committing transaction still holds its connection. Runs one at a time. Seats freed during
   * a run trigger one more.
   */
  private fillSoon(): void {
    if (this.isDue) return;
    this.isDue = true;
    this.filling = this.filling.then(() => {
      this.isDue = false;
      return this.fillAll();
    });
  }

  /**
   * Resolves once the seats that were freed by commits before this call are filled, so that staff see who has them;
   * the caller's transaction must have ended, or many such calls would hold all connections. Never rejects: after an
   * error or a long wait, the next run of the minute schedule fills the seats.
   */
  async waitUntilFilled(): Promise<void> {
    await Promise.race([this.filling, this.pauses.pause(MAX_WAIT_MS)]);
  }

  async fillAll(): Promise<void> {
    await logErrors('look for free seats', async () => {
      const slots: { id: number }[] = await this.dataSource.query(FREE, [
        openAfter(this.calendar.moment().now),
      ]);
      for (const { id } of slots) {
        await logErrors(`fill the seats of slot ${String(id)}`, () => this.fill(id));
      }
    });
  }

  /** One transaction for each family. */
  async fill(slotId: number): Promise<void> {
    for (;;) {
      const next = await this.nextIn(this.dataSource.manager, slotId);
      if (next === null) return;
      await this.dataSource.transaction((manager) => this.seat(manager, slotId, next.familyId));
    }
  }

  /** Does nothing if another family is first by now. */
  private async seat(manager: EntityManager, slotId: number, familyId: number): Promise<void> {
    if ((await lockFamily(manager, { id: familyId })) === null) return;
    await lockSlots(manager, [slotId]);
    const next = await this.nextIn(manager, slotId);
    if (next?.familyId !== familyId) return;
    const siblings = await manager.find(Participation, {
      where: { id: In(next.ids) },
      relations: { family: true },
    });
    const seat = { state: 'accepted', waitingNumber: null } as const;
    await this.changes.write(manager, SYSTEM_ACTOR, siblings, seat);
    await this.changes.notify(manager, [next.invitationId], SYSTEM_ACTOR);
  }

  private async nextIn(manager: EntityManager, slotId: number) {
    return nextWaiting(manager, this.calendar, await findSlot(manager, slotId));
  }
}
