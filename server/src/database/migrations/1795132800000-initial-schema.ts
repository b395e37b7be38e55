import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Frozen copies: a migration never changes. A test compares the constraints with the contract's enumerations. */
const REFERRAL_SOURCES = `'Craigslist', 'Employee', 'Friend', 'Newspaper Ad', 'Flyer', 'Berkeley Parents Network', 'Kindercare', 'Golden Gate Mothers Group', '510 Families', 'East Bay Preschool Fair', 'Other'`;
const RELATIONSHIPS = `'Mother', 'Father', 'Grandmother', 'Grandfather', 'Sibling', 'Cousin', 'Stepmother', 'Stepfather', 'Aunt', 'Uncle', 'Nanny', 'Foster Mother', 'Foster Father', 'Guardian', 'Other'`;
const GENDERS = `'Male', 'Female', 'Other', 'Decline to state'`;
const HANDS = `'Right-handed', 'Left-handed', 'Ambidextrous', 'Don''t know'`;
const LANGUAGES = `'English', 'Spanish', 'French', 'German', 'Italian', 'Greek', 'Chinese (Mandarin)', 'Chinese (Cantonese)', 'Taiwanese', 'Japanese', 'Korean', 'ASL', 'Tagalog', 'Telugo', 'Hebrew', 'Filipino', 'Urdu', 'Russian', 'Serbian', 'Portuguese', 'Armenian', 'Hungarian', 'Slovak', 'Romanian', 'Other'`;

const AUDIT_COLUMNS = `
  created_date timestamptz NOT NULL,
  created_by varchar(99) NOT NULL,
  modified_date timestamptz NOT NULL,
  modified_by varchar(99) NOT NULL,
  version integer NOT NULL DEFAULT 1`;

const MEMBER_COLUMNS = `
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  family_id integer NOT NULL REFERENCES families ON DELETE CASCADE,
  first_name varchar(31) NOT NULL CHECK (first_name <> ''),
  registered_indicator char(1) NOT NULL CHECK (registered_indicator IN ('Y', 'N')),
  registered_date timestamptz,
  disabled_indicator char(1) NOT NULL CHECK (disabled_indicator IN ('Y', 'N')),
  eml varchar(1024)`;

/**
 * Searches ignore case, accents, apostrophes, hyphens and spaces in names. A generated column stores the folded name.
 * That requires an immutable function, so the extension `unaccent` can't be used. Letters that Unicode doesn't
 * decompose (đ, ł, ø) are listed.
 */
const FOLDING = `
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE FUNCTION folded(given text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
RETURN translate(
  regexp_replace(normalize(lower(given), NFD), U&'[\\0300-\\036f''"\`\\00b4\\02bc\\2010-\\2015\\2018\\2019\\201c\\201d[:space:]-]', '', 'g'),
  'đłøı', 'dloi');
`;

const TABLES = `
CREATE TABLE families (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  guid uuid NOT NULL CONSTRAINT families_guid UNIQUE,
  email varchar(99) NOT NULL CONSTRAINT families_email UNIQUE CONSTRAINT families_email_lower_case CHECK (email = lower(email)),
  family_name varchar(31) NOT NULL CHECK (family_name <> ''),
  referred_by varchar(40) NOT NULL CONSTRAINT families_referred_by CHECK (referred_by IN (${REFERRAL_SOURCES})),
  okay_to_contact_indicator char(1) NOT NULL CHECK (okay_to_contact_indicator IN ('Y', 'N')),
  zip_code char(5) NOT NULL CHECK (zip_code ~ '^[0-9]{5}$'),
  city varchar(60) NOT NULL,
  state varchar(10) NOT NULL CONSTRAINT families_state CHECK (state IN ('draft', 'awaiting', 'registered')),
  registered_indicator char(1) NOT NULL,
  registered_date timestamptz,
  disabled_indicator char(1) NOT NULL CHECK (disabled_indicator IN ('Y', 'N')),
  first_email_sent_date timestamptz,
  second_email_sent_date timestamptz,
  agreement_accepted_at timestamptz,
  agreement_version varchar(20),
  agreement_origin varchar(200),
  agreement_network varchar(43),
  registration_session_id varchar(128),
  draft_expires_at timestamptz,
  eml varchar(1024),
  -- What searches compare names with, see folded().
  folded_name text NOT NULL GENERATED ALWAYS AS (folded(family_name)) STORED,
  ${AUDIT_COLUMNS},
  CONSTRAINT families_registered CHECK (
    (state = 'registered') = (registered_date IS NOT NULL)
    AND registered_indicator = CASE WHEN state = 'registered' THEN 'Y' ELSE 'N' END),
  CONSTRAINT families_draft_has_owner CHECK (
    state <> 'draft' OR (registration_session_id IS NOT NULL AND draft_expires_at IS NOT NULL)),
  CONSTRAINT families_awaiting_has_agreed CHECK (
    state <> 'awaiting' OR (agreement_accepted_at IS NOT NULL AND agreement_version IS NOT NULL))
);
-- A browser session has at most one draft. The second index also finds the families that it submitted.
CREATE UNIQUE INDEX families_draft_of_session ON families (registration_session_id) WHERE state = 'draft';
CREATE INDEX families_of_session ON families (registration_session_id) WHERE registration_session_id IS NOT NULL;
-- With the id: grids of people ask which families are drafts.
CREATE INDEX families_draft_expiry ON families (draft_expires_at) INCLUDE (id) WHERE state = 'draft';
CREATE INDEX families_retention ON families (agreement_accepted_at) WHERE state = 'awaiting';
CREATE INDEX families_second_notice ON families (first_email_sent_date, id)
  WHERE state = 'awaiting' AND first_email_sent_date IS NOT NULL AND second_email_sent_date IS NULL
    AND disabled_indicator = 'N';
-- A scan of all families for a name or an address reads only this index: the table's rows are wide.
CREATE INDEX families_visible ON families (id) INCLUDE (folded_name, email) WHERE state <> 'draft';
-- The orders of grids. Staff never see a draft, and step 1 need not write it here.
CREATE INDEX families_zip_code ON families (zip_code, id) WHERE state <> 'draft';
CREATE INDEX families_created ON families (created_date, id) WHERE state <> 'draft';
CREATE INDEX families_modified ON families (modified_date, id) WHERE state <> 'draft';
CREATE INDEX families_name ON families (lower(family_name), id) WHERE state <> 'draft';
CREATE INDEX families_registered_date ON families (registered_date DESC NULLS LAST, id) WHERE state <> 'draft';
-- Trigrams, for parts of texts. Without fastupdate: every search would also read the list of pending entries.
CREATE INDEX families_folded_name_part ON families USING gin (folded_name gin_trgm_ops) WITH (fastupdate = off);
CREATE INDEX families_email_part ON families USING gin (email gin_trgm_ops) WITH (fastupdate = off);

CREATE TABLE guardians (
  ${MEMBER_COLUMNS},
  last_name varchar(31) NOT NULL CHECK (last_name <> ''),
  email varchar(99) NOT NULL CHECK (email = lower(email)),
  primary_phone varchar(14) NOT NULL CHECK (primary_phone ~ '^\\([0-9]{3}\\) [0-9]{3}-[0-9]{4}$'),
  zip_code char(5) NOT NULL CHECK (zip_code ~ '^[0-9]{5}$'),
  city varchar(60) NOT NULL,
  relationship_to_child varchar(20) NOT NULL CONSTRAINT guardians_relationship CHECK (relationship_to_child IN (${RELATIONSHIPS})),
  is_primary_indicator char(1) NOT NULL CHECK (is_primary_indicator IN ('Y', 'N')),
  notes varchar(1024),
  folded_name text NOT NULL GENERATED ALWAYS AS (folded(first_name || last_name)) STORED,
  phone_digits text NOT NULL GENERATED ALWAYS AS (regexp_replace(primary_phone, '\\D', '', 'g')) STORED,
  ${AUDIT_COLUMNS},
  CONSTRAINT guardians_registered CHECK ((registered_indicator = 'Y') = (registered_date IS NOT NULL))
);
CREATE INDEX guardians_family ON guardians (family_id);
-- With the family, which tells whether a guardian is in a draft: the grid reads only the index.
CREATE INDEX guardians_created ON guardians (created_date, id) INCLUDE (family_id);
CREATE INDEX guardians_modified ON guardians (modified_date, id) INCLUDE (family_id);
CREATE INDEX guardians_email ON guardians (email, id) INCLUDE (family_id);
CREATE INDEX guardians_first_name ON guardians (lower(first_name), id);
CREATE INDEX guardians_last_name ON guardians (lower(last_name), id);
CREATE INDEX guardians_folded_name_part ON guardians USING gin (folded_name gin_trgm_ops) WITH (fastupdate = off);
CREATE INDEX guardians_phone_part ON guardians USING gin (phone_digits gin_trgm_ops) WITH (fastupdate = off);
CREATE INDEX guardians_email_part ON guardians USING gin (email gin_trgm_ops) WITH (fastupdate = off);

CREATE TABLE children (
  ${MEMBER_COLUMNS},
  gender varchar(20) NOT NULL CONSTRAINT children_gender CHECK (gender IN (${GENDERS})),
  month_of_birth smallint NOT NULL CHECK (month_of_birth BETWEEN 1 AND 12),
  year_of_birth smallint NOT NULL CHECK (year_of_birth BETWEEN 1900 AND 9999),
  which_hand_id varchar(20) NOT NULL CONSTRAINT children_hand CHECK (which_hand_id IN (${HANDS})),
  language_spoken_at_home varchar(30) NOT NULL CONSTRAINT children_home_language CHECK (language_spoken_at_home IN (${LANGUAGES})),
  additional_language_1 varchar(30) CONSTRAINT children_language_1 CHECK (additional_language_1 IN (${LANGUAGES})),
  additional_language_2 varchar(30) CONSTRAINT children_language_2 CHECK (additional_language_2 IN (${LANGUAGES})),
  special_needs varchar(1024),
  idempotency_key uuid,
  folded_name text NOT NULL GENERATED ALWAYS AS (folded(first_name)) STORED,
  -- Months since the year 0, so that an age on any day is one range of numbers.
  birth_month_number integer NOT NULL GENERATED ALWAYS AS (year_of_birth * 12 + month_of_birth - 1) STORED,
  ${AUDIT_COLUMNS},
  CONSTRAINT children_registered CHECK ((registered_indicator = 'Y') = (registered_date IS NOT NULL)),
  CONSTRAINT children_idempotency UNIQUE (family_id, idempotency_key)
);
CREATE INDEX children_folded_name_part ON children USING gin (folded_name gin_trgm_ops) WITH (fastupdate = off);
CREATE INDEX children_created ON children (created_date, id) INCLUDE (family_id);
CREATE INDEX children_modified ON children (modified_date, id) INCLUDE (family_id);
CREATE INDEX children_first_name ON children (lower(first_name), id);
CREATE INDEX children_birth_month ON children (birth_month_number, gender) INCLUDE (family_id);
CREATE INDEX children_family ON children (family_id) INCLUDE (gender, birth_month_number);

CREATE TABLE users (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  email varchar(99) NOT NULL CONSTRAINT users_email UNIQUE CHECK (email = lower(email)),
  password_hash varchar(255),
  enabled boolean NOT NULL,
  ${AUDIT_COLUMNS}
);

CREATE TABLE sessions (
  sid varchar(128) PRIMARY KEY,
  sess json NOT NULL,
  expire timestamptz NOT NULL,
  user_id integer REFERENCES users ON DELETE CASCADE,
  signed_in_at timestamptz,
  last_call_at timestamptz,
  -- Apart from user_id: nobody counts as signed in before the code was given.
  pending_user_id integer REFERENCES users ON DELETE CASCADE,
  pending_until timestamptz,
  CONSTRAINT sessions_signed_in CHECK (user_id IS NULL OR (signed_in_at IS NOT NULL AND last_call_at IS NOT NULL)),
  CONSTRAINT sessions_pending CHECK (
    (pending_user_id IS NULL) = (pending_until IS NULL) AND (pending_user_id IS NULL OR user_id IS NULL))
);
CREATE INDEX sessions_expire ON sessions (expire);
CREATE INDEX sessions_user ON sessions (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX sessions_pending_user ON sessions (pending_user_id) WHERE pending_user_id IS NOT NULL;

CREATE TABLE password_links (
  id uuid PRIMARY KEY,
  user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
  token_hash char(64) NOT NULL CONSTRAINT password_links_token UNIQUE,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  ended_at timestamptz
);
CREATE INDEX password_links_user ON password_links (user_id, created_at);
-- One link of a user is alive at a time: a new one ends the older.
CREATE UNIQUE INDEX password_links_alive ON password_links (user_id) WHERE ended_at IS NULL;

CREATE TABLE second_factors (
  user_id integer PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  secret bytea,
  confirmed_at timestamptz,
  last_step integer,
  pending_secret bytea,
  pending_until timestamptz,
  CONSTRAINT second_factors_on
    CHECK ((secret IS NULL) = (confirmed_at IS NULL) AND (secret IS NULL) = (last_step IS NULL)),
  CONSTRAINT second_factors_pending CHECK ((pending_secret IS NULL) = (pending_until IS NULL))
);
CREATE TABLE recovery_codes (
  code_hash char(64) PRIMARY KEY,
  user_id integer NOT NULL REFERENCES second_factors ON DELETE CASCADE,
  used_at timestamptz
);
CREATE INDEX recovery_codes_user ON recovery_codes (user_id);

-- Of rate-limiter-flexible. UNLOGGED: counting does not wait for the disk. A crash of the database only restarts the
-- windows.
CREATE UNLOGGED TABLE rate_counts (
  key varchar(255) PRIMARY KEY,
  points integer NOT NULL DEFAULT 0,
  expire bigint
) WITH (fillfactor = 70);
CREATE INDEX rate_counts_expire ON rate_counts (to_timestamp(expire / 1000.0));

-- Responses to forms that staff saved: a repeated save gets the same response and saves nothing twice.
CREATE TABLE saved_forms (
  key uuid PRIMARY KEY,
  user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
  path varchar(60) NOT NULL,
  body_hash char(64) NOT NULL,
  answer json,
  family_id integer REFERENCES families ON DELETE CASCADE,
  created_at timestamptz NOT NULL
);
CREATE INDEX saved_forms_user ON saved_forms (user_id);
CREATE INDEX saved_forms_family ON saved_forms (family_id);
CREATE INDEX saved_forms_created ON saved_forms (created_at);

CREATE TABLE confirmation_links (
  id uuid PRIMARY KEY,
  family_id integer NOT NULL REFERENCES families ON DELETE CASCADE,
  token_hash char(64) NOT NULL CONSTRAINT confirmation_links_token UNIQUE,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  replaced_at timestamptz,
  used_at timestamptz,
  failed_tries smallint NOT NULL DEFAULT 0,
  -- Several links of a family may be alive until the newest's letter has left: the newest has the highest number.
  issue_number integer GENERATED ALWAYS AS IDENTITY
);
CREATE INDEX confirmation_links_family ON confirmation_links (family_id, issue_number);
CREATE INDEX confirmation_links_expired ON confirmation_links (expires_at);

CREATE TABLE mailed_addresses (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  address_hash char(64) NOT NULL,
  link_id uuid,
  queued_for timestamptz NOT NULL
);
CREATE INDEX mailed_addresses_recent ON mailed_addresses (address_hash, queued_for);

CREATE TABLE outbox_messages (
  id uuid PRIMARY KEY,
  kind varchar(40) NOT NULL,
  dedupe_key varchar(200) NOT NULL CONSTRAINT outbox_messages_dedupe UNIQUE,
  family_id integer REFERENCES families ON DELETE CASCADE,
  user_id integer REFERENCES users ON DELETE CASCADE,
  link_id uuid REFERENCES confirmation_links ON DELETE CASCADE,
  to_address varchar(99) NOT NULL,
  state varchar(10) NOT NULL CONSTRAINT outbox_messages_state CHECK (state IN ('pending', 'claimed', 'sent', 'failed', 'withdrawn')),
  attempts integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz NOT NULL,
  claimed_by varchar(60),
  lease_until timestamptz,
  created_at timestamptz NOT NULL,
  sent_at timestamptz,
  server_answer varchar(500),
  retried_at timestamptz,
  CONSTRAINT outbox_messages_claim CHECK (state <> 'claimed' OR (claimed_by IS NOT NULL AND lease_until IS NOT NULL)),
  CONSTRAINT outbox_messages_sent CHECK (state <> 'sent' OR sent_at IS NOT NULL)
);
CREATE INDEX outbox_messages_due ON outbox_messages (next_attempt_at, id) WHERE state IN ('pending', 'claimed');
CREATE INDEX outbox_messages_family ON outbox_messages (family_id);
CREATE INDEX outbox_messages_user ON outbox_messages (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX outbox_messages_link ON outbox_messages (link_id) WHERE link_id IS NOT NULL;
CREATE INDEX outbox_messages_address ON outbox_messages (to_address);
CREATE INDEX outbox_messages_newest ON outbox_messages (created_at, id);
CREATE INDEX outbox_messages_failed ON outbox_messages (created_at, id) WHERE state = 'failed';
CREATE INDEX outbox_messages_ended ON outbox_messages (coalesce(sent_at, retried_at, created_at))
  WHERE state IN ('sent', 'failed', 'withdrawn');

CREATE TABLE suppressed_addresses (
  address_hash char(43) PRIMARY KEY,
  suppressed_at timestamptz NOT NULL
);
CREATE TABLE erasure_receipts (
  number varchar(20) PRIMARY KEY,
  erased_at timestamptz NOT NULL,
  erased_by integer NOT NULL,
  counts jsonb NOT NULL
);
CREATE INDEX erasure_receipts_newest ON erasure_receipts (erased_at);

CREATE TABLE used_challenges (
  nonce varchar(64) PRIMARY KEY,
  expires_at timestamptz NOT NULL
);
CREATE INDEX used_challenges_expires ON used_challenges (expires_at);

-- The texts of an event that may hold an e-mail address, as they read: not escaped, as they would be in JSON.
CREATE FUNCTION audit_addresses(before jsonb, after jsonb) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT lower(string_agg(value #>> '{}', E'\\n'))
  FROM (
    SELECT jsonb_path_query(before, 'strict $.** ? (@.type() == "string" && @ like_regex "@")')
    UNION ALL
    SELECT jsonb_path_query(after, 'strict $.** ? (@.type() == "string" && @ like_regex "@")')
  ) AS texts (value)
$$;
CREATE TABLE audit_events (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  occurred_at timestamptz NOT NULL,
  actor varchar(99) NOT NULL,
  action varchar(60) NOT NULL,
  subject_type varchar(30) NOT NULL,
  subject_id varchar(60),
  before jsonb,
  after jsonb,
  family_guid uuid,
  CONSTRAINT audit_events_names_family
    CHECK (family_guid IS NOT NULL OR subject_type NOT IN ('family', 'guardian', 'child'))
);
CREATE INDEX audit_events_subject ON audit_events (subject_type, subject_id);
CREATE INDEX audit_events_family ON audit_events (family_guid) WHERE family_guid IS NOT NULL;
CREATE INDEX audit_events_newest ON audit_events (occurred_at, id);
CREATE INDEX audit_events_action ON audit_events (action, occurred_at, id);
CREATE INDEX audit_events_actor ON audit_events (actor, occurred_at, id);
CREATE INDEX audit_events_addresses ON audit_events USING gin (audit_addresses(before, after) gin_trgm_ops);

-- Only what staff wrote: nobody looks for the public site's rows by their writer.
CREATE INDEX families_creator ON families (created_by) WHERE created_by <> 'Registration Site';
CREATE INDEX families_modifier ON families (modified_by) WHERE modified_by <> 'Registration Site';
CREATE INDEX guardians_creator ON guardians (created_by) WHERE created_by <> 'Registration Site';
CREATE INDEX guardians_modifier ON guardians (modified_by) WHERE modified_by <> 'Registration Site';
CREATE INDEX children_creator ON children (created_by) WHERE created_by <> 'Registration Site';
CREATE INDEX children_modifier ON children (modified_by) WHERE modified_by <> 'Registration Site';
`;

/** Counts once per statement instead of once per row, with a query that is planned once. */
const limitOf = (table: 'guardians' | 'children', most: number): string => `
CREATE FUNCTION household_${table}_limit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT 1 FROM (SELECT DISTINCT family_id FROM added) AS touched
    WHERE (SELECT count(*) FROM ${table} WHERE ${table}.family_id = touched.family_id) > ${String(most)}
  ) THEN
    RAISE EXCEPTION 'a family has at most ${String(most)} ${table}'
      USING ERRCODE = 'check_violation', CONSTRAINT = '${table}_limit', TABLE = '${table}';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER ${table}_limit AFTER INSERT ON ${table} REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION household_${table}_limit();
`;

/**
 * Limits across rows. Each writer first locks the family's row, so concurrent writers take turns and each sees what
 * the last one wrote.
 */
const HOUSEHOLD_RULES = `
CREATE FUNCTION household_lock() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    PERFORM 1 FROM families WHERE id = OLD.family_id FOR NO KEY UPDATE;
    RETURN OLD;
  END IF;
  PERFORM 1 FROM families WHERE id = NEW.family_id FOR NO KEY UPDATE;
  RETURN NEW;
END $$;
CREATE TRIGGER guardians_lock BEFORE INSERT OR DELETE OR UPDATE OF is_primary_indicator ON guardians
  FOR EACH ROW EXECUTE FUNCTION household_lock();
CREATE TRIGGER children_lock BEFORE INSERT ON children
  FOR EACH ROW EXECUTE FUNCTION household_lock();

CREATE FUNCTION household_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.family_id <> OLD.family_id THEN
    RAISE EXCEPTION 'nobody moves to another family'
      USING ERRCODE = 'check_violation', CONSTRAINT = TG_TABLE_NAME || '_stay', TABLE = TG_TABLE_NAME;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER guardians_stay BEFORE UPDATE OF family_id ON guardians FOR EACH ROW EXECUTE FUNCTION household_stays();
CREATE TRIGGER children_stay BEFORE UPDATE OF family_id ON children FOR EACH ROW EXECUTE FUNCTION household_stays();

${limitOf('guardians', 2)}
${limitOf('children', 5)}
CREATE FUNCTION household_one_primary() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  family integer := CASE WHEN TG_OP = 'DELETE' THEN OLD.family_id ELSE NEW.family_id END;
  guardian_count integer;
  primary_count integer;
BEGIN
  SELECT count(*), count(*) FILTER (WHERE is_primary_indicator = 'Y')
    INTO guardian_count, primary_count FROM guardians WHERE family_id = family;
  IF guardian_count > 0 AND primary_count <> 1 THEN
    RAISE EXCEPTION 'a family with guardians has exactly one primary guardian'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'guardians_one_primary', TABLE = 'guardians';
  END IF;
  RETURN NULL;
END $$;
-- Checked at commit, so that a transaction may change the two guardians in either order.
CREATE CONSTRAINT TRIGGER guardians_one_primary
  AFTER INSERT OR DELETE OR UPDATE OF is_primary_indicator ON guardians
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION household_one_primary();
`;

/**
 * The audit trail is append-only. When a family is erased, its events lose their values, but the events stay. Rows
 * can't be deleted for a year by the database's clock; the retention decides how much longer they are kept.
 */
const AUDIT_RULES = `
CREATE FUNCTION audit_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'audit events are never changed or deleted' USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER audit_events_append_only BEFORE TRUNCATE ON audit_events
  FOR EACH STATEMENT EXECUTE FUNCTION audit_is_append_only();

CREATE FUNCTION audit_only_forgets() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF to_jsonb(NEW) = to_jsonb(OLD) || '{"before": null, "after": null}'
    AND OLD.family_guid IS NOT NULL AND NOT EXISTS (SELECT 1 FROM families WHERE guid = OLD.family_guid)
  THEN
    RETURN NEW;
  END IF;
  -- The transaction that erases an address says so. It forgets values, and calls a former colleague by a number.
  IF current_setting('kidlab.erases_address', true) = 'on'
    AND to_jsonb(NEW) - ARRAY['actor', 'before', 'after'] = to_jsonb(OLD) - ARRAY['actor', 'before', 'after']
    AND (NEW.before IS NULL OR NEW.before IS NOT DISTINCT FROM OLD.before)
    AND (NEW.after IS NULL OR NEW.after IS NOT DISTINCT FROM OLD.after)
    AND (NEW.actor = OLD.actor OR NEW.actor ~ '^(staff user [0-9]+|former staff)$')
  THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'audit events are never changed or deleted' USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER audit_events_only_forget BEFORE UPDATE ON audit_events
  FOR EACH ROW EXECUTE FUNCTION audit_only_forgets();

CREATE FUNCTION audit_keeps_a_year() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.occurred_at < now() - interval '365 days' THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'audit events are never changed or deleted' USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER audit_events_keep BEFORE DELETE ON audit_events
  FOR EACH ROW EXECUTE FUNCTION audit_keeps_a_year();
`;

const DOWN = `
DROP TABLE audit_events, saved_forms, used_challenges, outbox_messages, suppressed_addresses, erasure_receipts,
  mailed_addresses, confirmation_links, rate_counts, recovery_codes, second_factors, password_links, sessions, users,
  children, guardians, families;
DROP FUNCTION household_lock, household_stays, household_guardians_limit, household_children_limit,
  household_one_primary, audit_is_append_only, audit_only_forgets, audit_keeps_a_year,
  audit_addresses, folded;
DROP EXTENSION IF EXISTS pg_trgm;
`;

export class InitialSchema1795132800000 implements MigrationInterface {
  name = 'InitialSchema1795132800000';

  async up(runner: QueryRunner): Promise<void> {
    for (const part of [FOLDING, TABLES, HOUSEHOLD_RULES, AUDIT_RULES]) {
      await runner.query(part);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(DOWN);
  }
}
