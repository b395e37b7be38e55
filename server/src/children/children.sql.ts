import {
  type CalendarMonth,
  type CHILD_SORTS,
  HANDS,
  INDICATORS,
  LANGUAGES,
  MONTH_NAMES,
  SEARCH_STATES,
  type StaffChild,
} from '@kidlab/contract';
import sql, { type Sql } from 'sql-template-tag';

import type { List } from '../common/list.js';
import { readFilter } from '../common/simple-rest.js';
import { isNamed, VISIBLE } from '../families/families.sql.js';
import {
  conditionsOf,
  type Moment,
  ofFamiliesNamed,
  peopleOf,
  readChildConditions,
  readOrder,
} from '../families/grid.sql.js';
import {
  columnsOf,
  FAMILY_OF_MEMBER,
  type Fields,
  jsonObject,
  namedColumns,
} from '../families/record.sql.js';
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

/** `StaffChild`, of the tables `child` and `family`. */
export const CHILD_JSON = jsonObject(CHILD_FIELDS);
const CHILDREN = sql`children AS child JOIN families AS family ON family.id = child.family_id`;

/** A child as staff see it, as `record`. */
export function childSql(id: number): Sql {
  return sql`SELECT ${CHILD_JSON} AS record FROM ${CHILDREN} WHERE child.id = ${id} AND ${VISIBLE}`;
}

const KEYS: Readonly<Record<(typeof CHILD_SORTS)[number], string>> = {
  id: 'child.id',
  familyId: 'child.family_id',
  familyName: 'lower(family.family_name)',
  firstName: 'lower(child.first_name)',
  gender: 'child.gender',
  birth: 'child.birth_month_number',
  yearOfBirth: 'child.year_of_birth',
  monthOfBirth: 'child.month_of_birth',
  whichHandId: 'child.which_hand_id',
  languageSpokenAtHome: 'child.language_spoken_at_home',
  createdDate: 'child.created_date',
  modifiedDate: 'child.modified_date',
};

/** The grid of children: from a call's `filter` and `sort` to a list. @throws 400 naming the parameter. */
export function childGrid(query: object, { today }: Pick<Moment, 'today'>): List {
  const order = readOrder(query, KEYS);
  const { from, conditions } = peopleOf(sql`children AS child`, 'child.family_id', order);
  return {
    from,
    conditions: [...conditions, ...filtered(query, today)],
    order,
    ids: ['child.id'],
    columns: namedColumns(CHILD_FIELDS),
    joins: sql`JOIN children AS child ON child.id = page.id1
      JOIN families AS family ON family.id = child.family_id`,
  };
}

/** The conditions of `ChildFilter`. */
function filtered(query: object, today: CalendarMonth): Sql[] {
  const filter = readFilter(query);
  const asked = conditionsOf(filter);
  asked.ids('id', 'child.id');
  asked.ids('familyId', 'child.family_id');
  asked.all.push(...readChildConditions(filter, today));
  asked.choice('state', SEARCH_STATES, 'family.state');
  asked.choice('okayToContactIndicator', INDICATORS, 'family.okay_to_contact_indicator');
  asked.add(
    filter.choice('disabledIndicator', INDICATORS),
    (value) =>
      sql`${value} = CASE WHEN 'Y' IN (family.disabled_indicator, child.disabled_indicator) THEN 'Y' ELSE 'N' END`,
  );
  asked.choice('languageSpokenAtHome', LANGUAGES, 'child.language_spoken_at_home');
  asked.add(
    filter.choice('additionalLanguage', LANGUAGES),
    (language) => sql`${language} IN (child.additional_language_1, child.additional_language_2)`,
  );
  asked.choice('whichHandId', HANDS, 'child.which_hand_id');
  asked.add(
    filter.text('q'),
    (q) => sql`child.id IN (
      SELECT id FROM children WHERE ${isNamed('folded_name', q)} UNION ALL ${ofFamiliesNamed('children', q)})`,
  );
  filter.refuseOthers();
  return asked.all;
}
