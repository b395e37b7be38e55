import type { REPORT_COLUMNS } from '@kidlab/contract';

import type { ListOrder } from '../common/list.js';

/** What search and report are sorted by, and its SQL. */

type Key = Pick<ListOrder, 'key' | 'nulls'>;

const may = (key: string): Key => ({ key, nulls: 'indexed' });

export const GUARDIAN_NAMES = `string_agg(first_name || ' ' || last_name, ', ' ORDER BY is_primary_indicator DESC, id)`;
export const FIRST_NAMES = `string_agg(first_name, ', ' ORDER BY is_primary_indicator DESC, id)`;
export const CHILD_NAMES = `string_agg(first_name, ', ' ORDER BY id)`;

export const SUMMARY_SORTS = {
  id: { key: 'family.id' },
  guid: { key: 'family.guid' },
  familyName: { key: 'lower(family.family_name)' },
  email: { key: 'family.email' },
  state: { key: 'family.state' },
  registeredDate: may('family.registered_date'),
  allGuardians: may(`(SELECT lower(${GUARDIAN_NAMES}) FROM guardians WHERE family_id = family.id)`),
  allChildren: may(`(SELECT lower(${CHILD_NAMES}) FROM children WHERE family_id = family.id)`),
};

/** `id` is the family’s. */
export const DETAIL_SORTS = {
  id: { key: 'family.id' },
  guid: { key: 'family.guid' },
  familyName: { key: 'lower(family.family_name)' },
  email: { key: 'family.email' },
  primaryPhone: may('guardian.primary_phone'),
  guardianFirstName: may('lower(guardian.first_name)'),
  guardianLastName: may('lower(guardian.last_name)'),
  childFirstName: may('lower(child.first_name)'),
  childAge: may('-child.birth_month_number'),
  childGender: may('child.gender'),
  whichHandId: may('child.which_hand_id'),
  languageSpokenAtHome: may('child.language_spoken_at_home'),
  zipCode: { key: 'family.zip_code' },
  city: { key: 'lower(family.city)' },
  referredBy: { key: 'family.referred_by' },
};

export const REPORT_SORTS: Readonly<Record<(typeof REPORT_COLUMNS)[number], Key>> = {
  id: { key: 'family.id' },
  guid: { key: 'family.guid' },
  email: { key: 'family.email' },
  familyName: { key: 'lower(family.family_name)' },
  firstName: may(`(SELECT lower(${FIRST_NAMES}) FROM guardians WHERE family_id = family.id)`),
  registeredDate: may('family.registered_date'),
  userConfirmed: may('family.registered_date'),
  firstEmailSentDate: may('family.first_email_sent_date'),
  secondEmailSentDate: may('family.second_email_sent_date'),
  okayToContactIndicator: { key: 'family.okay_to_contact_indicator' },
};
