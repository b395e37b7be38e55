import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { SEARCH } from '@kidlab/contract';
import { Client } from 'pg';

import type { Clock } from '../src/common/clock.js';
import { LabCalendar } from '../src/common/lab-time.js';
import { type Statement, Statements } from '../src/common/statements.js';
import { Environment } from '../src/config/environment.js';
import { writeDemoData } from '../src/database/demo/write-demo-data.js';
import { readFamilyList } from '../src/families/staff/record-lists.js';
import { RecordReader } from '../src/families/staff/record-reader.js';
import { REPORT_ORDER, reportListing } from '../src/reports/registration-report.js';
import { readReportFilter, readSearch } from '../src/reports/search-input.js';
import { summaryListing } from '../src/reports/search.js';
import { createTestDatabase, type TestDatabase } from './database.js';
import { FakeClock } from './fake-clock.js';

/**
 * All that is expected here held for 100,000 families as well, which take minutes on a busy machine: PLANS_FAMILIES=100000.
 * Below some thousand, reading all of a table is honestly cheaper.
 */
const FAMILIES = Number(process.env['PLANS_FAMILIES'] ?? 20_000);
const PAGE = { offset: 0, limit: 25 };
const BY_ID = { column: 'id', direction: 'ASC' } as const;
const TODAY = { year: 2026, month: 11 };
/** None of these may be read as a whole to show a page. */
const LARGE = new Set(['families', 'guardians', 'children']);

interface WrittenRow {
  readonly rows: string;
  readonly total: number;
}

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
  await writeDemoData(database.url, FAMILIES, {
    seed: 1,
    now: new Date('2026-11-20T00:00:00Z'),
    confirmationWindowHours: 72,
    followUpAfterHours: 72,
    unconfirmedRetentionDays: 30,
    cityOf: () => 'Berkeley',
  });
  client = new Client({ connectionString: database.url });
  await client.connect();
  await client.query('VACUUM ANALYZE');
}, 300_000);

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
];

it.each(STATEMENTS)('%s: goes by %s', async (_name, index, make) => {
  const statement = await make();
  for (const planning of ['custom', 'generic'] as const) {
    expect(await readAsAWhole(statement, planning)).toEqual([]);
    expect(await indexesOf(statement, planning)).toContainEqual(expect.stringContaining(index));
  }
});

it('finds out when an index is gone', async () => {
  await client.query('BEGIN');
  await client.query('DROP INDEX families_folded_name_part');
  expect(await indexesOf(search({ familyName: 'Korzul' }))).not.toContain(
    'families_folded_name_part',
  );
  await client.query('ROLLBACK');
  expect(await indexesOf(search({ familyName: 'Korzul' }))).toContain('families_folded_name_part');
});

/** Some find thousands, some a handful: the page comes from a walk through the list, or from what an index has found. */
const SEARCHES: [object, { isMore: boolean }][] = [
  [{}, { isMore: true }],
  [{ gender: 'Male' }, { isMore: true }],
  [{ minAge: '2', maxAge: '9' }, { isMore: true }],
  [{ minAge: '2', maxAge: '9', state: 'awaiting', gender: 'Female' }, { isMore: true }],
  [{ minAge: '3', maxAge: '3', ageUOM: 'Months' }, { isMore: false }],
  [{ emailAddress: 'example' }, { isMore: true }],
  [{ emailAddress: 'ma' }, { isMore: true }],
  [{ emailAddress: 'smith', minAge: '3', maxAge: '4' }, { isMore: false }],
  [{ familyName: 'mi' }, { isMore: false }],
  [{ familyName: 'Smith' }, { isMore: false }],
  [{ familyName: 'an', minAge: '1' }, { isMore: true }],
];
const ORDERS = [
  BY_ID,
  { column: 'familyName', direction: 'DESC' } as const,
  { column: 'registeredDate', direction: 'DESC' } as const,
];

it.each(SEARCHES)(
  '%j: a page shows what stands there in the whole list',
  async (query, { isMore }) => {
    for (const order of ORDERS) {
      const listing = summaryListing(readSearch(query), order, TODAY);
      const all = await client.query<{ id: number }>(listing.all().text, [...listing.all().values]);
      const ids = all.rows.map(({ id }) => id);
      expect(ids.length > SEARCH.countedUpTo).toBe(isMore);

      for (const offset of [0, 50, 975, Math.max(ids.length - 10, 0)]) {
        const page = listing.page({ offset, limit: 25 });
        const [answer] = (await client.query<WrittenRow>(page.text, [...page.values])).rows;
        const shown = JSON.parse(answer?.rows ?? '') as { id: number }[];
        expect(shown.map(({ id }) => id)).toEqual(ids.slice(offset, offset + 25));
        const counted = Math.max(SEARCH.countedUpTo, offset + 25) + 1;
        if (shown.length > 0) expect(answer?.total).toBe(Math.min(ids.length, counted));
      }
    }
  },
);
