import type { StaffInvitation } from '@kidlab/contract';
import sql, { type Sql } from 'sql-template-tag';

import type { List } from '../../common/list.js';
import { columnOf, isOneOf, isoTimestamp, when } from '../../common/sql.js';
import { isNamed } from '../../families/conditions.sql.js';
import {
  FAMILY_OF_MEMBER,
  type Fields,
  jsonObject,
  namedColumns,
} from '../../families/record.sql.js';
import { participationFields, PARTICIPATIONS } from '../studies.sql.js';
import type { InvitationListDto } from './invitations.dto.js';

function invitationFields(timeZone: string): Fields<StaffInvitation> {
  return {
    id: 'invitation.id',
    studyId: 'study.id',
    studyName: 'study.name',
    ...FAMILY_OF_MEMBER,
    familyEmail: 'family.email',
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
    conditions: [
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
