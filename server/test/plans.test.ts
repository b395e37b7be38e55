import { SEARCH } from '@kidlab/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Client } from 'pg';

import type { Statement } from '../src/common/statements.js';
import { boundedCountSql, type List, pageSql } from '../src/common/list.js';
import { familyGrid, familySql } from '../src/families/families.sql.js';
import type { FamilyFilterDto } from '../src/families/family.dto.js';
import { DUE_FAMILIES } from '../src/confirmation/follow-up.service.js';
import {
  addressPatterns,
  BLANK_EVENTS,
  FAMILIES_OF_ADDRESS,
  RENAME_WRITER,
} from '../src/privacy/address-traces.js';
import { familySearch, registrationReport, type Search } from '../src/reports/search.sql.js';
import { nextExpired, RETENTION_RULES } from '../src/retention/retention-rules.js';
import { createTestDatabase, type TestDatabase } from './database.js';
import { writeFamilies } from './demo-families.js';
import { scaled } from './size.js';

const FAMILIES = scaled(20_000, 100_000);
const PAGE = { offset: 0, limit: 25 };
const BY_ID = { column: 'id', direction: 'ASC' } as const;
const MOMENT = {
  now: new Date('2026-11-20T00:00:00Z'),
  today: { year: 2026, month: 11, day: 20 },
  timeZone: 'UTC',
  restDays: 14,
};
/** Neither a page nor a search for due rows may scan one of these in full. */
const LARGE = new Set([
  'families',
  'guardians',
  'children',
  'outbox_messages',
  'confirmation_links',
  'audit_events',
]);

/** As staff create them: a staff address in every event, a different family's address in each. */
const EVENTS = `
  INSERT INTO audit_events (occurred_at, actor, action, subject_type, subject_id, family_guid, before, after)
  SELECT now(), 'sam' || n % 7 || '@example.org', 'guardian.updated', 'guardian', n::text, gen_random_uuid(),
    jsonb_build_object('email', 'parent' || n || '@example.org', 'createdBy', 'sam' || n % 7 || '@example.org'),
    jsonb_build_object('email', 'parent' || n || '@example.org', 'notes', 'Prefers mornings.')
  FROM generate_series(1, 50000) AS n`;

interface Plan {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly Plans?: readonly Plan[];
}

let database: TestDatabase;
let client: Client;

beforeAll(async () => {
  database = await createTestDatabase();
  await writeFamilies(database.url, FAMILIES);
  client = new Client({ connectionString: database.url });
  await client.connect();
  await client.query(EVENTS);
  await client.query('VACUUM ANALYZE');
}, 600_000);

afterAll(async () => {
  await client.end();
  await database.drop();
});

/** The plan for these exact values: the product sends no prepared statements. */
async function nodesOf({ text, values }: Statement): Promise<Plan[]> {
  const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
    `EXPLAIN (FORMAT JSON) ${text}`,
    [...values],
  );
  const below = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(below)];
  return rows.flatMap((row) => below(row['QUERY PLAN'][0].Plan));
}

/** Names of the large tables that a plan scans in full. */
async function readAsAWhole(statement: Statement): Promise<string[]> {
  const nodes = await nodesOf(statement);
  return nodes
    .filter((node) => node['Node Type'] === 'Seq Scan' && LARGE.has(node['Relation Name'] ?? ''))
    .map((node) => node['Relation Name'] ?? '');
}

async function indexesOf(statement: Statement): Promise<string[]> {
  return (await nodesOf(statement)).flatMap((node) => node['Index Name'] ?? []);
}

/**
 * The statements of a page, as `readPage` sends them. A large count stops at its limit, so it may read the first
 * rows of a table.
 */
async function pageOf(list: List): Promise<Statement[]> {
  const counting = boundedCountSql(list, SEARCH.countedUpTo + 1);
  const { rows } = await client.query<{ count: number }>(counting.text, counting.values);
  const isShort = (rows[0]?.count ?? 0) <= SEARCH.countedUpTo;
  return isShort ? [counting, pageSql(list, PAGE, true)] : [pageSql(list, PAGE, false)];
}

const searchList = (query: Omit<Search, 'sort'>): List =>
  familySearch({ ...query, sort: BY_ID }, MOMENT);
const search = (query: Omit<Search, 'sort'>): Promise<Statement[]> => pageOf(searchList(query));
const report = (query: { familyName?: string }): Promise<Statement[]> =>
  pageOf(registrationReport({ ...query, sort: { column: 'registeredDate', direction: 'DESC' } }));
const families = (filter: FamilyFilterDto): Promise<Statement[]> =>
  pageOf(familyGrid({ sort: BY_ID, range: null, filter }, MOMENT));

const AGES = { minAge: 3, maxAge: 3, ageUOM: 'Years' } as const;
const ON_A_DAY = { ageOn: '2027-03-14', ageMatch: 'possible' } as const;
const BY_ADDRESS = ['families_email_part', 'guardians_email_part'];
const BY_ANYTHING = [
  'families_folded_name_part',
  'guardians_folded_name_part',
  'children_folded_name_part',
  ...BY_ADDRESS,
];
const GUID = '00000000-0000-4000-a000-000000000000';

/** A page is read in the order of one of these indexes. Which is cheaper depends on the number of families. */
const WALK = 'families_visible or families_pkey';

/** Each with the indexes that it uses. */
const STATEMENTS: [string, string[], () => Statement[] | Promise<Statement[]>][] = [
  ['no filter', [WALK], () => search({})],
  ['gender', [WALK, 'children_family'], () => search({ gender: 'Female' })],
  ['age', [WALK, 'children_family'], () => search(AGES)],
  ['gender and age', [WALK, 'children_family'], () => search({ ...AGES, gender: 'Male' })],
  ['a rare age', ['children_birth_month'], () => search({ ...AGES, ageUOM: 'Months' })],
  ['an age on a day', [WALK, 'children_family'], () => search({ ...AGES, ...ON_A_DAY })],
  [
    'a rare age on a day',
    ['children_birth_month'],
    () => search({ ...AGES, ...ON_A_DAY, ageUOM: 'Months' }),
  ],
  ['an area', [`${WALK} or families_zip_code`], () => search({ area: 'South Bay' })],
  ['an area where nobody lives', ['families_zip_code'], () => search({ area: 'North Bay' })],
  ['families that may be invited', [WALK, 'children_family'], () => search({ contactable: 'Y' })],
  [
    'families that may be invited to a study',
    ['children_birth_month'],
    () =>
      search({
        ...AGES,
        ...ON_A_DAY,
        ageUOM: 'Months',
        ageMatch: 'certain',
        area: 'East Bay',
        contactable: 'Y',
      }),
  ],
  [
    // Among 20,000 families even a common name uses the trigram index; among 100,000 the page walks in order.
    'a common name',
    [`${WALK} or families_folded_name_part`],
    () => [pageSql(searchList({ familyName: 'Smith' }), PAGE, false)],
  ],
  ['a rare name', ['families_folded_name_part'], () => search({ familyName: 'Korzul' })],
  ['two letters', [WALK], () => search({ familyName: 'ki' })],
  ['an e-mail', BY_ADDRESS, () => search({ emailAddress: 'anna.smith7' })],
  ['a whole address', BY_ADDRESS, () => search({ emailAddress: 'anna.smith7@example.org' })],
  [
    'a common part of an address',
    ['families_visible', 'guardians_family'],
    () => search({ emailAddress: 'example' }),
  ],
  ['no match', ['families_folded_name_part'], () => search({ familyName: 'Qqxyzzy' })],
  [
    'all filters together',
    ['families_folded_name_part', 'guardians_family', 'children_family'],
    () => search({ ...AGES, gender: 'Male', familyName: 'Korzul', emailAddress: 'anna.smith' }),
  ],
  ['a quick find by two words', BY_ANYTHING, () => search({ q: 'korzul ann' })],
  ['a quick find in the grid', BY_ANYTHING, () => families({ q: 'qqxyzzy' })],
  ['a quick find by telephone', ['guardians_phone_part'], () => families({ q: '(510) 555-0142' })],
  [
    'a quick find with many matches',
    ['families_visible', 'guardians_family'],
    () => families({ q: 'example' }),
  ],
  ['the report', ['families_registered_date'], () => report({})],
  [
    'the report filtered by name',
    ['families_folded_name_part'],
    () => report({ familyName: 'Korzul' }),
  ],
  [
    'a family by guid',
    ['families_guid'],
    () => Promise.resolve([familySql({ guid: GUID }, MOMENT)]),
  ],
  ['a page of families', [WALK], () => families({})],
  [
    'families due a second notice',
    ['families_second_notice'],
    () => [
      {
        text: DUE_FAMILIES,
        values: [new Date('2026-11-17T00:00:00Z'), new Date('2026-11-19T00:00:00Z')],
      },
    ],
  ],
  ['expired mail', ['outbox_messages_ended'], () => expired('mails')],
  ['expired links', ['confirmation_links_expired'], () => expired('links')],
];

function expired(kind: 'mails' | 'links'): Statement[] {
  return [
    { text: nextExpired(RETENTION_RULES[kind]), values: [new Date('2026-01-01T00:00:00Z'), 1_000] },
  ];
}

it.each(STATEMENTS)('%s: uses %j', async (_name, indexes, make) => {
  const used: string[] = [];
  for (const statement of await make()) {
    expect(await readAsAWhole(statement)).toEqual([]);
    used.push(...(await indexesOf(statement)));
  }
  const [first = ''] = indexes;
  if (first.includes(' or ')) expect(first.split(' or ')).toContain(used[0]);
  expect(used).toEqual(expect.arrayContaining(indexes.filter((index) => !index.includes(' or '))));
});

const ADDRESS = 'parent7@example.org';

const ERASING: [string, () => Statement][] = [
  ['families with the address', () => ({ text: FAMILIES_OF_ADDRESS, values: [ADDRESS] })],
  [
    'events that contain it',
    () => ({ text: BLANK_EVENTS, values: [...addressPatterns(ADDRESS), ADDRESS, 'x'] }),
  ],
  ...RENAME_WRITER.map((text): [string, () => Statement] => [
    text,
    () => ({ text, values: [ADDRESS, 'x'] }),
  ]),
];

it.each(ERASING)('an erasure uses indexes for %s', async (_name, make) => {
  expect(await readAsAWhole(make())).toEqual([]);
});

it('detects missing indexes', async () => {
  const list = searchList({ familyName: 'Korzul' });
  await client.query('BEGIN');
  await client.query('DROP INDEX families_folded_name_part');
  await client.query('DROP INDEX families_visible');
  expect(await readAsAWhole(pageSql(list, PAGE, true))).toContain('families');
  await client.query('ROLLBACK');
  expect(await readAsAWhole(pageSql(list, PAGE, true))).toEqual([]);
});
