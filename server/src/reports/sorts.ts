import type { REPORT_COLUMNS } from '@kidlab/contract';

import type { ListOrder } from '../common/list.js';

/** The SQL of the columns by which search and report are sorted. */

type Key = Pick<ListOrder, 'key' | 'nulls'>;

const nullable = (key: string): Key => ({ key, nulls: 'indexed' });

export const GUARDIAN_NAMES = `string_agg(first_name || ' ' || last_name, ', ' ORDER BY is_primary_indicator DESC, id)`;
export const FIRST_NAMES = `string_agg(first_name, ', ' ORDER BY is_primary_indicator DESC, id)`;
export const CHILD_NAMES = `string_agg(first_name, ', ' ORDER BY id)`;

export const SUMMARY_SORTS = {
  id: { key: 'family.id' },
  guid: { key: 'family.guid' },
  familyName: { key: 'lower(family.family_name)' },
  email: { key: 'family.email' },
  state: { key: 'family.state' },
  registeredDate: nullable('family.registered_date'),
  allGuardians: nullable(
    `(SELECT lower(${GUARDIAN_NAMES}) FROM guardians WHERE family_id = family.id)`,
  ),
  allChildren: nullable(`(SELECT lower(${CHILD_NAMES}) FROM children WHERE family_id = family.id)`),
};

/** `id` is the family’s. */
export const DETAIL_SORTS = {
  id: { key: 'family.id' },
  guid: { key: 'family.guid' },
  familyName: { key: 'lower(family.family_name)' },
  email: { key: 'family.email' },
  primaryPhone: nullable('guardian.primary_phone'),
  guardianFirstName: nullable('lower(guardian.first_name)'),
  guardianLastName: nullable('lower(guardian.last_name)'),
  childFirstName: nullable('lower(child.first_name)'),
  childAge: nullable('-child.birth_month_number'),
  childGender: nullable('child.gender'),
  whichHandId: nullable('child.which_hand_id'),
  languageSpokenAtHome: nullable('child.language_spoken_at_home'),
  zipCode: { key: 'family.zip_code' },
  city: { key: 'lower(family.city)' },
  referredBy: { key: 'family.referred_by' },
};

export const REPORT_SORTS: Readonly<Record<(typeof REPORT_COLUMNS)[number], Key>> = {
  id: { key: 'family.id' },
  guid: { key: 'family.guid' },
  email: { key: 'family.email' },
  familyName: { key: 'lower(family.family_name)' },
  firstName: nullable(`(SELECT lower(${FIRST_NAMES}) FROM guardians WHERE family_id = family.id)`),
  registeredDate: nullable('family.registered_date'),
  userConfirmed: nullable('family.registered_date'),
  firstEmailSentDate: nullable('family.first_email_sent_date'),
  secondEmailSentDate: nullable('family.second_email_sent_date'),
  okayToContactIndicator: { key: 'family.okay_to_contact_indicator' },
};
