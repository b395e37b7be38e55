import type { StaffGuardian } from '@kidlab/contract';
import sql, { type Sql } from 'sql-template-tag';

import type { List } from '../common/list.js';
import { containsPattern, isOneOf, when } from '../common/sql.js';
import { isNamed, ofFamiliesNamed, peopleOf, VISIBLE } from '../families/families.sql.js';
import {
  columnsOf,
  FAMILY_OF_MEMBER,
  type Fields,
  jsonObject,
  namedColumns,
} from '../families/record.sql.js';
import type { GuardianListDto, GUARDIAN_SORTS } from './guardian.dto.js';
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

const GUARDIAN_KEYS: Readonly<Record<(typeof GUARDIAN_SORTS)[number], string>> = {
  id: 'guardian.id',
  familyId: 'guardian.family_id',
  familyName: 'lower(family.family_name)',
  firstName: 'lower(guardian.first_name)',
  lastName: 'lower(guardian.last_name)',
  email: 'guardian.email',
  relationshipToChild: 'guardian.relationship_to_child',
  isPrimaryIndicator: 'guardian.is_primary_indicator',
  zipCode: 'guardian.zip_code',
  city: 'guardian.city',
  createdDate: 'guardian.created_date',
  modifiedDate: 'guardian.modified_date',
};

export function guardianGrid({ sort, filter }: GuardianListDto): List {
  const order = { key: GUARDIAN_KEYS[sort.column], direction: sort.direction };
  const { from, conditions } = peopleOf(sql`guardians AS guardian`, 'guardian.family_id', order);
  return {
    from,
    conditions: [
      ...conditions,
      ...when(filter.id, (ids) => isOneOf('guardian.id', ids)),
      ...when(filter.familyId, (ids) => isOneOf('guardian.family_id', ids)),
      ...when(
        filter.q,
        (q) => sql`guardian.id IN (
          SELECT id FROM guardians WHERE ${isNamed('folded_name', q)}
          UNION ALL SELECT id FROM guardians WHERE email LIKE lower(${containsPattern(q)})
          UNION ALL ${ofFamiliesNamed('guardians', q)})`,
      ),
    ],
    order,
    ids: ['guardian.id'],
    columns: namedColumns(GUARDIAN_FIELDS),
    joins: sql`JOIN guardians AS guardian ON guardian.id = page.id1
      JOIN families AS family ON family.id = guardian.family_id`,
  };
}
