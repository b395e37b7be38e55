import type { CalendarMonth } from '@kidlab/contract';
import sql, { empty, raw, type Sql } from 'sql-template-tag';

import type { List, ListOrder } from '../common/list.js';
import { isNamed, VISIBLE } from './families.sql.js';

/** What a grid has to know of the moment, in the lab's time zone (an IANA name). */
export interface Moment {
  readonly now: Date;
  readonly today: CalendarMonth;
  readonly timeZone: string;
}

/**
 * Where a grid of people begins: all but those of drafts. A page far down passes 10,000 people. Asking whether each is in one of the few
 * drafts takes a quarter of the time of looking up 10,000 families. The planner drops a LEFT JOIN that nothing asks for.
 */
export function peopleOf(
  people: Sql,
  familyId: string,
  { key }: ListOrder,
): Pick<List, 'from' | 'conditions'> {
  const byFamily = key.includes('family.');
  return {
    from: sql`FROM ${people} ${byFamily ? empty : raw('LEFT')} JOIN families AS family ON family.id = ${raw(familyId)}`,
    conditions: [
      byFamily
        ? VISIBLE
        : sql`${raw(familyId)} NOT IN (SELECT id FROM families WHERE state = 'draft')`,
    ],
  };
}

/** Members of the families that are named so: each part of a union by its own index. */
export function ofFamiliesNamed(table: 'guardians' | 'children', name: string): Sql {
  return sql`SELECT member.id FROM ${raw(table)} AS member JOIN families ON families.id = member.family_id
    WHERE ${isNamed('families.folded_name', name)}`;
}
