import {
  type ConsentRecord,
  MONTH_NAMES,
  type StaffChild,
  type StaffFamily,
  type StaffGuardian,
} from '@kidlab/contract';

import sql, { join, raw, type Sql } from 'sql-template-tag';

import { moment } from '../../common/sql.js';
import { confirmationExpired } from '../families.sql.js';

/**
 * Records in the very shape of an answer, written by PostgreSQL: one statement reads a family with everybody in it.
 * The tables are called `family`, `guardian` and `child`.
 */

/** What PostgreSQL computes each field of a record from. */
type Fields<Answer extends object> = Readonly<Record<keyof Answer, string | Sql>>;

function object(fields: Readonly<Record<string, string | Sql>>): Sql {
  const pairs = Object.entries(fields).map(
    ([field, value]) =>
      sql`${raw(`'${field}'`)}, ${typeof value === 'string' ? raw(value) : value}`,
  );
  return sql`json_build_object(${join(pairs)})`;
}

function columns(fields: Readonly<Record<string, string | Sql>>): Sql {
  return join(
    Object.entries(fields).map(
      ([field, value]) =>
        sql`${typeof value === 'string' ? raw(value) : value} AS ${raw(`"${field}"`)}`,
    ),
  );
}

function auditFields(
  alias: string,
): Fields<
  Pick<StaffFamily, 'version' | 'createdDate' | 'createdBy' | 'modifiedDate' | 'modifiedBy'>
> {
  return {
    createdDate: moment(`${alias}.created_date`),
    createdBy: `${alias}.created_by`,
    modifiedDate: moment(`${alias}.modified_date`),
    modifiedBy: `${alias}.modified_by`,
    version: `${alias}.version`,
  };
}

function statusFields(
  alias: string,
): Fields<Pick<StaffFamily, 'registeredIndicator' | 'registeredDate' | 'disabledIndicator'>> {
  return {
    registeredIndicator: `${alias}.registered_indicator`,
    registeredDate: moment(`${alias}.registered_date`),
    disabledIndicator: `${alias}.disabled_indicator`,
  };
}

const FAMILY_OF_MEMBER = {
  familyId: 'family.id',
  familyGuid: 'family.guid',
  familyName: 'family.family_name',
};

function familyFields(now: Date): Fields<StaffFamily> {
  return {
    id: 'family.id',
    guid: 'family.guid',
    email: 'family.email',
    familyName: 'family.family_name',
    referredBy: 'family.referred_by',
    okayToContactIndicator: 'family.okay_to_contact_indicator',
    zipCode: 'family.zip_code',
    city: 'family.city',
    state: 'family.state',
    confirmationExpired: confirmationExpired(now),
    ...statusFields('family'),
    firstEmailSentDate: moment('family.first_email_sent_date'),
    secondEmailSentDate: moment('family.second_email_sent_date'),
    eml: 'family.eml',
    ...auditFields('family'),
  };
}

const GUARDIAN_FIELDS: Fields<StaffGuardian> = {
  id: 'guardian.id',
  ...FAMILY_OF_MEMBER,
  firstName: 'guardian.first_name',
  lastName: 'guardian.last_name',
  email: 'guardian.email',
  familyEmail: 'family.email',
  primaryPhone: 'guardian.primary_phone',
  zipCode: 'guardian.zip_code',
  city: 'guardian.city',
  relationshipToChild: 'guardian.relationship_to_child',
  isPrimaryIndicator: 'guardian.is_primary_indicator',
  notes: 'guardian.notes',
  ...statusFields('guardian'),
  eml: 'guardian.eml',
  ...auditFields('guardian'),
};

const MONTH_NAME_LIST = MONTH_NAMES.map((name) => `'${name}'`).join(', ');

const CHILD_FIELDS: Fields<StaffChild> = {
  id: 'child.id',
  ...FAMILY_OF_MEMBER,
  email: 'family.email',
  firstName: 'child.first_name',
  gender: 'child.gender',
  monthOfBirth: `lpad(child.month_of_birth::text, 2, '0')`,
  yearOfBirth: 'child.year_of_birth::text',
  mob: `(ARRAY[${MONTH_NAME_LIST}])[child.month_of_birth]`,
  whichHandId: 'child.which_hand_id',
  languageSpokenAtHome: 'child.language_spoken_at_home',
  additionalLanguage1: 'child.additional_language_1',
  additionalLanguage2: 'child.additional_language_2',
  specialNeeds: 'child.special_needs',
  ...statusFields('child'),
  eml: 'child.eml',
  ...auditFields('child'),
};

/** `StaffGuardian` and `StaffChild`. */
export const GUARDIAN_JSON = object(GUARDIAN_FIELDS);
export const CHILD_JSON = object(CHILD_FIELDS);

/** The same as columns of a list, and `StaffFamily`. */
export const GUARDIAN_COLUMNS = columns(GUARDIAN_FIELDS);
export const CHILD_COLUMNS = columns(CHILD_FIELDS);
export const familyColumns = (now: Date): Sql => columns(familyFields(now));

/** `ConsentRecord`, `null` for a family that staff have added. */
const CONSENT = sql`CASE WHEN family.agreement_accepted_at IS NULL THEN NULL ELSE ${object({
  version: 'family.agreement_version',
  acceptedAt: moment('family.agreement_accepted_at'),
  origin: 'family.agreement_origin',
  network: 'family.agreement_network',
} satisfies Fields<ConsentRecord>)} END`;

/** `StaffFamilyDetails`: guardians primary first, then by id. */
export function familyDetailsJson(now: Date): Sql {
  return object({
    ...familyFields(now),
    consent: CONSENT,
    guardians: sql`(SELECT coalesce(json_agg(${GUARDIAN_JSON} ORDER BY guardian.is_primary_indicator DESC, guardian.id), '[]')
      FROM guardians AS guardian WHERE guardian.family_id = family.id)`,
    children: sql`(SELECT coalesce(json_agg(${CHILD_JSON} ORDER BY child.id), '[]')
      FROM children AS child WHERE child.family_id = family.id)`,
  });
}
