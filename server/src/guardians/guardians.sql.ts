import type { StaffGuardian } from '@kidlab/contract';
import sql, { type Sql } from 'sql-template-tag';

import type { List } from '../common/list.js';
import { containsPattern, isOneOf, when } from '../common/sql.js';
import { isNamed, ofFamiliesNamed, VISIBLE } from '../families/conditions.sql.js';
import {
  columnsOf,
  FAMILY_OF_MEMBER,
  type Fields,
  jsonObject,
  peopleGrid,
} from '../families/record.sql.js';
import { GUARDIAN_SORTS, type GuardianListDto } from './guardian.dto.js';
import { Guardian } from './guardian.entity.js';

const HIDDEN = ['family', 'familyId', 'foldedName', 'phoneDigits'] as const;

const GUARDIAN_FIELDS: Fields<StaffGuardian> = {
  ...columnsOf(Guardian, 'guardian', HIDDEN),
  ...FAMILY_OF_MEMBER,
  familyEmail: 'family.email',
};

export const GUARDIAN_JSON = jsonObject(GUARDIAN_FIELDS);
const GUARDIANS = sql`guardians AS guardian JOIN families AS family ON family.id = guardian.family_id`;

export function guardianSql(id: number): Sql {
  return sql`SELECT ${GUARDIAN_JSON} AS record FROM ${GUARDIANS} WHERE guardian.id = ${id} AND ${VISIBLE}`;
}

export function guardianGrid({ sort, filter }: GuardianListDto): List {
  const order = { key: GUARDIAN_SORTS[sort.column], direction: sort.direction };
  const conditions = [
    ...when(filter.id, (ids) => isOneOf('guardian.id', ids)),
    ...when(filter.familyId, (ids) => isOneOf('guardian.family_id', ids)),
    ...when(
      filter.q,
      (q) => sql`guardian.id IN (
        SELECT id FROM guardians WHERE ${isNamed('folded_name', q)}
        UNION ALL SELECT id FROM guardians WHERE email LIKE lower(${containsPattern(q)})
        UNION ALL ${ofFamiliesNamed('guardians', q)})`,
    ),
  ];
  return peopleGrid('guardian', GUARDIAN_FIELDS, order, conditions);
}
