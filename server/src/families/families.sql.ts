import {
  type AgeMatch,
  type AgeUnit,
  AREA_OF_ZIP,
  birthMonthsOf,
  type CalendarDay,
  calendarDay,
  DEFAULT_AGE_UNIT,
  type FamilyOrigin,
  monthNumber,
  type SearchGender,
  type ServiceArea,
  type WaitingStage,
  zipRangesOf,
} from '@kidlab/contract';
import sql, { join, raw, type Sql } from 'sql-template-tag';

import { allOf, containsPattern, when } from '../common/sql.js';
import { childMayBeInvited } from './contact.rules.js';

/**
 * What search, report, grids and figures ask, in SQL. The grids’ own conditions stand in `*-records.sql.ts` and
 * `*.sql.ts` of their features. The tables are called `family`, `guardian` and `child`.
 */

/** Staff never see drafts, nor who is in them. */
export const VISIBLE = sql`family.state <> 'draft'`;

/** The name holds the text, whatever the case, accents, apostrophes, hyphens and spaces. */
export function isNamed(column: string, text: string): Sql {
  return sql`${raw(column)} LIKE ${foldedPattern(text)}`;
}

/** The database folds both sides, so that they can't differ. A text that folds to nothing is in no name. */
function foldedPattern(text: string): Sql {
  return sql`nullif(folded(${containsPattern(text)}), '%%')`;
}

/**
 * How rows are found that have a text somewhere in a household: `index` collects all of them from the trigram
 * indexes, which suits few; `row` looks at one family after the other, which suits many. A term like `gmail.com`
 * finds everybody: among 100,000 families a page takes 600 ms by index and 2 ms by row, one of a rare term 4 ms by
 * index and 130 ms by row.
 */
export type Search = 'index' | 'row';

/** The address of the family, or of one of its guardians, holds the text. */
export function hasAddress(text: string, by: Search): Sql {
  return by === 'row'
    ? sql`family.email LIKE ${lowerPattern(text)} OR ${isOfSomebody('guardians', 'email', lowerPattern(text))}`
    : sql`family.id IN (${withAddress(text)})`;
}

function lowerPattern(text: string): Sql {
  return sql`lower(${containsPattern(text)})`;
}

/** A value for each family, so that the planner can't collect everybody's first. */
function isOfSomebody(table: 'guardians' | 'children', column: string, pattern: Sql): Sql {
  return sql`(SELECT true FROM ${raw(table)} WHERE family_id = family.id AND ${raw(column)} LIKE ${pattern} LIMIT 1)`;
}

/** The families that have the address, or a part of it, by the indexes. */
function withAddress(text: string): Sql {
  // Everybody's address ends alike: in `ann@example.org`, the index looks for `ann@` alone.
  const mailbox = text.slice(0, text.indexOf('@') + 1);
  const pattern = lowerPattern(text);
  const has = hasTrigram(mailbox)
    ? sql`email LIKE ${lowerPattern(mailbox)} AND (email || '') LIKE ${pattern}`
    : sql`email LIKE ${pattern}`;
  return sql`SELECT id FROM families WHERE ${has} UNION ALL SELECT family_id FROM guardians WHERE ${has}`;
}

const PHONE = /^[\d\s()+./-]+$/;

/**
 * The text means the family or somebody in it: a telephone number by its digits; else each word, in any order, is
 * part of the family's name or address, of a guardian's name or address, or of a child's first name.
 */
export function isMeantBy(text: string, by: Search): Sql {
  const digits = text.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '');
  if (PHONE.test(text) && digits.length >= 3) {
    return sql`family.id IN (
      SELECT family_id FROM guardians WHERE phone_digits LIKE ${containsPattern(digits)}
      UNION ALL ${withAddress(text)})`;
  }
  const words = text.split(/\s+/);
  // No index finds one or two letters: without a longer word, people's names take too long to go through.
  if (!words.some(hasTrigram)) return allOf(words.map(isInFamily));
  return allOf(
    words.map((word) =>
      by === 'index' && hasTrigram(word)
        ? sql`family.id IN (${withWord(word)})`
        : isInHousehold(word),
    ),
  );
}

/** A word of the text is part of the child's first name. */
export function isChildMeantBy(text: string): Sql {
  const names = text.split(/\s+/).map((word) => isNamed('child.folded_name', word));
  return sql`coalesce(${join(names, ' OR ')}, false)`;
}

/** Whether the trigram indexes can find a name: three letters or digits, without what `folded()` drops. */
export function hasTrigram(name: string): boolean {
  return /[\p{L}\p{N}]{3}/u.test(name.replace(/['"’‘ʼ´`“”\-‐-―]/gu, ''));
}

/** The families that have the word somewhere, each part by its own index. */
function withWord(word: string): Sql {
  const name = foldedPattern(word);
  return sql`
    SELECT id FROM families WHERE folded_name LIKE ${name}
    UNION ALL SELECT family_id FROM guardians WHERE folded_name LIKE ${name}
    UNION ALL SELECT family_id FROM children WHERE folded_name LIKE ${name}
    UNION ALL ${withAddress(word)}`;
}

function isInFamily(word: string): Sql {
  return sql`family.folded_name LIKE ${foldedPattern(word)} OR family.email LIKE ${lowerPattern(word)}`;
}

function isInHousehold(word: string): Sql {
  const name = foldedPattern(word);
  return sql`${isInFamily(word)} OR ${isOfSomebody('guardians', 'email', lowerPattern(word))}
    OR ${isOfSomebody('guardians', 'folded_name', name)} OR ${isOfSomebody('children', 'folded_name', name)}`;
}

export interface ChildQuery {
  readonly gender?: SearchGender | undefined;
  /** Of the ages, which are inclusive. */
  readonly ageUOM?: AgeUnit | undefined;
  readonly minAge?: number | undefined;
  readonly maxAge?: number | undefined;
  /** The day of the ages; without one, they are those of this month as a whole. */
  readonly ageOn?: string | undefined;
  readonly ageMatch?: AgeMatch | undefined;
  readonly contactable?: 'Y' | undefined;
}

/**
 * The conditions on `child`; none where nothing is asked. Two years last until the month before the third birthday's.
 */
export function childConditions(query: ChildQuery, today: CalendarDay): Sql[] {
  const { gender = 'All', ageUOM = DEFAULT_AGE_UNIT, minAge, maxAge, ageMatch = 'certain' } = query;
  const unit = ageUOM === 'Years' ? MONTHS_IN_YEAR : 1;
  const ages = {
    min: minAge === undefined ? undefined : minAge * unit,
    max: maxAge === undefined ? undefined : maxAge * unit + unit - 1,
  };
  const day = dayOfAges(query, today);
  const { from, to } = birthMonthsOf(ages, day, ageMatch);
  const born = raw('child.birth_month_number');
  return [
    ...(gender === 'All' ? [] : [sql`child.gender = ${gender}`]),
    ...when(from, (month) => sql`${born} >= ${month}`),
    ...when(to, (month) => sql`${born} <= ${month}`),
    // Born by then.
    ...when(query.ageOn, () => sql`${born} <= ${monthNumber(day)}`),
    ...when(query.contactable, () => childMayBeInvited({ today })),
  ];
}

/** On the 31st, everybody has had the month's birthday: so ages count without a day. */
export function dayOfAges({ ageOn }: Pick<ChildQuery, 'ageOn'>, today: CalendarDay): CalendarDay {
  return ageOn === undefined ? { ...today, day: 31 } : calendarDay(ageOn);
}

const MONTHS_IN_YEAR = 12;

const AREAS = raw(`'${JSON.stringify(AREA_OF_ZIP)}'::jsonb`);

/** `areaOf` of a family. */
export const AREA = sql`coalesce(
  ${AREAS} ->> family.zip_code::text, ${AREAS} ->> left(family.zip_code, 3), 'Outside')`;

/** Ranges, which the index of zip codes finds. */
export function isInArea(area: ServiceArea): Sql {
  const ranges = zipRangesOf(area).map(
    ({ first, last }) => `family.zip_code BETWEEN '${first}' AND '${last}'`,
  );
  return raw(`(${ranges.join(' OR ')})`);
}

export function hasChild(conditions: readonly Sql[]): Sql {
  return sql`EXISTS (SELECT FROM children AS child WHERE child.family_id = family.id AND ${allOf(conditions)})`;
}

/** Only staff add families without the agreement. */
export function isOfOrigin(origin: FamilyOrigin): Sql {
  return origin === 'staff'
    ? sql`family.agreement_accepted_at IS NULL`
    : sql`family.agreement_accepted_at IS NOT NULL`;
}

const hasMail = (states: string): Sql =>
  raw(`EXISTS (SELECT FROM outbox_messages WHERE family_id = family.id AND state IN (${states}))`);

/** Where a family stands that awaits confirmation: a `WaitingStage`. The mail ledger tells why a mail did not leave. */
export const WAITING_STAGE = sql`CASE
    WHEN family.second_email_sent_date IS NOT NULL THEN 'second-notice-sent'
    WHEN family.first_email_sent_date IS NOT NULL THEN 'first-mail-sent'
    WHEN ${hasMail(`'failed'`)} AND NOT ${hasMail(`'pending', 'claimed'`)} THEN 'mail-failed'
    ELSE 'mail-queued'
  END`;

export function isAtStage(stage: WaitingStage): Sql {
  return sql`family.state = 'awaiting' AND ${stage} = ${WAITING_STAGE}`;
}

/**
 * The link that was mailed last is no longer valid. The links belong to the confirmation; this is all that is known
 * of them here.
 */
export function confirmationExpired(now: Date): Sql {
  return sql`(family.state = 'awaiting' AND NOT EXISTS (
    SELECT FROM confirmation_links AS link
    WHERE link.family_id = family.id AND link.replaced_at IS NULL AND link.expires_at > ${now.toISOString()}::timestamptz))`;
}

/** Members of the families that are named so: each part of a union by its own index. */
export function ofFamiliesNamed(table: 'guardians' | 'children', name: string): Sql {
  return sql`SELECT member.id FROM ${raw(table)} AS member JOIN families ON families.id = member.family_id
    WHERE ${isNamed('families.folded_name', name)}`;
}
