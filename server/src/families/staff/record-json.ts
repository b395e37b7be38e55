import {
  type ConsentRecord,
  MONTH_NAMES,
  type StaffChild,
  type StaffFamily,
  type StaffGuardian,
} from '@kidlab/contract';

import { moment } from '../../common/sql.js';

/**
 * Records in the very shape of an answer, written by PostgreSQL: one statement reads a family with everybody in it.
 * Aliases: `f` families, `g` guardians, `c` children.
 */

/** What PostgreSQL computes each field of a record from. */
type Fields<Answer extends object> = Readonly<Record<keyof Answer, string>>;

function object(fields: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(fields).map(([field, value]) => `'${field}', ${value}`);
  return `json_build_object(${pairs.join(', ')})`;
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
  familyId: 'f.id',
  familyGuid: 'f.guid',
  familyName: 'f.family_name',
};

/**
 * Whether the link that was mailed last is valid no more. The table of links belongs to the confirmation, which knows
 * families and not the other way round: this condition is all that is known of it here.
 * @param now what stands for the moment in the statement.
 */
export function confirmationExpired(now: string): string {
  return `(f.state = 'awaiting' AND NOT EXISTS (
    SELECT FROM confirmation_links l
    WHERE l.family_id = f.id AND l.replaced_at IS NULL AND l.expires_at > ${now}))`;
}

function familyFields(now: string): Fields<StaffFamily> {
  return {
    id: 'f.id',
    guid: 'f.guid',
    email: 'f.email',
    familyName: 'f.family_name',
    referredBy: 'f.referred_by',
    okayToContactIndicator: 'f.okay_to_contact_indicator',
    zipCode: 'f.zip_code',
    city: 'f.city',
    state: 'f.state',
    confirmationExpired: confirmationExpired(now),
    ...statusFields('f'),
    firstEmailSentDate: moment('f.first_email_sent_date'),
    secondEmailSentDate: moment('f.second_email_sent_date'),
    eml: 'f.eml',
    ...auditFields('f'),
  };
}

const GUARDIAN_FIELDS: Fields<StaffGuardian> = {
  id: 'g.id',
  ...FAMILY_OF_MEMBER,
  firstName: 'g.first_name',
  lastName: 'g.last_name',
  email: 'g.email',
  familyEmail: 'f.email',
  primaryPhone: 'g.primary_phone',
  zipCode: 'g.zip_code',
  city: 'g.city',
  relationshipToChild: 'g.relationship_to_child',
  isPrimaryIndicator: 'g.is_primary_indicator',
  notes: 'g.notes',
  ...statusFields('g'),
  eml: 'g.eml',
  ...auditFields('g'),
};

const MONTH_NAME_LIST = MONTH_NAMES.map((name) => `'${name}'`).join(', ');

const CHILD_FIELDS: Fields<StaffChild> = {
  id: 'c.id',
  ...FAMILY_OF_MEMBER,
  email: 'f.email',
  firstName: 'c.first_name',
  gender: 'c.gender',
  monthOfBirth: `lpad(c.month_of_birth::text, 2, '0')`,
  yearOfBirth: 'c.year_of_birth::text',
  mob: `(ARRAY[${MONTH_NAME_LIST}])[c.month_of_birth]`,
  whichHandId: 'c.which_hand_id',
  languageSpokenAtHome: 'c.language_spoken_at_home',
  additionalLanguage1: 'c.additional_language_1',
  additionalLanguage2: 'c.additional_language_2',
  specialNeeds: 'c.special_needs',
  ...statusFields('c'),
  eml: 'c.eml',
  ...auditFields('c'),
};

/** `StaffGuardian` and `StaffChild`. */
export const GUARDIAN_JSON = object(GUARDIAN_FIELDS);
export const CHILD_JSON = object(CHILD_FIELDS);

/** `StaffFamily`. @param now what stands for the moment in the statement. */
export function familyJson(now: string): string {
  return object(familyFields(now));
}

/** `ConsentRecord`, `null` for a family that staff have added. */
const CONSENT = `CASE WHEN f.agreement_accepted_at IS NULL THEN NULL ELSE ${object({
  version: 'f.agreement_version',
  acceptedAt: moment('f.agreement_accepted_at'),
  origin: 'f.agreement_origin',
  network: 'f.agreement_network',
} satisfies Fields<ConsentRecord>)} END`;

/** `StaffFamilyDetails`: guardians primary first, then by id. @param now as above. */
export function familyDetailsJson(now: string): string {
  return object({
    ...familyFields(now),
    consent: CONSENT,
    guardians: `(SELECT coalesce(json_agg(${GUARDIAN_JSON} ORDER BY g.is_primary_indicator DESC, g.id), '[]')
      FROM guardians g WHERE g.family_id = f.id)`,
    children: `(SELECT coalesce(json_agg(${CHILD_JSON} ORDER BY c.id), '[]')
      FROM children c WHERE c.family_id = f.id)`,
  });
}
