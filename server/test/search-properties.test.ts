import {
  AGE_UNITS,
  type AgeUnit,
  type FamilyDetailRow,
  type FamilySummaryRow,
  GENDERS,
  type Gender,
  SEARCH_STATES,
} from '@kidlab/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import fc from 'fast-check';
import type { agent } from 'supertest';

import { useTestApp } from './app.js';
import { signIn } from './staff.js';
import { storeFamily } from './stored-families.js';

const CALL = '/kidlab-reg/admin/api/family-guardian-child';
/** November 2026, like the test clock. */
const TODAY = { year: 2026, month: 11 };
const FAMILIES = 60;

interface Child {
  firstName: string;
  gender: Gender;
  year: number;
  month: number;
}
interface Made {
  id: number;
  state: 'draft' | 'awaiting' | 'registered';
  familyName: string;
  email: string;
  guardianEmails: string[];
  children: Child[];
}
interface Query {
  gender?: Gender | 'All';
  ageUOM?: AgeUnit;
  minAge?: number;
  maxAge?: number;
  emailAddress?: string;
  familyName?: string;
  state?: (typeof SEARCH_STATES)[number];
}

const NAMES = [
  "O'Brien",
  'Obrien',
  'Smith',
  'O’Brien',
  'smithers',
  'Li',
  'Čáp',
  'García',
  'A_b',
  '100%',
  'Rye',
];
const MAILBOXES = ['ann', 'ann.b', 'a_b', 'bo%', 'smith', 'cy-di', 'o+brien'];

/** Search terms: parts of existing words in either case, and terms that never match. */
const aTerm = (words: readonly string[]): fc.Arbitrary<string> =>
  fc.oneof(
    fc
      .tuple(fc.constantFrom(...words), fc.nat(8), fc.integer({ min: 1, max: 9 }), fc.boolean())
      .map(([word, from, length, upper]) => {
        const part = word.slice(from % word.length, (from % word.length) + length);
        return upper ? part.toUpperCase() : part.toLowerCase();
      })
      .filter((term) => term.trim() === term && term !== ''),
    fc.constantFrom('_', '%', '\\', "'", '"', 'zzz', '%%', 'a%b', '.*', '@example'),
  );

const aQuery: fc.Arbitrary<Query> = fc
  .record(
    {
      gender: fc.constantFrom('All', ...GENDERS),
      ageUOM: fc.constantFrom(...AGE_UNITS),
      minAge: fc.nat(40),
      maxAge: fc.nat(40),
      emailAddress: aTerm(MAILBOXES),
      familyName: aTerm(NAMES),
      state: fc.constantFrom(...SEARCH_STATES),
    },
    { requiredKeys: [] },
  )
  .map(({ minAge, maxAge, ...rest }) => {
    const limit = rest.ageUOM === 'Months' ? 40 : 11;
    const min = minAge === undefined ? {} : { minAge: minAge % limit };
    if (maxAge === undefined) return { ...rest, ...min };
    return { ...rest, ...min, maxAge: Math.max(maxAge % limit, min.minAge ?? 0) };
  });

const monthsOld = ({ year, month }: Child): number =>
  (TODAY.year - year) * 12 + (TODAY.month - month);
const ageOf = (child: Child, unit: AgeUnit = 'Years'): number =>
  unit === 'Months' ? monthsOld(child) : Math.floor(monthsOld(child) / 12);
const holds = (text: string, term: string): boolean =>
  text.toLowerCase().includes(term.toLowerCase());
/** Without accents, apostrophes, hyphens and spaces, as names are compared. */
const folded = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/['"’\-\s]/g, '');
/** A term of only apostrophes matches nothing. */
const isNamed = (family: Made, name: string): boolean =>
  folded(name) !== '' && holds(folded(family.familyName), folded(name));

function childMatches(child: Child, query: Query): boolean {
  const age = ageOf(child, query.ageUOM);
  return (
    (query.gender === undefined || query.gender === 'All' || child.gender === query.gender) &&
    (query.minAge === undefined || age >= query.minAge) &&
    (query.maxAge === undefined || age <= query.maxAge)
  );
}

const asksForChildren = ({ gender = 'All', minAge, maxAge }: Query): boolean =>
  gender !== 'All' || minAge !== undefined || maxAge !== undefined;

function familyMatches(family: Made, query: Query): boolean {
  const { familyName, emailAddress, state } = query;
  return (
    family.state !== 'draft' &&
    (state === undefined || family.state === state) &&
    (familyName === undefined || isNamed(family, familyName)) &&
    (emailAddress === undefined ||
      [family.email, ...family.guardianEmails].some((email) => holds(email, emailAddress))) &&
    (!asksForChildren(query) || family.children.some((child) => childMatches(child, query)))
  );
}

/** The expected detail rows: family address, child and age. */
function detailsOf(family: Made, query: Query): string[] {
  const children = family.children.filter((child) => childMatches(child, query));
  if (children.length === 0) return [`${family.email} - -`];
  return children.map(
    (child) => `${family.email} ${child.firstName} ${String(ageOf(child, query.ageUOM))}`,
  );
}

const product = useTestApp();
let staff: ReturnType<typeof agent>;
const made: Made[] = [];

/** Generated with a fixed seed: the same families in each run. */
const aFamily = fc.record({
  state: fc.constantFrom<Made['state']>('draft', 'awaiting', 'registered', 'registered'),
  familyName: fc.constantFrom(...NAMES),
  mailbox: fc.constantFrom(...MAILBOXES),
  guardians: fc.array(fc.constantFrom(...MAILBOXES), { maxLength: 2 }),
  children: fc.array(
    fc.record({
      gender: fc.constantFrom(...GENDERS),
      // From 0 to 120 months.
      age: fc.nat(120),
    }),
    { maxLength: 5 },
  ),
});

beforeAll(async () => {
  for (const [index, one] of fc.sample(aFamily, { numRuns: FAMILIES, seed: 1 }).entries()) {
    const email = `${one.mailbox}${String(index)}@example.org`;
    const guardianEmails = one.guardians.map((mailbox) => `${mailbox}@guardian.example.org`);
    const children = one.children.map(({ gender, age }, number): Child => {
      const birth = TODAY.year * 12 + TODAY.month - 1 - age;
      const firstName = `Child${String(number)}`;
      return { firstName, gender, year: Math.floor(birth / 12), month: (birth % 12) + 1 };
    });
    const { id } = await storeFamily(product, {
      state: one.state,
      familyName: one.familyName,
      email,
      guardians: guardianEmails.map((address) => ({ email: address })),
      children: children.map(({ firstName, gender, year, month }) => ({
        firstName,
        gender,
        born: `${String(year)}-${String(month)}`,
      })),
    });
    const { state, familyName } = one;
    made.push({ id, state, familyName, email, guardianEmails, children });
  }
  staff = await signIn(product);
});

async function ask(path: string, query: object): Promise<unknown[]> {
  const answer = await staff.get(path).query(query).expect(200);
  return answer.body as unknown[];
}

describe('search, compared with a plain evaluation of the same families', () => {
  test('finds the same families, as a whole and page by page', async () => {
    await fc.assert(
      fc.asyncProperty(aQuery, fc.integer({ min: 1, max: 20 }), async (query, size) => {
        const expected = made.filter((one) => familyMatches(one, query)).map(({ id }) => id);
        const ids = (rows: unknown[]): number[] => (rows as FamilySummaryRow[]).map(({ id }) => id);

        expect(ids(await ask(`${CALL}/summary`, query))).toEqual(expected);

        const first = await staff
          .get(`${CALL}/summary`)
          .query({ ...query, range: JSON.stringify([0, size - 1]) })
          .expect(200);
        expect(ids(first.body as unknown[])).toEqual(expected.slice(0, size));
        expect(first.headers['content-range']).toMatch(new RegExp(`/${String(expected.length)}$`));
        const range = JSON.stringify([size, 2 * size - 1]);
        const second = await ask(`${CALL}/summary`, { ...query, range });
        expect(ids(second)).toEqual(expected.slice(size, 2 * size));
      }),
      { numRuns: 150 },
    );
  });

  test('shows the same children with the same ages', async () => {
    await fc.assert(
      fc.asyncProperty(aQuery, async (query) => {
        const rows = (await ask(CALL, query)) as FamilyDetailRow[];
        const shown = rows.map(
          (row) => `${row.email} ${row.childFirstName ?? '-'} ${String(row.childAge ?? '-')}`,
        );

        const expected = made
          .filter((one) => familyMatches(one, query))
          .flatMap((one) => detailsOf(one, query));
        expect(shown).toEqual(expected);
      }),
      { numRuns: 150 },
    );
  });
});
