import {
  AGE_UNITS,
  type CalendarMonth,
  FAMILY_STATE_FILTERS,
  GENDERS,
  HANDS,
  INDICATORS,
  LANGUAGES,
  REFERRAL_SOURCES,
  SEARCH,
  SEARCH_STATES,
  STAFF_MESSAGES,
} from '@kidlab/contract';

import { birthMonths } from '../../common/ages.js';
import { invalidInput } from '../../common/failures.js';
import type { NamedValues } from '../../common/simple-rest.js';
import { anywhere, atTheBeginning, type Values } from '../../common/sql.js';

/** What the families' filter has to know of the moment. */
interface FamilyListSetting {
  /** In the lab's time zone, whose IANA name is `timeZone`. */
  readonly today: CalendarMonth;
  readonly timeZone: string;
  /** SQL: the last confirmation link has expired. */
  readonly expired: () => string;
}

/** SQL: when a family signed up. Staff add families without the agreement. */
const SIGNED_UP = 'coalesce(f.agreement_accepted_at, f.created_date)';

/** The conditions of `FamilyFilter`, in SQL. @throws 400 naming what is of the wrong kind. */
export function familyConditions(
  filter: NamedValues,
  values: Values,
  setting: FamilyListSetting,
): string[] {
  const conditions = memberOf(filter, 'id', 'f.id', values);
  const add = (condition: string): void => void conditions.push(condition);

  const q = filter.text('q');
  if (q !== null) add(familyText(values.add(anywhere(q))));
  const state = filter.choice('state', FAMILY_STATE_FILTERS);
  if (state === 'expired') add(setting.expired());
  else if (state !== null) add(`f.state = ${values.add(state)}`);
  const okayToContact = filter.choice('okayToContactIndicator', INDICATORS);
  if (okayToContact !== null) add(`f.okay_to_contact_indicator = ${values.add(okayToContact)}`);
  const disabled = filter.choice('disabledIndicator', INDICATORS);
  if (disabled !== null) add(`f.disabled_indicator = ${values.add(disabled)}`);
  const referredBy = filter.choice('referredBy', REFERRAL_SOURCES);
  if (referredBy !== null) add(`f.referred_by = ${values.add(referredBy)}`);
  const zipCode = filter.text('zipCode');
  if (zipCode !== null) add(`f.zip_code LIKE ${values.add(atTheBeginning(zipCode))}`);
  const city = filter.text('city');
  if (city !== null) add(`lower(f.city) LIKE (SELECT lower(${values.add(anywhere(city))}))`);

  const dayStart = (day: string, plus: number): string =>
    `(${values.add(day)}::date + ${String(plus)})::timestamp AT TIME ZONE ${values.add(setting.timeZone)}`;
  for (const [name, moment] of [
    ['registered', 'f.registered_date'],
    ['signedUp', SIGNED_UP],
  ] as const) {
    const from = filter.day(`${name}From`);
    const to = filter.day(`${name}To`);
    if (from !== null) add(`${moment} >= ${dayStart(from, 0)}`);
    if (to !== null) add(`${moment} < ${dayStart(to, 1)}`);
  }

  const ofChild = childConditionsOf(filter, values, setting.today);
  if (ofChild.length > 0) {
    add(`EXISTS (SELECT FROM children c WHERE c.family_id = f.id AND ${ofChild.join(' AND ')})`);
  }
  filter.refuseOthers();
  return conditions;
}

/** The conditions of `GuardianFilter`, in SQL. @throws 400 */
export function guardianConditions(filter: NamedValues, values: Values): string[] {
  const conditions = [
    ...memberOf(filter, 'id', 'g.id', values),
    ...memberOf(filter, 'familyId', 'g.family_id', values),
  ];
  const q = filter.text('q');
  if (q !== null) {
    const text = values.add(anywhere(q));
    const name = `(SELECT folded(${text}))`;
    conditions.push(
      `(folded(g.first_name || ' ' || g.last_name) LIKE ${name} OR g.email LIKE (SELECT lower(${text})) OR f.folded_name LIKE ${name})`,
    );
  }
  filter.refuseOthers();
  return conditions;
}

/** The conditions of `ChildFilter`, in SQL. @throws 400 */
export function childConditions(
  filter: NamedValues,
  values: Values,
  today: CalendarMonth,
): string[] {
  const conditions = [
    ...memberOf(filter, 'id', 'c.id', values),
    ...memberOf(filter, 'familyId', 'c.family_id', values),
    ...childConditionsOf(filter, values, today),
  ];
  const state = filter.choice('state', SEARCH_STATES);
  if (state !== null) conditions.push(`f.state = ${values.add(state)}`);
  const okayToContact = filter.choice('okayToContactIndicator', INDICATORS);
  if (okayToContact !== null) {
    conditions.push(`f.okay_to_contact_indicator = ${values.add(okayToContact)}`);
  }
  const disabled = filter.choice('disabledIndicator', INDICATORS);
  if (disabled !== null) {
    conditions.push(
      `${values.add(disabled)} = CASE WHEN 'Y' IN (f.disabled_indicator, c.disabled_indicator) THEN 'Y' ELSE 'N' END`,
    );
  }
  const atHome = filter.choice('languageSpokenAtHome', LANGUAGES);
  if (atHome !== null) conditions.push(`c.language_spoken_at_home = ${values.add(atHome)}`);
  const additional = filter.choice('additionalLanguage', LANGUAGES);
  if (additional !== null) {
    conditions.push(
      `${values.add(additional)} IN (c.additional_language_1, c.additional_language_2)`,
    );
  }
  const hand = filter.choice('whichHandId', HANDS);
  if (hand !== null) conditions.push(`c.which_hand_id = ${values.add(hand)}`);
  const q = filter.text('q');
  if (q !== null) {
    const name = `(SELECT folded(${values.add(anywhere(q))}))`;
    conditions.push(`(folded(c.first_name) LIKE ${name} OR f.folded_name LIKE ${name})`);
  }
  filter.refuseOthers();
  return conditions;
}

/** One id, or many: what grids ask for to resolve references. */
function memberOf(filter: NamedValues, name: string, column: string, values: Values): string[] {
  const ids = filter.ids(name);
  return ids === null ? [] : [`${column} = ANY (${values.add(ids)}::int[])`];
}

/** A union, so that each part finds its own index. */
function familyText(pattern: string): string {
  return `f.id IN (
    SELECT id FROM families WHERE folded_name LIKE (SELECT folded(${pattern}))
    UNION SELECT id FROM families WHERE email LIKE (SELECT lower(${pattern}))
    UNION SELECT family_id FROM guardians WHERE email LIKE (SELECT lower(${pattern})))`;
}

/** Gender and age of one and the same child. */
function childConditionsOf(filter: NamedValues, values: Values, today: CalendarMonth): string[] {
  const conditions: string[] = [];
  const gender = filter.choice('gender', GENDERS);
  if (gender !== null) conditions.push(`c.gender = ${values.add(gender)}`);
  const unit = filter.choice('ageUOM', AGE_UNITS) ?? 'Years';
  const bounds = { min: 0, max: SEARCH.maxAge[unit] };
  const min = filter.integer('minAge', bounds);
  const max = filter.integer('maxAge', bounds);
  if (min !== null && max !== null && min > max) {
    throw invalidInput([{ field: 'filter.minAge', message: STAFF_MESSAGES.invalidAgeRange }]);
  }
  const { first, last } = birthMonths({ unit, min, max }, today);
  if (first !== null) conditions.push(`c.birth_month_number >= ${values.add(first)}`);
  if (last !== null) conditions.push(`c.birth_month_number <= ${values.add(last)}`);
  return conditions;
}
