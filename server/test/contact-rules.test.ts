import { afterAll, beforeAll, expect, test } from 'vitest';
import { calendarDay, type ContactStatus, INDICATORS } from '@kidlab/contract';
import fc from 'fast-check';
import { Client } from 'pg';
import sql from 'sql-template-tag';

import {
  CHILD_MAY_BE_INVITED,
  contactStatusSql,
  type Day,
  mayBeInvited,
} from '../src/families/contact.rules.js';
import { createTestDatabase, type TestDatabase } from './database.js';
import { contactReasonsOf, type FamilyFacts, restedOn } from './eligibility-model.js';
import { scaled } from './size.js';

const WORLDS = scaled(250, 1000);
const SEED = Number(process.env['SEED'] ?? Date.now() % 1_000_000);

const aDay = fc.constantFrom('2027-02-28', '2027-03-01', '2027-03-02', '2028-02-29');
const aTime = fc
  .record({
    day: fc.constantFrom('2027-02-27', '2027-02-28', '2027-03-01', '2028-02-27'),
    time: fc.constantFrom('07:59:59', '08:00:00', '20:00:00'),
  })
  .map(({ day, time }) => `${day}T${time}.000Z`);
const STUDIES = ['Blocks', 'Rattles'];
/** At most one per study, in the order of `STUDIES`. */
const anInvitation = fc.record({
  state: fc.constantFrom('queued' as const, 'sent' as const, 'withdrawn' as const),
  createdDate: aTime,
  sentAt: fc.option(aTime),
});
type AnInvitation = typeof anInvitation extends fc.Arbitrary<infer Value> ? Value : never;

const aFamily = fc.record({
  state: fc.constantFrom('draft' as const, 'awaiting' as const, 'registered' as const),
  okayToContactIndicator: fc.constantFrom(...INDICATORS),
  disabledIndicator: fc.constantFrom(...INDICATORS),
  undeliverableAt: fc.option(fc.constant(new Date('2027-01-01T00:00:00Z')), { freq: 3 }),
  pausedUntil: fc.option(aDay),
  invitations: fc.array(anInvitation, { maxLength: STUDIES.length }),
  child: fc.record({ disabledIndicator: fc.constantFrom(...INDICATORS) }),
});
const aWorld = fc.record({
  today: aDay,
  restDays: fc.constantFrom(0, 1, 2, 366),
  families: fc.array(aFamily, { minLength: 1 }),
});

const WRITE = sql`
  WITH given AS (
    SELECT * FROM ROWS FROM (jsonb_to_recordset($1) AS (state text, "okayToContactIndicator" text,
      "disabledIndicator" text, "undeliverableAt" timestamptz, "pausedUntil" date, child jsonb, invitations jsonb)) WITH ORDINALITY AS row
  ), family AS (
    INSERT INTO families (guid, email, family_name, referred_by, okay_to_contact_indicator, zip_code, city, state,
      registered_indicator, registered_date, disabled_indicator, agreement_accepted_at, agreement_version,
      registration_session_id, draft_expires_at, paused_until, undeliverable_at,
      created_date, created_by, modified_date, modified_by)
    SELECT gen_random_uuid(), ordinality || '@example.org', 'Rivera', 'Friend', "okayToContactIndicator", '94608', '', state,
      CASE state WHEN 'registered' THEN 'Y' ELSE 'N' END, CASE state WHEN 'registered' THEN now() END, "disabledIndicator",
      now(), '1', gen_random_uuid(), now(), "pausedUntil", "undeliverableAt", now(), 'x', now(), 'x'
    FROM given RETURNING id, email
  ), study AS (
    INSERT INTO studies (name, public_name, state, criteria, created_date, created_by, modified_date, modified_by)
    SELECT name, name, 'open', '{}', now(), 'x', now(), 'x' FROM jsonb_array_elements_text($2) AS name RETURNING id, name
  ), invitation AS (
    INSERT INTO invitations (study_id, family_id, state, withdrawn_reason, sent_at, expires_at, token_hash,
      created_date, created_by, modified_date, modified_by)
    SELECT study.id, family.id, letter ->> 'state', CASE letter ->> 'state' WHEN 'withdrawn' THEN 'staff' END,
      (letter ->> 'sentAt')::timestamptz, now(), md5(family.id || study.name),
      (letter ->> 'createdDate')::timestamptz, 'x', now(), 'x'
    FROM given JOIN family ON family.email = given.ordinality || '@example.org',
      jsonb_array_elements(invitations) WITH ORDINALITY AS each (letter, number) JOIN study ON study.name = $2 ->> (number - 1)::integer
    ORDER BY number
  )
  INSERT INTO children (family_id, first_name, gender, month_of_birth, year_of_birth, which_hand_id, language_spoken_at_home,
    registered_indicator, disabled_indicator, created_date, created_by, modified_date, modified_by)
  SELECT family.id, 'Maya', 'Female', 3, 2023, 'Right-handed', 'English', 'N', child ->> 'disabledIndicator', now(), 'x', now(), 'x'
  FROM given JOIN family ON family.email = ordinality || '@example.org'`;

const TIME_ZONE = 'America/Los_Angeles';
const labDay = new Intl.DateTimeFormat('en-CA', { timeZone: TIME_ZONE });

/** A sent letter always has a time. */
function sentAtOf({ state, createdDate, sentAt }: AnInvitation): string | null {
  return state === 'sent' ? (sentAt ?? createdDate) : state === 'queued' ? null : sentAt;
}

const asStored = (family: { invitations: AnInvitation[] }): object => ({
  ...family,
  invitations: family.invitations.map((one) => ({ ...one, sentAt: sentAtOf(one) })),
});

/** The last invitation, without those that were withdrawn before they were sent. */
function lastOf(invitations: readonly AnInvitation[]): ContactStatus['invited'] {
  const told = invitations.flatMap((one, index) => {
    const at = sentAtOf(one) ?? (one.state === 'queued' ? one.createdDate : null);
    return at === null ? [] : [{ at, studyName: STUDIES[index] ?? '' }];
  });
  const last = told.sort((one, other) => one.at.localeCompare(other.at)).at(-1);
  return last === undefined
    ? null
    : { studyName: last.studyName, on: labDay.format(new Date(last.at)) };
}

let database: TestDatabase;
let client: Client;

beforeAll(async () => {
  database = await createTestDatabase();
  client = new Client({ connectionString: database.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

/** The expected status. */
function contactStatusOf(family: FamilyFacts, at: Day): ContactStatus {
  const reasons = contactReasonsOf(family, at);
  const ends = reasons.map((reason) => {
    if (reason === 'paused') return family.pausedUntil;
    return reason === 'resting' ? restedOn(family, at) : null;
  });
  return {
    mayBeInvited: reasons.length === 0,
    reasons,
    until: ends.includes(null) ? null : (ends.sort().at(-1) ?? null),
    invited: family.invited,
  };
}

interface Asked {
  status: ContactStatus;
  family: boolean;
  child: boolean;
}

test(`each rule gives the same result in JavaScript and in SQL (SEED=${String(SEED)})`, async () => {
  await fc.assert(
    fc.asyncProperty(aWorld, async ({ today, restDays, families }) => {
      const at = { today: calendarDay(today), timeZone: TIME_ZONE, restDays };
      await client.query('BEGIN');
      await client.query(WRITE.text, [
        JSON.stringify(families.map(asStored)),
        JSON.stringify(STUDIES),
      ]);
      const { rows } = await client.query<Asked>(
        sql`SELECT ${contactStatusSql(at)} AS status, ${mayBeInvited(at)} AS family, ${CHILD_MAY_BE_INVITED} AS child
          FROM families AS family JOIN children AS child ON child.family_id = family.id ORDER BY split_part(family.email, '@', 1)::integer`,
      );
      await client.query('ROLLBACK');

      const expected = families.map((family) => {
        const status = contactStatusOf({ ...family, invited: lastOf(family.invitations) }, at);
        const child = family.child.disabledIndicator === 'N';
        return { status, family: status.mayBeInvited, child };
      });
      expect(rows).toEqual(expected);
    }),
    { numRuns: WORLDS, seed: SEED },
  );
});
