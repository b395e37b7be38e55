import {
  type AgeMatch,
  ageMatchOn,
  birthMonthsOf,
  type CalendarDay,
  type ContactStatus,
  monthNumber,
  type ParticipationState,
} from '@kidlab/contract';
import sql, { join, raw, type Sql } from 'sql-template-tag';

import type { Child } from '../../children/child.entity.js';
import type { Moment } from '../../common/lab.js';
import { anyOf } from '../../common/sql.js';
import type { Family } from '../../families/family.entity.js';
import { overlap, type Slot } from '../slot.entity.js';
import type { Study } from '../study.entity.js';

/** A slot that parents may choose now: it has free seats, and its cut-off is not over. */
export interface OpenSlot extends Slot {
  readonly day: CalendarDay;
}

/** A study at a moment, with its open slots. */
export interface StudyAt extends Study, Moment {
  /** By start. */
  readonly slots: readonly OpenSlot[];
  /** The deadline for answers to an invitation that leaves now. */
  readonly expiresAt: Date;
}

export interface CandidateFacts {
  readonly family: Family &
    Pick<ContactStatus, 'invited'> & {
      /** To this study. */
      readonly isInvited: boolean;
      /** Slots in which it has a seat. */
      readonly seats: readonly Slot[];
    };
  readonly child: Child & {
    /** Studies in which it has a seat or attended: see `TOOK_PART`. */
    readonly studies: readonly number[];
  };
}

/** Has a seat or attended. A seat that was given back does not count. */
export const TOOK_PART: readonly ParticipationState[] = ['accepted', 'attended'];

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

/** The days on which children must have the age: those of the open slots; today if there are none. */
function daysOf({ slots, today }: StudyAt): CalendarDay[] {
  return slots.length === 0 ? [today] : slots.map(({ day }) => day);
}

export const BORN = raw('child.birth_month_number');

export function hasAge({ child }: CandidateFacts, study: StudyAt): boolean {
  return daysOf(study).some((day) => ageMatchOn(child, study.criteria, day) !== null);
}

/** The child has the age on one of the days. Uses an index. */
export function hasAgeSql(study: StudyAt, match: AgeMatch = 'possible'): Sql {
  const ranges = daysOf(study).map((day) => isOfAgeSql(study, { day }, match));
  const distinct = new Map(ranges.map((range) => [String(range.values), range]));
  return anyOf([...distinct.values()]);
}

/** The latest birth month that has the age on one of the days. */
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

/** The open slots that a child may choose: it has the age, and its family has no other seat at that time. */
export function slotsFor(
  { child, family }: CandidateFacts,
  study: StudyAt,
  match: AgeMatch = 'possible',
): OpenSlot[] {
  return study.slots.filter(
    (slot) =>
      fits(ageMatchOn(child, study.criteria, slot.day), match) &&
      !family.seats.some((seat) => overlap(seat, slot)),
  );
}

/** An age that is certain is possible, too. */
export function fits(found: AgeMatch | null, wanted: AgeMatch): boolean {
  return found === 'certain' || found === wanted;
}

export function suitsSql(study: StudyAt, slot: OpenSlot, match: AgeMatch = 'possible'): Sql {
  return sql`(${isOfAgeSql(study, slot, match)} AND (${slot.id} = ANY (busy.slot_ids)) IS NOT TRUE)`;
}

/** The age is certain in a slot that the child may choose; today if no slot is open. */
export function isCertain(study: StudyAt): Sql {
  if (study.slots.length === 0) return hasAgeSql(study, 'certain');
  return anyOf(study.slots.map((slot) => suitsSql(study, slot, 'certain')));
}

/**
 * Index in `StudyAt.slots` of the first that the child may choose; those on whose day its age is certain come first.
 */
export function firstSlotSql(study: StudyAt): Sql {
  const suits = (['certain', 'possible'] as const).flatMap((match) =>
    study.slots.map(
      (slot, index) => sql`WHEN ${suitsSql(study, slot, match)} THEN ${raw(String(index))}`,
    ),
  );
  return suits.length === 0 ? sql`NULL` : sql`CASE ${join(suits, ' ')} END`;
}
