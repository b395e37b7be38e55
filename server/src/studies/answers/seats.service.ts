import {
  type BeforeApplicationShutdown,
  Injectable,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import sql from 'sql-template-tag';
import { DataSource, type EntityManager, In } from 'typeorm';

import { SYSTEM_ACTOR } from '../../audit/audit.service.js';
import { Child } from '../../children/child.entity.js';
import { Pauses } from '../../common/clock.js';
import { LabSchedule, logErrors } from '../../common/jobs.js';
import { LabCalendar } from '../../common/lab.js';
import { rowsOf } from '../../common/statements.js';
import { Family } from '../../families/family.entity.js';
import { lockFamily } from '../../families/family-locks.js';
import { isOfAgeSql } from '../candidates/study-at.js';
import { Participation } from '../invitation.entity.js';
import { Slot } from '../slot.entity.js';
import { Study } from '../study.entity.js';
import { lockSlots } from '../slot-locks.js';
import { openAfter } from './answer-rules.js';
import { FREED_SEATS, ParticipationChangesService } from './participation-changes.service.js';

/** `$1`: the earliest start. */
const FREE = `
  SELECT id FROM slots WHERE starts_at > $1 AND cancelled_at IS NULL AND waiting > 0 AND taken < seats ORDER BY id`;

/** The longest that a call of staff waits for free seats to be filled. */
const MAX_WAIT_MS = 3000;

/**
 * Gives free seats to the families that have waited longest, until the cut-off: after each commit that may have freed
 * some, and each minute for those that a crash left. Safe on several servers at once.
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
      // Their seats are erased with them.
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
   * Not awaited: the committing transaction still holds its connection. Runs one at a time; seats that are freed
   * during a run get one more.
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
   * error or a long wait, the run of each minute fills the seats.
   */
  async filled(): Promise<void> {
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
      const next = await nextWaiting(this.dataSource.manager, this.calendar, slotId);
      if (next === null) return;
      await this.dataSource.transaction((manager) => this.seat(manager, slotId, next.familyId));
    }
  }

  /** Does nothing if another family is first by now. */
  private async seat(manager: EntityManager, slotId: number, familyId: number): Promise<void> {
    if ((await lockFamily(manager, { id: familyId })) === null) return;
    await lockSlots(manager, [slotId]);
    const next = await nextWaiting(manager, this.calendar, slotId);
    if (next?.familyId !== familyId) return;
    const siblings = await manager.find(Participation, {
      where: { id: In(next.ids) },
      relations: { family: true },
    });
    const seat = { state: 'accepted', waitingNumber: null } as const;
    await this.changes.write(manager, SYSTEM_ACTOR, siblings, seat);
    await this.changes.tell(manager, [next.invitationId], SYSTEM_ACTOR);
  }
}

/** Siblings who wait together. */
type Waiting = Pick<Participation, 'familyId' | 'invitationId'> & { ids: number[] };

/**
 * The first waiting family that the free seats of a slot are for: enough of them for all its children, whose age on
 * that day is certain, or possible and confirmed; it may be mailed and has no other session at that time. After the
 * cut-off, seats are for nobody.
 */
export async function nextWaiting(manager: EntityManager, calendar: LabCalendar, slotId: number) {
  const slot = await manager.findOneBy(Slot, { id: slotId });
  const study = slot && (await manager.findOneBy(Study, { id: slot.studyId }));
  if (!study) return null;
  const at = { day: calendar.dayOf(slot.startsAt) };
  // A move to another day takes the confirmation back.
  const isOfAge = sql`(${isOfAgeSql(study, at, 'certain')}
    OR ${isOfAgeSql(study, at)} AND participation.age_confirmed_at IS NOT NULL)`;
  const [next] = await rowsOf<Waiting>(
    manager,
    sql`SELECT participation.family_id AS "familyId", participation.invitation_id AS "invitationId",
      array_agg(participation.id) AS ids
    FROM participations AS participation
    JOIN slots AS slot ON slot.id = participation.slot_id
    JOIN families AS family ON family.id = participation.family_id AND family.disabled_indicator = 'N'
    JOIN children AS child ON child.id = participation.child_id
    WHERE slot.id = ${slotId} AND slot.starts_at > ${openAfter(calendar.moment().now)}
      AND slot.cancelled_at IS NULL AND participation.state = 'waitlisted'
      AND NOT EXISTS (SELECT FROM participations AS seat
        WHERE seat.family_id = participation.family_id AND seat.state = 'accepted'
          AND seat.slot_id <> slot.id AND seat.during && participation.during)
    GROUP BY slot.id, participation.family_id, participation.invitation_id, participation.waiting_number
    HAVING count(*) <= slot.seats - slot.taken AND bool_and(${isOfAge})
    ORDER BY participation.waiting_number LIMIT 1`,
  );
  return next ?? null;
}

/** The next number on a waiting list. The caller has locked the slot. */
export async function nextWaitingNumber(manager: EntityManager, slotId: number): Promise<number> {
  const last = await manager.findOne(Participation, {
    where: { slotId, state: 'waitlisted' },
    order: { waitingNumber: 'DESC' },
  });
  return (last?.waitingNumber ?? 0) + 1;
}

/**
 * Seats for siblings if there are enough of them that no waiting family can take, else a place on the waiting list for
 * all. The caller has locked the slot.
 */
export async function admissionTo(
  manager: EntityManager,
  calendar: LabCalendar,
  slotId: number,
  children: number,
): Promise<Pick<Participation, 'state' | 'waitingNumber'>> {
  const { seats, taken, waiting } = await manager.findOneByOrFail(Slot, { id: slotId });
  const isFree =
    taken + children <= seats &&
    (waiting === 0 || (await nextWaiting(manager, calendar, slotId)) === null);
  if (isFree) return { state: 'accepted', waitingNumber: null };
  return { state: 'waitlisted', waitingNumber: await nextWaitingNumber(manager, slotId) };
}
