import type { REPORT_COLUMNS } from '@kidlab/contract';
import sql, { raw } from 'sql-template-tag';

import type { List, ListOrder } from '../common/list.js';
import type { Sort } from '../common/simple-rest.js';
import { moment } from '../common/sql.js';
import { familyConditions } from './search.sql.js';
import type { ReportFilter } from './search-filter.js';

type ReportColumn = (typeof REPORT_COLUMNS)[number];
type Key = Pick<ListOrder, 'key' | 'nulls'>;

/** What some families don't have. */
const may = (key: string): Key => ({ key, nulls: 'indexed' });

const FIRST_NAMES = `string_agg(first_name, ', ' ORDER BY is_primary_indicator DESC, id)`;

const REPORT_KEYS: Readonly<Record<ReportColumn, Key>> = {
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

/** Unless asked otherwise: the latest registration first, unconfirmed families last. */
export const REPORT_ORDER: Sort<ReportColumn> = { column: 'registeredDate', direction: 'DESC' };

/** Families by (part of) their name and by their state, with what they were mailed. */
export function registrationReport(
  filter: ReportFilter,
  { column, direction }: Sort<ReportColumn>,
): List {
  return {
    from: sql`FROM families AS family`,
    conditions: familyConditions(filter),
    order: { ...REPORT_KEYS[column], direction },
    ids: ['family.id'],
    columns: sql`family.id, family.guid, family.email, family.family_name AS "familyName", guardian.names AS "firstName",
      ${moment('family.registered_date')} AS "registeredDate",
      ${moment('family.first_email_sent_date')} AS "firstEmailSentDate",
      ${moment('family.second_email_sent_date')} AS "secondEmailSentDate",
      family.okay_to_contact_indicator AS "okayToContactIndicator"`,
    joins: sql`JOIN families AS family ON family.id = page.id1
      LEFT JOIN LATERAL (SELECT ${raw(FIRST_NAMES)} AS names FROM guardians WHERE family_id = family.id) AS guardian ON true`,
  };
}
