import {
  type ConsentRecord,
  FAMILY_ORIGINS,
  type FAMILY_SORTS,
  FAMILY_STATE_FILTERS,
  INDICATORS,
  REFERRAL_SOURCES,
  type StaffFamily,
  WAITING_STAGES,
} from '@kidlab/contract';
import sql, { raw, type Sql } from 'sql-template-tag';

import { CHILD_JSON } from '../children/children.sql.js';
import type { List } from '../common/list.js';
import { readFilter } from '../common/simple-rest.js';
import { beginsPattern, containsPattern, moment } from '../common/sql.js';
import { GUARDIAN_JSON } from '../guardians/guardians.sql.js';
import {
  confirmationExpired,
  hasChild,
  isAtStage,
  isMeantBy,
  isOfOrigin,
  type Search,
  VISIBLE,
} from './families.sql.js';
import { Family } from './family.entity.js';
import { conditionsOf, type Moment, readChildConditions, readOrder } from './grid.sql.js';
import { columnsOf, type Fields, jsonObject, namedColumns } from './record.sql.js';

/** Part of the consent, of the session, of the search, or of other records. */
const HIDDEN = [
  'foldedName',
  'agreementAcceptedAt',
  'agreementVersion',
  'agreementOrigin',
  'agreementNetwork',
  'registrationSessionId',
  'draftExpiresAt',
  'guardians',
  'children',
] as const;

const COLUMNS = columnsOf(Family, 'family', HIDDEN);

function familyFields(now: Date): Fields<StaffFamily> {
  return { ...COLUMNS, confirmationExpired: confirmationExpired(now) };
}

/** `ConsentRecord`, `null` for a family that staff have added. */
const CONSENT = sql`CASE WHEN family.agreement_accepted_at IS NULL THEN NULL ELSE ${jsonObject({
  version: 'family.agreement_version',
  acceptedAt: moment('family.agreement_accepted_at'),
  origin: 'family.agreement_origin',
  network: 'family.agreement_network',
} satisfies Fields<ConsentRecord>)} END`;

/** How a call names a family. */
export type FamilyKey = { readonly id: number } | { readonly guid: string };

/** A family with everybody in it as staff see it (`StaffFamilyDetails`), as the text `record`. */
export function familySql(key: FamilyKey, now: Date): Sql {
  const details = jsonObject({
    ...familyFields(now),
    consent: CONSENT,
    guardians: sql`(SELECT coalesce(json_agg(${GUARDIAN_JSON} ORDER BY guardian.is_primary_indicator DESC, guardian.id), '[]')
      FROM guardians AS guardian WHERE guardian.family_id = family.id)`,
    children: sql`(SELECT coalesce(json_agg(${CHILD_JSON} ORDER BY child.id), '[]')
      FROM children AS child WHERE child.family_id = family.id)`,
  });
  const isNamed = 'id' in key ? sql`family.id = ${key.id}` : sql`family.guid = ${key.guid}`;
  return sql`SELECT (${details})::text AS record FROM families AS family WHERE ${isNamed} AND ${VISIBLE}`;
}

const KEYS: Readonly<Record<(typeof FAMILY_SORTS)[number], string>> = {
  id: 'family.id',
  familyName: 'lower(family.family_name)',
  email: 'family.email',
  referredBy: 'family.referred_by',
  okayToContactIndicator: 'family.okay_to_contact_indicator',
  zipCode: 'family.zip_code',
  city: 'family.city',
  state: 'family.state',
  registeredDate: 'family.registered_date',
  firstEmailSentDate: 'family.first_email_sent_date',
  secondEmailSentDate: 'family.second_email_sent_date',
  createdDate: 'family.created_date',
  modifiedDate: 'family.modified_date',
};
/** Families without such a date come last, whichever way they are sorted. */
const MAY_BE_MISSING = [KEYS.registeredDate, KEYS.firstEmailSentDate, KEYS.secondEmailSentDate];

/** The grid of families: from a call's `filter` and `sort` to a list. @throws 400 naming the parameter. */
export function familyGrid(query: object, moment: Moment): List {
  const order = readOrder(query, KEYS);
  return {
    from: sql`FROM families AS family`,
    conditions: [VISIBLE, ...filtered(query, moment, 'index')],
    byRow: [VISIBLE, ...filtered(query, moment, 'row')],
    order: MAY_BE_MISSING.includes(order.key) ? { ...order, nulls: 'last' } : order,
    ids: ['family.id'],
    columns: namedColumns(familyFields(moment.now)),
    joins: sql`JOIN families AS family ON family.id = page.id1`,
  };
}

/** The conditions of `FamilyFilter`. */
function filtered(query: object, { now, today, timeZone }: Moment, by: Search): Sql[] {
  const filter = readFilter(query);
  const asked = conditionsOf(filter);
  const dayStart = (day: string, plus: number): Sql =>
    sql`(${day}::date + ${raw(String(plus))})::timestamp AT TIME ZONE ${timeZone}`;
  const since = (column: Sql) => (day: string) => sql`${column} >= ${dayStart(day, 0)}`;
  const until = (column: Sql) => (day: string) => sql`${column} < ${dayStart(day, 1)}`;
  const registered = sql`family.registered_date`;
  // Staff add families without the agreement.
  const signedUp = sql`coalesce(family.agreement_accepted_at, family.created_date)`;

  asked.ids('id', 'family.id');
  asked.add(filter.text('q'), (q) => isMeantBy(q, by));
  asked.add(filter.choice('state', FAMILY_STATE_FILTERS), (state) =>
    state === 'expired' ? confirmationExpired(now) : sql`family.state = ${state}`,
  );
  asked.add(filter.choice('origin', FAMILY_ORIGINS), isOfOrigin);
  asked.add(filter.choice('waitingStage', WAITING_STAGES), isAtStage);
  asked.choice('okayToContactIndicator', INDICATORS, 'family.okay_to_contact_indicator');
  asked.choice('disabledIndicator', INDICATORS, 'family.disabled_indicator');
  asked.choice('referredBy', REFERRAL_SOURCES, 'family.referred_by');
  asked.add(filter.text('zipCode'), (zip) => sql`family.zip_code LIKE ${beginsPattern(zip)}`);
  asked.add(
    filter.text('city'),
    (city) => sql`lower(family.city) LIKE lower(${containsPattern(city)})`,
  );
  asked.add(filter.day('registeredFrom'), since(registered));
  asked.add(filter.day('registeredTo'), until(registered));
  asked.add(filter.day('signedUpFrom'), since(signedUp));
  asked.add(filter.day('signedUpTo'), until(signedUp));
  const ofChild = readChildConditions(filter, today);
  if (ofChild.length > 0) asked.all.push(hasChild(ofChild));
  filter.refuseOthers();
  return asked.all;
}
