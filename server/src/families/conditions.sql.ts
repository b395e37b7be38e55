import {
  AREA_OF_ZIP,
  birthMonthsOf,
  calendarDay,
  type CalendarDay,
  DEFAULT_AGE_UNIT,
  type FamilyOrigin,
  monthNumber,
  type SearchQuery,
  type ServiceArea,
  type WaitingStage,
  zipRangesOf,
} from '@kidlab/contract';
import sql, { join, raw, type Sql } from 'sql-template-tag';

import type { SearchMethod } from '../common/list.js';
import { allOf, containsPattern, escapeLike, when } from '../common/sql.js';
import { CHILD_MAY_BE_INVITED } from './contact.rules.js';

/**
 * SQL conditions shared by search, report, grids and figures. Table aliases: `family`, `guardian` and `child`.
 */

/** Staff never see drafts. */
export const VISIBLE = sql`family.state <> 'draft'`;

/** The name contains the text. Case, accents, apostrophes, hyphens and spaces don't count. */
export function isNamed(column: string, text: string): Sql {
  return sql`${raw(column)} LIKE ${foldedPattern(text)}`;
}

/** Text that folds to an empty string, such as `-`, matches no name. */
function foldedPattern(text: string): Sql {
  return sql`nullif(folded(${containsPattern(text)}), '%%')`;
}

/**
 * `index` suits rare terms, `row` common ones. Among 100,000 families, a page for `gmail.com` takes 600 ms by index
 * and 2 ms by row; a page for a rare term takes 4 ms by index and 130 ms by row. `own` ignores guardians and children
 * but counts fast: among 1,000,000 families, 25 ms for part of an address that 25,000 share, against 175 ms by index.
 * The part before an @ is rare, so a quick count by `own` would only cost an extra query.
 */
function suited(by: SearchMethod, text: string): SearchMethod {
  return by === 'own' && hasTrigram(mailboxOf(text)) ? 'index' : by;
}

/** The address of the family, or of one of its guardians, contains the text. */
export function hasAddress(text: string, wanted: SearchMethod): Sql {
  const by = suited(wanted, text);
  if (by === 'index') return sql`family.id IN (${withAddress(text)})`;
  const own = hasOwnAddress(text);
  if (by === 'own') return own;
  return sql`${own} OR ${someMemberHas('guardians', 'email', lowerPattern(text))}`;
}

function hasOwnAddress(text: string): Sql {
  return sql`family.email LIKE ${lowerPattern(text)}`;
}

/** `ann@` of `ann@example.org`; empty without an @. */
function mailboxOf(text: string): string {
  return text.slice(0, text.indexOf('@') + 1);
}

function lowerPattern(text: string): Sql {
  return sql`lower(${containsPattern(text)})`;
}

/** A subquery per family, so that the planner can't collect the matches of all families first. */
function someMemberHas(table: 'guardians' | 'children', column: string, pattern: Sql): Sql {
  return sql`(SELECT true FROM ${raw(table)} WHERE family_id = family.id AND ${raw(column)} LIKE ${pattern} LIMIT 1)`;
}

function withAddress(text: string): Sql {
  // Most addresses share a domain: for `ann@example.org`, the index looks for `ann@` only.
  const mailbox = mailboxOf(text);
  const pattern = lowerPattern(text);
  const has = hasTrigram(mailbox)
    ? sql`email LIKE ${lowerPattern(mailbox)} AND (email || '') LIKE ${pattern}`
    : sql`email LIKE ${pattern}`;
  return sql`SELECT id FROM families WHERE ${has} UNION ALL SELECT family_id FROM guardians WHERE ${has}`;
}

const PHONE = /^[\d\s()+./\-‐-―]+$/;

/**
 * Searches a household. A telephone number matches by its digits. Otherwise each word must be part of the family's
 * name, of a guardian's name, of a child's first name, or of an address. Without a word of three letters, see
 * `withShortName`.
 */
export function matchesText(text: string, wanted: SearchMethod): Sql {
  const by = suited(wanted, text);
  const digits = text.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '');
  if (PHONE.test(text) && digits.length >= 3) {
    return sql`family.id IN (
      SELECT family_id FROM guardians WHERE phone_digits LIKE ${containsPattern(digits)}
      UNION ALL ${withAddress(text)})`;
  }
  const all = text.split(/\s+/);
  // Ignore words that are only punctuation, such as a dash between two names. They would match no name.
  const some = all.filter((word) => withoutMarks(word) !== '');
  const words = some.length > 0 ? some : all;
  if (by === 'own') return allOf(words.map(isInFamily));
  const areShort = !words.some(hasTrigram);
  return allOf(
    words.map((word) => {
      if (areShort) return sql`${isInFamily(word)} OR family.id IN (${withShortName(word)})`;
      if (by === 'row' || !hasTrigram(word)) return isInHousehold(word);
      return sql`family.id IN (${withWord(word)})`;
    }),
  );
}

/** Whether any word of the text is part of the child's first name. */
export function childMatchesText(text: string): Sql {
  const names = text.split(/\s+/).map((word) => isNamed('child.folded_name', word));
  return sql`coalesce(${join(names, ' OR ')}, false)`;
}

/** Without the apostrophes, quotes and dashes that `folded()` drops. */
function withoutMarks(name: string): string {
  return name.replace(/['"’‘ʼ´`“”\-‐-―]/gu, '');
}

/** Whether the trigram indexes can find a name: three letters or digits. */
export function hasTrigram(name: string): boolean {
  return /[\p{L}\p{N}]{3}/u.test(withoutMarks(name));
}

/** Each part uses its own index. */
function withWord(word: string): Sql {
  const name = foldedPattern(word);
  return sql`
    SELECT id FROM families WHERE folded_name LIKE ${name}
    UNION ALL SELECT family_id FROM guardians WHERE folded_name LIKE ${name}
    UNION ALL SELECT family_id FROM children WHERE folded_name LIKE ${name}
    UNION ALL ${withAddress(word)}`;
}

/**
 * Guardians whose first name begins or whose last name ends with the word, and children with that first name. Inside a
 * name, the indexes only find three letters or more.
 */
function withShortName(word: string): Sql {
  const name = sql`nullif(folded(${escapeLike(word)}), '')`;
  return sql`
    SELECT family_id FROM guardians WHERE folded_name LIKE ${name} || '%' OR folded_name LIKE '%' || ${name}
    UNION ALL SELECT family_id FROM children WHERE folded_name LIKE ${name}`;
}

function isInFamily(word: string): Sql {
  return sql`family.folded_name LIKE ${foldedPattern(word)} OR ${hasOwnAddress(word)}`;
}

function isInHousehold(word: string): Sql {
  const name = foldedPattern(word);
  return sql`${isInFamily(word)} OR ${someMemberHas('guardians', 'email', lowerPattern(word))}
    OR ${someMemberHas('guardians', 'folded_name', name)} OR ${someMemberHas('children', 'folded_name', name)}`;
}

type ChildQuery = Pick<SearchQuery, 'gender' | 'ageUOM' | 'ageOn' | 'ageMatch' | 'contactable'> & {
  readonly minAge?: number;
  readonly maxAge?: number;
};

/** Age limits are inclusive: a child counts as two years old until the month before the third birthday. */
export function childConditions(query: ChildQuery, today: CalendarDay): Sql[] {
  const { gender = 'All', ageUOM = DEFAULT_AGE_UNIT, minAge, maxAge, ageMatch = 'certain' } = query;
  const unit = ageUOM === 'Years' ? 12 : 1;
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
    ...when(query.ageOn, () => sql`${born} <= ${monthNumber(day)}`),
    ...when(query.contactable, () => CHILD_MAY_BE_INVITED),
  ];
}

/** Defaults to the 31st of this month, so that every birthday of the month counts: ages are in whole months. */
export function dayOfAges({ ageOn }: Pick<ChildQuery, 'ageOn'>, today: CalendarDay): CalendarDay {
  return ageOn === undefined ? { ...today, day: 31 } : calendarDay(ageOn);
}

const AREAS = raw(`'${JSON.stringify(AREA_OF_ZIP)}'::jsonb`);

/** The SQL of the contract's `areaOf`. */
export const AREA = sql`coalesce(
  ${AREAS} ->> family.zip_code::text, ${AREAS} ->> left(family.zip_code, 3), 'Outside')`;

/** Compares ranges, so that PostgreSQL can use the zip code index. */
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

/** The `WaitingStage` of a family that awaits confirmation. */
export const WAITING_STAGE = sql`CASE
    WHEN family.second_email_sent_date IS NOT NULL THEN 'second-notice-sent'
    WHEN family.first_email_sent_date IS NOT NULL THEN 'first-mail-sent'
    WHEN ${hasMail(`'failed'`)} AND NOT ${hasMail(`'pending', 'claimed'`)} THEN 'mail-failed'
    ELSE 'mail-queued'
  END`;

export function isAtStage(stage: WaitingStage): Sql {
  return sql`family.state = 'awaiting' AND ${stage} = ${WAITING_STAGE}`;
}

/** The last mailed link has expired. A link that five wrong answers have ended doesn't count. */
export function confirmationExpired(now: Date): Sql {
  return sql`(family.state = 'awaiting' AND NOT EXISTS (
    SELECT FROM confirmation_links AS link
    WHERE link.family_id = family.id AND link.replaced_at IS NULL AND link.expires_at > ${now.toISOString()}::timestamptz))`;
}

/** Whether the name of the child or its family contains the text. */
export function isChildNamed(name: string): Sql {
  return sql`child.id IN (SELECT id FROM children WHERE ${isNamed('folded_name', name)}
    UNION ALL ${ofFamiliesNamed('children', name)})`;
}

export function ofFamiliesNamed(table: 'guardians' | 'children', name: string): Sql {
  return sql`SELECT member.id FROM ${raw(table)} AS member JOIN families ON families.id = member.family_id
    WHERE ${isNamed('families.folded_name', name)}`;
}
