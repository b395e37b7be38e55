import type { CalendarMonth, Roster, RosterChild } from '@kidlab/contract';
import { Injectable } from '@nestjs/common';
import sql, { type Sql } from 'sql-template-tag';
import { DataSource } from 'typeorm';

import { ageTextOn, calendarDay } from '../common/age.js';
import { rowsOf } from '../common/statements.js';
import { Environment } from '../config/environment.js';
import { FAMILY_OF_MEMBER, namedColumns } from '../families/record.sql.js';
import { SlotsService } from './slots.service.js';
import { participationFields } from './studies.sql.js';

type RosterRow = Omit<RosterChild, 'ageText'> & CalendarMonth;

/** The children with a seat in a slot, and its waiting list. */
@Injectable()
export class RosterService {
  constructor(
    private readonly slots: SlotsService,
    private readonly dataSource: DataSource,
    private readonly environment: Environment,
  ) {}

  /** @throws 404 */
  async ofSlot(id: number): Promise<Roster> {
    const slot = await this.slots.get(id);
    const rows = await rowsOf<RosterRow>(
      this.dataSource,
      rosterSql(id, this.environment.labTimeZone),
    );
    const day = calendarDay(slot.startsLocal.slice(0, 10));
    const children = rows.map(({ month, year, ...child }) => ({
      ...child,
      ageText: ageTextOn({ month, year }, day),
    }));
    const waiting = children.filter(({ state }) => state === 'waitlisted');
    return { slot, seated: children.filter((child) => !waiting.includes(child)), waiting };
  }
}

function rosterSql(slotId: number, timeZone: string): Sql {
  const columns = namedColumns({
    ...participationFields(timeZone),
    ...FAMILY_OF_MEMBER,
    month: 'child.month_of_birth',
    year: 'child.year_of_birth',
    gender: 'child.gender',
    specialNeeds: `coalesce(child.special_needs, '')`,
    guardianName: `coalesce(guardian.first_name || ' ' || guardian.last_name, '')`,
    primaryPhone: `coalesce(guardian.primary_phone, '')`,
    note: 'invitation.note',
  });
  return sql`SELECT ${columns} FROM participations AS participation
    JOIN slots AS slot ON slot.id = participation.slot_id
    JOIN invitations AS invitation ON invitation.id = participation.invitation_id
    JOIN families AS family ON family.id = participation.family_id
    JOIN children AS child ON child.id = participation.child_id
    LEFT JOIN guardians AS guardian ON guardian.family_id = family.id AND guardian.is_primary_indicator = 'Y'
    WHERE slot.id = ${slotId} AND participation.state IN ('accepted', 'attended', 'no_show', 'waitlisted')
    ORDER BY participation.waiting_number, lower(family.family_name), family.id, lower(child.first_name), child.id`;
}
