import {
  type AgeMatch,
  ageMatchOn,
  ageTextOn,
  type ParticipationState,
  type Roster,
  type RosterChild,
  slotDay,
} from '@kidlab/contract';
import { Injectable } from '@nestjs/common';
import sql, { type Sql } from 'sql-template-tag';
import { DataSource } from 'typeorm';

import { rowsOf } from '../common/statements.js';
import { LabCalendar } from '../common/lab.js';
import { FAMILY_OF_MEMBER, namedColumns } from '../families/record.sql.js';
import { hasSeat } from './answers/answer-rules.js';
import { findSlot, waitingReasons } from './answers/waiting-list.js';
import { SlotsService } from './slots.service.js';
import { participationFields } from './studies.sql.js';

type RosterRow = Omit<RosterChild, 'ageText'>;

/** The children with a seat in a slot, its waiting list, and the children its cancellation affects. */
@Injectable()
export class RosterService {
  constructor(
    private readonly slots: SlotsService,
    private readonly dataSource: DataSource,
    private readonly calendar: LabCalendar,
  ) {}

  /** @throws 404 */
  async ofSlot(id: number): Promise<Roster> {
    const { manager } = this.dataSource;
    const slot = await this.slots.get(id);
    const roster = rosterSql(id, this.calendar.moment().timeZone);
    const rows = await rowsOf<RosterRow>(manager, roster);
    const day = slotDay(slot);
    const stored = await findSlot(manager, id);
    const { place, criteria } = stored.study;
    const children = rows.map((child) => {
      const match = ageMatchOn(child, criteria, day);
      const remark = ageRemark(match, child.ageConfirmedAt !== null);
      return { ...child, ageText: `${ageTextOn(child, day)}${remark}` };
    });
    const withState = (state: ParticipationState): RosterChild[] =>
      children.filter((child) => child.state === state);
    const [waiting, cancelled] = [withState('waitlisted'), withState('cancelled_by_lab')];
    const seated = children.filter(hasSeat);
    const whyWaiting = await waitingReasons(manager, this.calendar, stored);
    return { slot, study: { place, criteria }, seated, waiting, whyWaiting, cancelled };
  }
}

/** What staff should know about an age. Moving the session to another day clears the confirmation. */
function ageRemark(match: AgeMatch | null, isConfirmed: boolean): string {
  if (match === null) return ' (outside the study’s ages)';
  if (isConfirmed) return ' (confirmed by the parent)';
  return match === 'certain' ? '' : ' (age not confirmed)';
}

function rosterSql(slotId: number, timeZone: string): Sql {
  const columns = namedColumns({
    ...participationFields(timeZone),
    ...FAMILY_OF_MEMBER,
    gender: 'child.gender',
    specialNeeds: `coalesce(child.special_needs, '')`,
    guardianName: `coalesce(guardian.first_name || ' ' || guardian.last_name, '')`,
    primaryPhone: `coalesce(guardian.primary_phone, '')`,
    note: 'invitation.note',
    isMailed: `family.disabled_indicator = 'N'`,
  });
  return sql`SELECT ${columns} FROM participations AS participation
    JOIN slots AS slot ON slot.id = participation.slot_id
    JOIN invitations AS invitation ON invitation.id = participation.invitation_id
    JOIN families AS family ON family.id = participation.family_id
    JOIN children AS child ON child.id = participation.child_id
    LEFT JOIN guardians AS guardian ON guardian.family_id = family.id AND guardian.is_primary_indicator = 'Y'
    WHERE slot.id = ${slotId} AND (participation.state IN ('accepted', 'attended', 'no_show', 'waitlisted')
      -- Families of children who were taken off earlier have been told.
      OR participation.state = 'cancelled_by_lab' AND participation.modified_date >= slot.cancelled_at)
    ORDER BY participation.waiting_number, lower(family.family_name), family.id, lower(child.first_name), child.id`;
}
