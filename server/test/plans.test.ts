import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Client } from 'pg';

import type { Clock } from '../src/common/clock.js';
import { LabCalendar } from '../src/common/lab-time.js';
import { type Statement, Statements } from '../src/common/statements.js';
import { Environment } from '../src/config/environment.js';
import { readFamilyList } from '../src/families/staff/record-lists.js';
import { RecordReader } from '../src/families/staff/record-reader.js';
import { DUE_FAMILIES } from '../src/follow-up/follow-up.service.js';
import { REPORT_ORDER, reportListing } from '../src/reports/registration-report.js';
import { readReportFilter, readSearch } from '../src/reports/search-input.js';
import { summaryListing } from '../src/reports/search.js';
import { nextExpired } from '../src/retention/expired-rows.js';
import { RETENTION_RULES } from '../src/retention/retention-rules.js';
import { createTestDatabase, type TestDatabase } from './database.js';
import { writeFamilies } from './demo-families.js';
import { FakeClock } from './fake-clock.js';

const FAMILIES = 100_000;
const PAGE = { offset: 0, limit: 25 };
const BY_ID = { column: 'id', direction: 'ASC' } as const;
const TODAY = { year: 2026, month: 11 };
/** None of these may be read as a whole to show a page, or to find what is due. */
const LARGE = new Set([
  'families',
  'guardians',
  'children',
  'outbox_messages',
  'confirmation_links',
]);

interface Plan {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Subplan Name'?: string;
  readonly Plans?: readonly Plan[];
}

let database: TestDatabase;
let client: Client;

beforeAll(async () => {
  database = await createTestDatabase();
  await writeFamilies(database.url, FAMILIES);
  client = new Client({ connectionString: database.url });
  await client.connect();
  await client.query('VACUUM ANALYZE');
}, 600_000);

afterAll(async () => {
  await client.end();
  await database.drop();
});

/** With the values at hand, as a statement is planned for the first few times; or for any values, as it may be planned from then on. */
type Planning = 'custom' | 'generic';

async function nodesOf({ text, values }: Statement, planning: Planning): Promise<Plan[]> {
  const asked = {
    custom: { text: `EXPLAIN (FORMAT JSON) ${text}`, values: [...values] },
    generic: { text: `EXPLAIN (GENERIC_PLAN, FORMAT JSON) ${text}` },
  };
  const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(asked[planning]);
  // Counting begins after the page, only where that does not tell, and ends at a bound: it may read the first rows of a table.
  const isCount = (plan: Plan): boolean => plan['Subplan Name']?.startsWith('InitPlan') === true;
  const below = (plan: Plan): Plan[] =>
    isCount(plan) ? [] : [plan, ...(plan.Plans ?? []).flatMap(below)];
  return rows.flatMap((row) => below(row['QUERY PLAN'][0].Plan));
}

/** Names of the large tables that a plan reads as a whole. */
async function readAsAWhole(statement: Statement, planning: Planning): Promise<string[]> {
  const nodes = await nodesOf(statement, planning);
  return nodes
    .filter((node) => node['Node Type'] === 'Seq Scan' && LARGE.has(node['Relation Name'] ?? ''))
    .map((node) => node['Relation Name'] ?? '');
}

async function indexesOf(statement: Statement, planning: Planning = 'custom'): Promise<string[]> {
  return (await nodesOf(statement, planning)).flatMap((node) => node['Index Name'] ?? []);
}

function search(query: object, { offset } = PAGE): Statement {
  return summaryListing(readSearch(query), BY_ID, TODAY).page({ ...PAGE, offset });
}

/** What a call of the record reader sends. */
async function sentBy(call: (reader: RecordReader) => Promise<unknown>): Promise<Statement> {
  const sent: Statement[] = [];
  const query = ({ text, values }: Statement): Promise<unknown> => {
    sent.push({ text, values });
    return Promise.resolve({ rows: [{}] });
  };
  const clock: Clock = new FakeClock();
  const environment = new Environment({});
  const source = { driver: { master: { query } } } as unknown as ConstructorParameters<
    typeof Statements
  >[0];
  await call(
    new RecordReader(
      new Statements(source),
      new LabCalendar(environment, clock),
      clock,
      environment,
    ),
  );
  const [statement] = sent;
  if (statement === undefined) throw new Error('nothing was sent');
  return statement;
}

const AGES = { minAge: '3', maxAge: '3', ageUOM: 'Years' };
const GUID = '00000000-0000-4000-a000-000000000000';

const STATEMENTS: [string, string, () => Statement | Promise<Statement>][] = [
  ['no filter', 'families_', () => search({})],
  ['gender', 'children_family', () => search({ gender: 'Female' })],
  ['age', 'children_', () => search(AGES)],
  ['gender and age', 'children_', () => search({ ...AGES, gender: 'Male' })],
  ['a name that many have', 'families_folded_name_part', () => search({ familyName: 'Smith' })],
  ['a name that few have', 'families_folded_name_part', () => search({ familyName: 'Korzul' })],
  ['two letters', 'families_', () => search({ familyName: 'ki' })],
  ['an e-mail', 'families_email_part', () => search({ emailAddress: 'anna.smith' })],
  ['an e-mail of a guardian', 'guardians_email_part', () => search({ emailAddress: 'anna.smith' })],
  ['nothing found', 'families_folded_name_part', () => search({ familyName: 'Qqxyzzy' })],
  [
    'all together',
    'families_folded_name_part',
    () => search({ ...AGES, gender: 'Male', familyName: 'Smith', emailAddress: 'anna.smith' }),
  ],
  [
    'the report',
    'families_registered_date',
    () => reportListing(readReportFilter({}), REPORT_ORDER).page(PAGE),
  ],
  [
    'the report of a name',
    'families_folded_name_part',
    () => reportListing(readReportFilter({ familyName: 'Korzul' }), REPORT_ORDER).page(PAGE),
  ],
  ['a family by guid', 'families_guid', () => sentBy((reader) => reader.family({ guid: GUID }))],
  [
    'a page of families',
    'families_',
    () => sentBy((reader) => reader.families(readFamilyList({ range: '[0,24]' }))),
  ],
  [
    'families that are due a second notice',
    'families_second_notice',
    () => ({ text: DUE_FAMILIES, values: [new Date('2026-11-17T00:00:00Z')] }),
  ],
  ['mail that has served its purpose', 'outbox_messages_ended', () => expired('mails')],
  ['links that have served their purpose', 'confirmation_links_expired', () => expired('links')],
];

function expired(kind: string): Statement {
  const rule = RETENTION_RULES.find((each) => each.kind === kind);
  if (rule === undefined) throw new Error(kind);
  return { text: nextExpired(rule), values: [new Date('2026-01-01T00:00:00Z'), 1_000] };
}

it.each(STATEMENTS)('%s: goes by %s', async (_name, index, make) => {
  const statement = await make();
  for (const planning of ['custom', 'generic'] as const) {
    expect(await readAsAWhole(statement, planning)).toEqual([]);
    expect(await indexesOf(statement, planning)).toContainEqual(expect.stringContaining(index));
  }
});

it('finds out when the indexes are gone', async () => {
  await client.query('BEGIN');
  await client.query('DROP INDEX families_folded_name_part');
  await client.query('DROP INDEX families_visible');
  expect(await readAsAWhole(search({ familyName: 'Korzul' }), 'custom')).toContain('families');
  await client.query('ROLLBACK');
  expect(await readAsAWhole(search({ familyName: 'Korzul' }), 'custom')).toEqual([]);
});
