import { MONTH_NAMES, type StaffChild } from '@kidlab/contract';
import sql, { type Sql } from 'sql-template-tag';

import type { List } from '../common/list.js';
import { isOneOf, isValue, when } from '../common/sql.js';
import { type Day, mayBeInvited } from '../families/contact.rules.js';
import { childConditions, isChildNamed, VISIBLE } from '../families/conditions.sql.js';
import {
  columnsOf,
  FAMILY_OF_MEMBER,
  type Fields,
  jsonObject,
  peopleGrid,
} from '../families/record.sql.js';
import { CHILD_SORTS, type ChildListDto } from './child.dto.js';
import { Child } from './child.entity.js';

const MONTH_NAME_LIST = MONTH_NAMES.map((name) => `'${name}'`).join(', ');
const HIDDEN = ['family', 'familyId', 'foldedName', 'birthMonthNumber', 'idempotencyKey'] as const;

const CHILD_FIELDS: Fields<StaffChild> = {
  ...columnsOf(Child, 'child', HIDDEN),
  ...FAMILY_OF_MEMBER,
  email: 'family.email',
  monthOfBirth: `lpad(child.month_of_birth::text, 2, '0')`,
  yearOfBirth: 'child.year_of_birth::text',
  mob: `(ARRAY[${MONTH_NAME_LIST}])[child.month_of_birth]`,
};

export const CHILD_JSON = jsonObject(CHILD_FIELDS);
const CHILDREN = sql`children AS child JOIN families AS family ON family.id = child.family_id`;

export function childSql(id: number): Sql {
  return sql`SELECT ${CHILD_JSON} AS record FROM ${CHILDREN} WHERE child.id = ${id} AND ${VISIBLE}`;
}

export function childGrid({ sort, filter }: ChildListDto, at: Day): List {
  const order = { key: CHILD_SORTS[sort.column], direction: sort.direction };
  const conditions = [
    ...when(filter.id, (ids) => isOneOf('child.id', ids)),
    ...when(filter.familyId, (ids) => isOneOf('child.family_id', ids)),
    ...childConditions(filter, at.today),
    ...when(filter.contactable, () => mayBeInvited(at)),
    ...when(filter.state, isValue('family.state')),
    ...when(filter.okayToContactIndicator, isValue('family.okay_to_contact_indicator')),
    ...when(
      filter.disabledIndicator,
      (value) =>
        sql`${value} = CASE WHEN 'Y' IN (family.disabled_indicator, child.disabled_indicator) THEN 'Y' ELSE 'N' END`,
    ),
    ...when(filter.languageSpokenAtHome, isValue('child.language_spoken_at_home')),
    ...when(
      filter.additionalLanguage,
      (language) => sql`${language} IN (child.additional_language_1, child.additional_language_2)`,
    ),
    ...when(filter.whichHandId, isValue('child.which_hand_id')),
    ...when(filter.q, isChildNamed),
  ];
  return peopleGrid('child', CHILD_FIELDS, order, conditions);
}
