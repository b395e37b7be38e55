import {
  AGREEMENT_VERSION,
  DEFAULT_HOME_LANGUAGE,
  GENDERS,
  HANDS,
  HOUSEHOLD,
  LANGUAGES,
  REFERRAL_SOURCES,
  REGISTRATION_SITE_ACTOR,
  RELATIONSHIPS,
} from '@kidlab/contract';
import type { Faker } from '@faker-js/faker';
import { faker as german } from '@faker-js/faker/locale/de';
import { faker as english } from '@faker-js/faker/locale/en_US';
import { faker as spanish } from '@faker-js/faker/locale/es_MX';
import { faker as polish } from '@faker-js/faker/locale/pl';
import { faker as vietnamese } from '@faker-js/faker/locale/vi';
import type { Client } from 'pg';
import sql, { raw, type Sql } from 'sql-template-tag';

import { cityOf } from '../../common/cities.js';
import { DEMO_KINDS, type DemoKind, type DemoWorld, SHARES } from './world.js';

/** Age of the oldest registration, in hours. */
const HISTORY_HOURS = 4 * 365 * 24;
/** Lifetime of demo drafts, in days. Real ones live for an hour and would soon be gone. */
const DRAFT_DAYS = 30;
/** One confirmed family in `PAUSED_EACH` is paused, for `PAUSE_DAYS` days. */
const PAUSED_EACH = 40;
const PAUSE_DAYS = 60;
/** One confirmed family in `UNDELIVERABLE_EACH` has an address that the mail server refused. */
const UNDELIVERABLE_EACH = 70;
/** Common names per language. */
const COMMON_NAMES = 8;
/** Share of families with a rare name (two of `RARE_NAMES`, joined), so that a search can find few among many. */
const RARE_SHARE = 0.05;
const RARE_NAMES = 500;
/** Around the lab; the last one is not in the table of cities. */
const ZIP_CODES = ['94110', '94117', '94501', '94601', '94609', '94702', '94704', '95112', '00001'];
const CITIES = JSON.stringify(Object.fromEntries(ZIP_CODES.map((zip) => [zip, cityOf(zip)])));
const KINDS = DEMO_KINDS.flatMap((kind) => Array.from({ length: SHARES[kind] }, () => kind));

/** SQL: a number from 0 to 1, chosen by the row's `key`. */
const share = (what: string): Sql =>
  raw(`((hashtextextended(key || '${what}', 0) & ((1::bigint << 52) - 1)) / 2 ^ 52)`);

/** SQL: one of the list, chosen by the row's `key`. */
const pick = (list: readonly string[], what: string): Sql =>
  sql`(${list}::text[])[1 + floor(${share(what)} * ${list.length}::integer)::integer]`;

/** Addresses share only their domain, as in real life: another common part would slow down every trigram search. */
const addressOf = (name: string): Sql =>
  raw(`regexp_replace(folded(${name}), '[^a-z.]', '', 'g') || '.' || suffix || '@example.org'`);

/** Creates the temporary table `demo`, one row per family. The same world gives the same families in the same order. */
function chooseSql(count: number, world: DemoWorld, { first, last, rare }: Names): Sql {
  const { seed, now, confirmationWindowHours: window, followUpAfterHours: due } = world;
  // Well within the retention period, so that the nightly run does not erase them soon.
  const oldest = world.unconfirmedRetentionDays * 24 * 0.8;
  return sql`
    CREATE TEMPORARY TABLE demo ON COMMIT DROP AS
    SELECT number, key AS family_key, suffix, kind, md5(key)::uuid AS guid,
      first_name, last_name, ${addressOf(`first_name || '.' || last_name`)} AS email,
      CASE WHEN kind <> 'draft' AND ${share('second')} < 0.6 THEN second_name END AS second_name,
      ${pick(ZIP_CODES, 'zip')} AS zip_code, ${pick(REFERRAL_SOURCES, 'referral')} AS referred_by,
      1 + floor(${share('children')} * ${HOUSEHOLD.maxChildren}::integer)::integer AS children,
      agreed - interval '15 minutes' AS created, CASE WHEN kind <> 'draft' THEN agreed END AS accepted,
      CASE WHEN kind IN ('registered', 'disabled') THEN ${now}::timestamptz - last_step.since END AS registered,
      CASE WHEN kind = 'second-notice' THEN ${now}::timestamptz - ${share('notice')} * last_step.since END AS second_notice
    FROM generate_series(1, ${count}::integer) AS number,
      LATERAL (SELECT concat(${seed}::integer, '/', number, '/') AS key,
        concat(number, ${seed === 1 ? '' : `-${String(seed)}`}::text) AS suffix) AS row,
      LATERAL (SELECT ${pick(first, 'first name')} AS first_name, ${pick(first, 'second name')} AS second_name,
        CASE WHEN ${share('rare')} < ${RARE_SHARE}
          THEN left(concat(${pick(rare, 'rare')}, '-', ${pick(rare, 'rarer')}), 31)
          ELSE ${pick(last, 'last name')} END AS last_name) AS names,
      -- The first families are one of each kind, so that a few of them show everything.
      LATERAL (SELECT coalesce((${DEMO_KINDS}::text[])[number], ${pick(KINDS, 'kind')}) AS kind) AS chosen
      -- Hours since the family's last step, at most, and from the agreement to that step.
      JOIN (VALUES ('draft', 1::float8, 0::float8),
        ('awaiting', ${window * 0.9}, 0),
        ('expired-link', ${Math.max(oldest - window, 24)}, ${window}),
        ('second-notice', ${Math.max(oldest - due, 24)}, ${due}),
        ('registered', ${HISTORY_HOURS}, NULL),
        ('disabled', ${HISTORY_HOURS}, NULL)) AS hours (kind, since, waited) USING (kind),
      LATERAL (SELECT ${share('since')} * hours.since * interval '1 hour' AS since) AS last_step,
      LATERAL (SELECT ${now}::timestamptz - last_step.since
        - coalesce(waited, ${share('wait')} * ${window}) * interval '1 hour' AS agreed) AS agreement`;
}

/** Existing families stay as they are. */
const LEAVE_OUT_KNOWN = `
  DELETE FROM demo WHERE email IN (SELECT email FROM families) OR guid IN (SELECT guid FROM families)`;

const familiesSql = ({ now }: DemoWorld): Sql => sql`
  INSERT INTO families (guid, email, family_name, zip_code, city, referred_by, okay_to_contact_indicator, state,
    registered_indicator, registered_date, disabled_indicator, paused_until, undeliverable_at, first_email_sent_date, second_email_sent_date,
    agreement_accepted_at, agreement_version, registration_session_id, draft_expires_at,
    created_date, created_by, modified_date, modified_by)
  SELECT guid, email, last_name, zip_code, ${CITIES}::jsonb ->> zip_code, referred_by,
    CASE WHEN accepted IS NULL THEN 'N' ELSE 'Y' END,
    CASE WHEN accepted IS NULL THEN 'draft' WHEN registered IS NULL THEN 'awaiting' ELSE 'registered' END,
    CASE WHEN registered IS NULL THEN 'N' ELSE 'Y' END, registered, CASE kind WHEN 'disabled' THEN 'Y' ELSE 'N' END,
    CASE WHEN registered IS NOT NULL AND number % ${PAUSED_EACH}::integer = 0
      THEN (${now}::timestamptz AT TIME ZONE 'UTC')::date + ${PAUSE_DAYS}::integer END,
    CASE WHEN number % ${UNDELIVERABLE_EACH}::integer = 0 THEN registered END,
    accepted, second_notice, accepted,
    -- The text that was in force then.
    CASE WHEN accepted >= ${AGREEMENT_VERSION}::timestamptz THEN ${AGREEMENT_VERSION}
      ELSE to_char(accepted AT TIME ZONE 'UTC', 'YYYY-01-01') END,
    CASE WHEN accepted IS NULL THEN 'demo-' || suffix END,
    CASE WHEN accepted IS NULL THEN ${now}::timestamptz + make_interval(days => ${DRAFT_DAYS}) END,
    created, ${REGISTRATION_SITE_ACTOR}, coalesce(registered, accepted, created), ${REGISTRATION_SITE_ACTOR}
  FROM demo ORDER BY number`;

/** Columns that a family's members copy from it. */
const SHARED = raw(
  `registered_indicator, registered_date, created_date, created_by, modified_date, modified_by`,
);

const GUARDIANS = sql`
  INSERT INTO guardians (family_id, first_name, last_name, email, primary_phone, zip_code, city, relationship_to_child,
    is_primary_indicator, disabled_indicator, ${SHARED})
  SELECT id, name, family_name, address,
    -- 555-01xx is reserved for fiction.
    format('(%s) 555-01%s', 201 + floor(${share('area')} * 789), lpad(floor(${share('line')} * 100)::text, 2, '0')),
    families.zip_code, city, ${pick(RELATIONSHIPS, 'relationship')}, is_primary, 'N', ${SHARED}
  FROM demo JOIN families USING (guid),
    LATERAL (VALUES ('Y', first_name, demo.email), ('N', second_name, ${addressOf('second_name')}))
      AS person (is_primary, name, address),
    LATERAL (SELECT family_key || is_primary AS key) AS row
  WHERE name IS NOT NULL ORDER BY id, is_primary DESC`;

/**
 * Children who were up to 10 years old when the family registered. `MATERIALIZED`: PostgreSQL expects so many children
 * that it would otherwise use a nested loop over `demo` and `families` to avoid a sort.
 */
const childrenSql = (firstNames: readonly string[]): Sql => sql`
  WITH made AS MATERIALIZED (SELECT * FROM demo JOIN families USING (guid))
  INSERT INTO children (family_id, first_name, disabled_indicator, gender, month_of_birth, year_of_birth, which_hand_id,
    language_spoken_at_home, additional_language_1, additional_language_2, special_needs, ${SHARED})
  SELECT id, ${pick(firstNames, 'name')}, 'N', ${pick(GENDERS, 'gender')}, extract(month FROM born), extract(year FROM born),
    ${pick(HANDS, 'hand')},
    CASE WHEN ${share('English')} < 0.6 THEN ${DEFAULT_HOME_LANGUAGE} ELSE ${pick(LANGUAGES, 'home')} END,
    CASE WHEN ${share('first')} < 0.4 THEN ${pick(LANGUAGES, 'first language')} END,
    CASE WHEN ${share('second')} < 0.1 THEN ${pick(LANGUAGES, 'second language')} END,
    CASE WHEN ${share('needs')} < 0.05 THEN 'Wears glasses' END, ${SHARED}
  FROM made, generate_series(1, children) AS child,
    LATERAL (SELECT family_key || child AS key) AS row,
    LATERAL (SELECT (created - ${share('age')} * interval '3650 days') AT TIME ZONE 'UTC' AS born) AS birth
  ORDER BY id, child`;

/** Writes families with their guardians and children, and leaves the table `demo`. @returns how many of each kind */
export async function writeFamilies(
  client: Client,
  count: number,
  world: DemoWorld,
): Promise<Map<DemoKind, number>> {
  const names = namesOf(world.seed);
  await client.query(chooseSql(count, world, names));
  await client.query(LEAVE_OUT_KNOWN);
  await client.query(familiesSql(world));
  await client.query(GUARDIANS);
  await client.query(childrenSql(names.first));
  const { rows } = await client.query<{ kind: DemoKind; count: number }>(
    'SELECT kind, count(*)::integer AS count FROM demo GROUP BY kind ORDER BY min(number)',
  );
  return new Map(rows.map(({ kind, count: made }) => [kind, made]));
}

type Names = Readonly<Record<'first' | 'last' | 'rare', readonly string[]>>;

function namesOf(seed: number): Names {
  const languages: Faker[] = [english, spanish, german, polish, vietnamese];
  for (const language of languages) language.seed(seed);
  const each = (size: number, name: () => string): string[] =>
    Array.from({ length: size }, () => name().replace(/[^\p{L}\p{M} '-]/gu, ''));
  return {
    first: languages.flatMap(({ person }) => each(COMMON_NAMES, () => person.firstName())),
    last: languages.flatMap(({ person }) => each(COMMON_NAMES, () => person.lastName())),
    rare: each(RARE_NAMES, () => english.person.lastName()),
  };
}
