import type { REPORT_COLUMNS } from '@kidlab/contract';

import type { Sort } from '../common/simple-rest.js';
import { moment, Values } from '../common/sql.js';
import { familyConditions, isFoundByPart } from './family-conditions.js';
import { Listing, type SortKey } from './listing.js';
import type { ReportFilter } from './search-input.js';

type ReportColumn = (typeof REPORT_COLUMNS)[number];

const FIRST_NAMES = `string_agg(first_name, ', ' ORDER BY is_primary_indicator DESC, id)`;
const NAMES_OF_EACH = `
  LEFT JOIN LATERAL (SELECT ${FIRST_NAMES} AS names FROM guardians WHERE family_id = family.id) AS guardian ON true`;
const NAMES_OF_ALL = `
  LEFT JOIN (SELECT family_id, ${FIRST_NAMES} AS names FROM guardians GROUP BY family_id) AS guardian
    ON guardian.family_id = family.id`;

const REGISTERED: SortKey = { expression: 'family.registered_date', nullable: true };

const REPORT_KEYS: Readonly<Record<ReportColumn, SortKey>> = {
  id: { expression: 'family.id' },
  guid: { expression: 'family.guid' },
  email: { expression: 'family.email' },
  familyName: { expression: 'lower(family.family_name)' },
  firstName: {
    expression: `(SELECT lower(${FIRST_NAMES}) FROM guardians WHERE family_id = family.id)`,
    nullable: true,
  },
  registeredDate: REGISTERED,
  userConfirmed: REGISTERED,
  firstEmailSentDate: { expression: 'family.first_email_sent_date', nullable: true },
  secondEmailSentDate: { expression: 'family.second_email_sent_date', nullable: true },
  okayToContactIndicator: { expression: 'family.okay_to_contact_indicator' },
};

/** Unless asked otherwise: the latest registration first, unconfirmed families last. */
export const REPORT_ORDER: Sort<ReportColumn> = { column: 'registeredDate', direction: 'DESC' };

/** Families by (part of) their name and by their state, with what they were mailed. */
export function reportListing(asked: ReportFilter, sort: Sort<ReportColumn>): Listing {
  const values = new Values();
  const filter = { ...asked, emailAddress: null };
  return new Listing({
    source: 'FROM families AS family',
    conditions: familyConditions(filter, values),
    key: REPORT_KEYS[sort.column],
    direction: sort.direction,
    identity: ['family.id'],
    columns: `family.id, family.guid, family.email, family.family_name AS "familyName", guardian.names AS "firstName",
      ${moment('family.registered_date')} AS "registeredDate",
      ${moment('family.first_email_sent_date')} AS "firstEmailSentDate",
      ${moment('family.second_email_sent_date')} AS "secondEmailSentDate",
      family.okay_to_contact_indicator AS "okayToContactIndicator"`,
    page: `FROM page JOIN families AS family ON family.id = page.id1 ${NAMES_OF_EACH}`,
    all: `FROM families AS family ${asked.familyName === null ? NAMES_OF_ALL : NAMES_OF_EACH}`,
    values: values.all(),
    matchFirst: isFoundByPart(filter),
  });
}
