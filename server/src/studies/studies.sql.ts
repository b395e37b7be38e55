import type { StaffInvitation, StaffParticipation, StaffSlot, StaffStudy } from '@kidlab/contract';
import sql, { raw, type Sql } from 'sql-template-tag';

import { DAY } from '../common/durations.js';
import type { Moment } from '../common/lab.js';
import type { List } from '../common/list.js';
import { columnOf, containsPattern, isoTimestamp, isOneOf, isValue, when } from '../common/sql.js';
import { isNamed } from '../families/conditions.sql.js';
import {
  columnsOf,
  FAMILY_OF_MEMBER,
  type Fields,
  jsonObject,
  namedColumns,
} from '../families/record.sql.js';
import type { InvitationListDto } from './invitations/invitations.dto.js';
import type { SlotListDto } from './slot.dto.js';
import { Slot } from './slot.entity.js';
import { Study } from './study.entity.js';
import type { StudyListDto } from './study.dto.js';

const STUDY_FIELDS: Fields<StaffStudy> = {
  ...columnsOf(Study, 'study', []),
  slots: 'total.slots',
  seats: 'total.seats',
  taken: 'total.taken',
  invited: sql`(SELECT count(*)::integer FROM invitations WHERE study_id = study.id AND sent_at IS NOT NULL)`,
};

const TOTALS = sql`CROSS JOIN LATERAL (
  SELECT count(*)::integer AS slots, coalesce(sum(seats), 0)::integer AS seats,
    coalesce(sum(taken), 0)::integer AS taken
  FROM slots WHERE study_id = study.id AND cancelled_at IS NULL) AS total`;

export function studySql(id: number): Sql {
  return sql`SELECT ${jsonObject(STUDY_FIELDS)} AS record FROM studies AS study ${TOTALS} WHERE study.id = ${id}`;
}

export function studyGrid({ sort, filter }: StudyListDto): List {
  const column = `study.${columnOf(sort.column)}`;
  const isName = sort.column === 'name' || sort.column === 'publicName';
  return {
    from: sql`FROM studies AS study`,
    conditions: () => [
      ...when(filter.id, (ids) => isOneOf('study.id', ids)),
      ...when(filter.state, isValue('study.state')),
      ...when(filter.q, (q) => {
        const pattern = containsPattern(q);
        return sql`study.name ILIKE ${pattern} OR study.public_name ILIKE ${pattern}`;
      }),
    ],
    order: { key: isName ? `lower(${column})` : column, direction: sort.direction },
    ids: ['study.id'],
    columns: namedColumns(STUDY_FIELDS),
    joins: sql`JOIN studies AS study ON study.id = page.id1 ${TOTALS}`,
  };
}

export function localTime(column: string, timeZone: string): Sql {
  return sql`to_char(${raw(column)} AT TIME ZONE ${timeZone}, 'YYYY-MM-DD"T"HH24:MI')`;
}

/** @param timeZone the lab's */
function slotFields(timeZone: string): Fields<StaffSlot> {
  return {
    ...columnsOf(Slot, 'slot', []),
    studyName: 'study.name',
    startsLocal: localTime('slot.starts_at', timeZone),
    endsLocal: localTime('slot.ends_at', timeZone),
  };
}

/** Participations with their children and slots. */
export const PARTICIPATIONS = sql`FROM participations AS participation
  JOIN children AS child ON child.id = participation.child_id
  LEFT JOIN slots AS slot ON slot.id = participation.slot_id`;

/** Fields of `PARTICIPATIONS`. @param timeZone the lab's */
export function participationFields(timeZone: string): Fields<StaffParticipation> {
  return {
    id: 'participation.id',
    version: 'participation.version',
    childId: 'child.id',
    firstName: 'child.first_name',
    month: 'child.month_of_birth',
    year: 'child.year_of_birth',
    state: 'participation.state',
    slotId: 'participation.slot_id',
    startsLocal: localTime('slot.starts_at', timeZone),
    waitingBefore: sql`CASE WHEN participation.state = 'waitlisted' THEN (
      SELECT count(DISTINCT other.family_id)::integer FROM participations AS other
      WHERE other.slot_id = participation.slot_id AND other.waiting_number < participation.waiting_number
        AND other.family_id <> participation.family_id) END`,
    ageConfirmedAt: isoTimestamp('participation.age_confirmed_at'),
  };
}

export function slotSql(id: number, timeZone: string): Sql {
  return sql`SELECT ${jsonObject(slotFields(timeZone))} AS record
    FROM slots AS slot JOIN studies AS study ON study.id = slot.study_id WHERE slot.id = ${id}`;
}

export function slotGrid({ sort, filter }: SlotListDto, { now, timeZone }: Moment): List {
  const since = `timestamptz '${new Date(now.getTime() - DAY).toISOString()}'`;
  // Upcoming ones and those of the last 24 hours, earliest first; then older ones, latest first.
  const upcoming = `ROW(slot.starts_at < ${since}, abs(extract(epoch FROM slot.starts_at - ${since})))`;
  const key = sort.column === 'upcoming' ? upcoming : `slot.${columnOf(sort.column)}`;
  return {
    from: sql`FROM slots AS slot`,
    conditions: () => [
      ...when(filter.id, (ids) => isOneOf('slot.id', ids)),
      ...when(filter.studyId, (ids) => isOneOf('slot.study_id', ids)),
    ],
    order: { key, direction: sort.direction },
    ids: ['slot.id'],
    columns: namedColumns(slotFields(timeZone)),
    joins: sql`JOIN slots AS slot ON slot.id = page.id1 JOIN studies AS study ON study.id = slot.study_id`,
  };
}

function invitationFields(timeZone: string): Fields<StaffInvitation> {
  return {
    id: 'invitation.id',
    studyId: 'study.id',
    studyName: 'study.name',
    ...FAMILY_OF_MEMBER,
    state: 'invitation.state',
    withdrawnReason: 'invitation.withdrawn_reason',
    sentAt: sql`CASE WHEN invitation.state <> 'queued' THEN ${isoTimestamp('invitation.sent_at')} END`,
    answeredAt: isoTimestamp('invitation.answered_at'),
    note: 'invitation.note',
    participations: sql`(
      SELECT coalesce(json_agg(${jsonObject(participationFields(timeZone))} ORDER BY child.id), '[]')
      ${PARTICIPATIONS} WHERE participation.invitation_id = invitation.id)`,
  };
}

const INVITATION_JOINS = sql`JOIN studies AS study ON study.id = invitation.study_id
  JOIN families AS family ON family.id = invitation.family_id`;

export function invitationGrid({ sort, filter }: InvitationListDto, timeZone: string): List {
  const key = `invitation.${columnOf(sort.column)}`;
  return {
    from: sql`FROM invitations AS invitation`,
    conditions: () => [
      ...when(filter.studyId, (id) => sql`invitation.study_id = ${id}`),
      ...when(filter.familyId, (ids) => isOneOf('invitation.family_id', ids)),
      ...when(
        filter.q,
        (q) => sql`invitation.family_id IN (
          SELECT id FROM families WHERE ${isNamed('folded_name', q)}
          UNION ALL SELECT family_id FROM children WHERE ${isNamed('folded_name', q)})`,
      ),
    ],
    order: { key, direction: sort.direction, nulls: 'last' },
    ids: ['invitation.id'],
    columns: namedColumns(invitationFields(timeZone)),
    joins: sql`JOIN invitations AS invitation ON invitation.id = page.id1 ${INVITATION_JOINS}`,
  };
}

export function invitationSql(id: number, timeZone: string): Sql {
  return sql`SELECT ${jsonObject(invitationFields(timeZone))} AS record
    FROM invitations AS invitation ${INVITATION_JOINS} WHERE invitation.id = ${id}`;
}
