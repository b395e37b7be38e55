import sql, { raw } from 'sql-template-tag';

import type { List, ListOrder } from '../common/list.js';
import { moment } from '../common/sql.js';
import type { ReportListDto } from './reports.dto.js';
import { familyConditions } from './search.sql.js';

type Key = Pick<ListOrder, 'key' | 'nulls'>;

/** What some families don't have. */
const may = (key: string): Key => ({ key, nulls: 'indexed' });

const FIRST_NAMES = `string_agg(first_name, ', ' ORDER BY is_primary_indicator DESC, id)`;

const REPORT_KEYS: Readonly<Record<ReportListDto['sort']['column'], Key>> = {
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

/** Families by (part of) their name and by their state, with what they were mailed. */
export function registrationReport(query: Omit<ReportListDto, 'range'>): List {
  const { sort, familyName = query.name ?? query.lastName } = query;
  return {
    from: sql`FROM families AS family`,
    conditions: familyConditions({ ...query, familyName }),
    order: { ...REPORT_KEYS[sort.column], direction: sort.direction },
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
