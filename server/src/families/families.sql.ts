import { type ConsentRecord, type StaffFamily } from '@kidlab/contract';
import sql, { raw, type Sql } from 'sql-template-tag';

import { CHILD_JSON } from '../children/children.sql.js';
import type { Moment } from '../common/lab.js';
import type { List, SearchMethod } from '../common/list.js';
import {
  allOf,
  beginsPattern,
  containsPattern,
  isOneOf,
  isoTimestamp,
  isValue,
  isWithin,
  when,
} from '../common/sql.js';
import { GUARDIAN_JSON } from '../guardians/guardians.sql.js';
import { contactStatusSql } from './contact.rules.js';
import {
  AREA,
  childConditions,
  confirmationExpired,
  hasChild,
  isAtStage,
  matchesText,
  isOfOrigin,
  VISIBLE,
} from './conditions.sql.js';
import { FAMILY_SORTS, type FamilyFilterDto, type FamilyListDto } from './family.dto.js';
import { Family } from './family.entity.js';
import { columnsOf, type Fields, jsonObject, namedColumns } from './record.sql.js';

/** Columns left out of the record: they belong to consent, session, search or other records. */
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

function familyFields(at: Moment): Fields<StaffFamily> {
  return {
    ...COLUMNS,
    confirmationExpired: confirmationExpired(at.now),
    contactStatus: contactStatusSql(at),
    area: AREA,
  };
}

/** `null` for a family that staff added. */
const CONSENT = sql`CASE WHEN family.agreement_accepted_at IS NULL THEN NULL ELSE ${jsonObject({
  version: 'family.agreement_version',
  acceptedAt: isoTimestamp('family.agreement_accepted_at'),
  origin: 'family.agreement_origin',
  network: 'family.agreement_network',
} satisfies Fields<ConsentRecord>)} END`;

/** Identifies a family. `email` is in lower case. */
export type FamilyKey =
  | { readonly id: number }
  | { readonly guid: string }
  | { readonly email: string };

/** Selects a `StaffFamilyDetails` as `record`. */
export function familySql(key: FamilyKey, at: Moment): Sql {
  const details = jsonObject({
    ...familyFields(at),
    consent: CONSENT,
    guardians: sql`(SELECT coalesce(json_agg(${GUARDIAN_JSON} ORDER BY guardian.is_primary_indicator DESC, guardian.id), '[]')
      FROM guardians AS guardian WHERE guardian.family_id = family.id)`,
    children: sql`(SELECT coalesce(json_agg(${CHILD_JSON} ORDER BY child.id), '[]')
      FROM children AS child WHERE child.family_id = family.id)`,
  });
  const isKey = Object.entries(key).map(([column, value]) => sql`family.${raw(column)} = ${value}`);
  return sql`SELECT ${details} AS record FROM families AS family WHERE ${allOf(isKey)} AND ${VISIBLE}`;
}

/** Families without such a date come last in both directions. */
const NULLABLE_DATES = ['registeredDate', 'firstEmailSentDate', 'secondEmailSentDate'];

export function familyGrid({ sort, filter }: FamilyListDto, moment: Moment): List {
  return {
    from: sql`FROM families AS family`,
    conditions: (by) => [VISIBLE, ...filtered(filter, moment, by)],
    order: {
      key: FAMILY_SORTS[sort.column],
      direction: sort.direction,
      ...(NULLABLE_DATES.includes(sort.column) ? { nulls: 'last' } : {}),
    },
    ids: ['family.id'],
    columns: namedColumns(familyFields(moment)),
    joins: sql`JOIN families AS family ON family.id = page.id1`,
  };
}

function filtered(
  filter: FamilyFilterDto,
  { now, today, timeZone }: Moment,
  by: SearchMethod,
): Sql[] {
  // Staff add families without the agreement.
  const signedUp = 'coalesce(family.agreement_accepted_at, family.created_date)';
  const ofChild = childConditions(filter, today);
  return [
    ...when(filter.id, (ids) => isOneOf('family.id', ids)),
    ...when(filter.q, (q) => matchesText(q, by)),
    ...when(filter.state, (state) =>
      state === 'expired' ? confirmationExpired(now) : sql`family.state = ${state}`,
    ),
    ...when(filter.origin, isOfOrigin),
    ...when(filter.waitingStage, isAtStage),
    ...when(filter.okayToContactIndicator, isValue('family.okay_to_contact_indicator')),
    ...when(filter.disabledIndicator, isValue('family.disabled_indicator')),
    ...when(filter.referredBy, isValue('family.referred_by')),
    ...when(filter.zipCode, (zip) => sql`family.zip_code LIKE ${beginsPattern(zip)}`),
    ...when(filter.city, (city) => sql`lower(family.city) LIKE lower(${containsPattern(city)})`),
    ...isWithin('family.registered_date', timeZone, filter.registeredFrom, filter.registeredTo),
    ...isWithin(signedUp, timeZone, filter.signedUpFrom, filter.signedUpTo),
    ...(ofChild.length > 0 ? [hasChild(ofChild)] : []),
  ];
}
