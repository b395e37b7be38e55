import type { StaffInvitation } from '@kidlab/contract';
import sql, { type Sql } from 'sql-template-tag';

import type { List } from '../../common/list.js';
import { isoTimestamp, when } from '../../common/sql.js';
import { isNamed } from '../../families/families.sql.js';
import {
  FAMILY_OF_MEMBER,
  type Fields,
  jsonObject,
  namedColumns,
} from '../../families/record.sql.js';
import { participationFields } from '../studies.sql.js';
import type { InvitationListDto, INVITATION_SORTS } from './invitations.dto.js';

function invitationFields(timeZone: string): Fields<StaffInvitation> {
  return {
    id: 'invitation.id',
    studyId: 'study.id',
    studyName: 'study.name',
    ...FAMILY_OF_MEMBER,
    state: 'invitation.state',
    withdrawnReason: 'invitation.withdrawn_reason',
    sentAt: isoTimestamp('invitation.sent_at'),
    answeredAt: isoTimestamp('invitation.answered_at'),
    note: 'invitation.note',
    participations: sql`(
      SELECT coalesce(json_agg(${jsonObject(participationFields(timeZone))} ORDER BY child.id), '[]')
      FROM participations AS participation JOIN children AS child ON child.id = participation.child_id
      LEFT JOIN slots AS slot ON slot.id = participation.slot_id
      WHERE participation.invitation_id = invitation.id)`,
  };
}

const JOINS = sql`JOIN studies AS study ON study.id = invitation.study_id
  JOIN families AS family ON family.id = invitation.family_id`;

const INVITATION_KEYS: Readonly<Record<(typeof INVITATION_SORTS)[number], string>> = {
  id: 'invitation.id',
  sentAt: 'invitation.sent_at',
  answeredAt: 'invitation.answered_at',
  state: 'invitation.state',
};

export function invitationGrid({ sort, filter }: InvitationListDto, timeZone: string): List {
  return {
    from: sql`FROM invitations AS invitation`,
    conditions: [
      ...when(filter.studyId, (id) => sql`invitation.study_id = ${id}`),
      ...when(filter.familyId, (id) => sql`invitation.family_id = ${id}`),
      ...when(
        filter.q,
        (q) => sql`invitation.family_id IN (
          SELECT id FROM families WHERE ${isNamed('folded_name', q)}
          UNION ALL SELECT family_id FROM children WHERE ${isNamed('folded_name', q)})`,
      ),
    ],
    order: { key: INVITATION_KEYS[sort.column], direction: sort.direction, nulls: 'last' },
    ids: ['invitation.id'],
    columns: namedColumns(invitationFields(timeZone)),
    joins: sql`JOIN invitations AS invitation ON invitation.id = page.id1 ${JOINS}`,
  };
}

export function invitationSql(id: number, timeZone: string): Sql {
  return sql`SELECT ${jsonObject(invitationFields(timeZone))} AS record
    FROM invitations AS invitation ${JOINS} WHERE invitation.id = ${id}`;
}
