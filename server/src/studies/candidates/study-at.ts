import { type AgeMatch, birthMonthsOf, type CalendarDay, monthNumber } from '@kidlab/contract';
import sql, { join, raw, type Sql } from 'sql-template-tag';

import type { Moment } from '../../common/lab.js';
import { anyOf } from '../../common/sql.js';
import type { Day } from '../../families/contact.rules.js';
import type { Slot } from '../slot.entity.js';
import type { Study } from '../study.entity.js';

/** A slot that parents may choose now: it has free seats, and its cut-off is not over. */
export interface OpenSlot extends Slot {
  readonly day: CalendarDay;
}

/** A study at a moment, with its open slots. */
export interface StudyAt extends Study, Moment, Day {
  /** By start. */
  readonly slots: readonly OpenSlot[];
  /** The deadline for answers to an invitation that is sent now. */
  readonly expiresAt: Date;
}

/** Birth months with the wanted age on the day. A child born after the day is too young. */
function monthsOn(
  { criteria: { minMonths, maxMonths } }: Pick<Study, 'criteria'>,
  day: CalendarDay,
  match: AgeMatch,
): { from: number; to: number } {
  const band = { min: minMonths ?? undefined, max: maxMonths ?? undefined };
  const { from = 0, to = Infinity } = birthMonthsOf(band, day, match);
  return { from, to: Math.min(to, monthNumber(day)) };
}

/** The days on which children must have the right age: those of the open slots; today if there are none. */
function daysOf({ slots, today }: StudyAt): CalendarDay[] {
  return slots.length === 0 ? [today] : slots.map(({ day }) => day);
}

export const BORN = raw('child.birth_month_number');

/** The child has the right age on one of the days. Uses an index. */
export function hasAgeSql(study: StudyAt, match: AgeMatch = 'possible'): Sql {
  const ranges = daysOf(study).map((day) => isOfAgeSql(study, { day }, match));
  const distinct = new Map(ranges.map((range) => [String(range.values), range]));
  return anyOf([...distinct.values()]);
}

/** The latest birth month of a child who has the right age on one of the days. */
export function youngest(study: StudyAt): number {
  return Math.max(...daysOf(study).map((day) => monthsOn(study, day, 'possible').to));
}

export function isOfAgeSql(
  study: Pick<Study, 'criteria'>,
  { day }: Pick<OpenSlot, 'day'>,
  match: AgeMatch = 'possible',
): Sql {
  const { from, to } = monthsOn(study, day, match);
  return sql`${BORN} BETWEEN ${from} AND ${to}`;
}

/** The child may choose the slot: it has the right age, and its family has no other seat at that time. */
export function suitsSql(study: StudyAt, slot: OpenSlot, match: AgeMatch = 'possible'): Sql {
  return sql`(${isOfAgeSql(study, slot, match)} AND (${slot.id} = ANY (busy.slot_ids)) IS NOT TRUE)`;
}

/** The age is certain in a slot that the child may choose; today if no slot is open. */
export function isCertain(study: StudyAt): Sql {
  if (study.slots.length === 0) return hasAgeSql(study, 'certain');
  return anyOf(study.slots.map((slot) => suitsSql(study, slot, 'certain')));
}

/** Ids of the open slots that the child may choose, by start. */
export function suitableSlotsSql(study: StudyAt, match: AgeMatch): Sql {
  const slots = study.slots.map(
    (slot) => sql`CASE WHEN ${suitsSql(study, slot, match)} THEN ${slot.id}::integer END`,
  );
  return slots.length === 0
    ? sql`ARRAY[]::integer[]`
    : sql`array_remove(ARRAY[${join(slots)}], NULL)`;
}
