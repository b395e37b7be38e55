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
  registration_session_id varchar(128),
  draft_expires_at timestamptz,
  eml varchar(1024),
  ${AUDIT_COLUMNS},
  CONSTRAINT families_registered CHECK (
    (state = 'registered') = (registered_date IS NOT NULL)
    AND registered_indicator = CASE WHEN state = 'registered' THEN 'Y' ELSE 'N' END),
  CONSTRAINT families_draft_has_owner CHECK (
    state <> 'draft' OR (registration_session_id IS NOT NULL AND draft_expires_at IS NOT NULL)),
  CONSTRAINT families_awaiting_has_agreed CHECK (
    state <> 'awaiting' OR (agreement_accepted_at IS NOT NULL AND agreement_version IS NOT NULL))
);
-- A browser session has one draft at most; it also finds what that session has sent in already.
CREATE UNIQUE INDEX families_draft_of_session ON families (registration_session_id) WHERE state = 'draft';
CREATE INDEX families_of_session ON families (registration_session_id) WHERE registration_session_id IS NOT NULL;
CREATE INDEX families_draft_expiry ON families (draft_expires_at) WHERE state = 'draft';
CREATE INDEX families_retention ON families (agreement_accepted_at) WHERE state = 'awaiting';

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
  ${AUDIT_COLUMNS},
  CONSTRAINT guardians_registered CHECK ((registered_indicator = 'Y') = (registered_date IS NOT NULL))
);
CREATE INDEX guardians_family ON guardians (family_id);

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
  ${AUDIT_COLUMNS},
  CONSTRAINT children_registered CHECK ((registered_indicator = 'Y') = (registered_date IS NOT NULL)),
  CONSTRAINT children_idempotency UNIQUE (family_id, idempotency_key)
);

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
  expire timestamptz NOT NULL
);
CREATE INDEX sessions_expire ON sessions (expire);

CREATE TABLE confirmation_links (
  id uuid PRIMARY KEY,
  family_id integer NOT NULL REFERENCES families ON DELETE CASCADE,
  token_hash char(64) NOT NULL CONSTRAINT confirmation_links_token UNIQUE,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  replaced_at timestamptz,
  used_at timestamptz,
  failed_tries smallint NOT NULL DEFAULT 0
);
CREATE INDEX confirmation_links_family ON confirmation_links (family_id);
-- One link of a family is alive at a time: a new one replaces the older.
CREATE UNIQUE INDEX confirmation_links_alive ON confirmation_links (family_id) WHERE replaced_at IS NULL;

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
  CONSTRAINT outbox_messages_claim CHECK (state <> 'claimed' OR (claimed_by IS NOT NULL AND lease_until IS NOT NULL)),
  CONSTRAINT outbox_messages_sent CHECK (state <> 'sent' OR sent_at IS NOT NULL)
);
CREATE INDEX outbox_messages_due ON outbox_messages (next_attempt_at, id) WHERE state IN ('pending', 'claimed');
CREATE INDEX outbox_messages_family ON outbox_messages (family_id);
CREATE INDEX outbox_messages_user ON outbox_messages (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX outbox_messages_link ON outbox_messages (link_id) WHERE link_id IS NOT NULL;

CREATE TABLE used_challenges (
  nonce varchar(64) PRIMARY KEY,
  expires_at timestamptz NOT NULL
);
CREATE INDEX used_challenges_expires ON used_challenges (expires_at);

CREATE TABLE audit_events (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  occurred_at timestamptz NOT NULL,
  actor varchar(99) NOT NULL,
  action varchar(60) NOT NULL,
  subject_type varchar(30) NOT NULL,
  subject_id varchar(60),
  before jsonb,
  after jsonb
);
CREATE INDEX audit_events_subject ON audit_events (subject_type, subject_id);
`;

/**
 * Limits that no single row can show. Each writer first locks the family's row, so that two at once queue up and the
 * second sees what the first has written.
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

CREATE FUNCTION household_limit() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  members integer;
BEGIN
  EXECUTE format('SELECT count(*) FROM %I WHERE family_id = $1', TG_TABLE_NAME) INTO members USING NEW.family_id;
  IF members > TG_ARGV[0]::integer THEN
    RAISE EXCEPTION 'a family has at most % %', TG_ARGV[0], TG_TABLE_NAME
      USING ERRCODE = 'check_violation', CONSTRAINT = TG_TABLE_NAME || '_limit', TABLE = TG_TABLE_NAME;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER guardians_limit AFTER INSERT ON guardians
  FOR EACH ROW EXECUTE FUNCTION household_limit('2');
CREATE TRIGGER children_limit AFTER INSERT ON children
  FOR EACH ROW EXECUTE FUNCTION household_limit('5');

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
-- Judged at commit, so that a transaction may make one guardian primary and unmake the other in either order.
CREATE CONSTRAINT TRIGGER guardians_one_primary
  AFTER INSERT OR DELETE OR UPDATE OF is_primary_indicator ON guardians
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION household_one_primary();

CREATE FUNCTION audit_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'audit events are never changed or deleted' USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER audit_events_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_events
  FOR EACH STATEMENT EXECUTE FUNCTION audit_is_append_only();
`;

export class InitialSchema1795132800000 implements MigrationInterface {
  name = 'InitialSchema1795132800000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLES);
    await runner.query(HOUSEHOLD_RULES);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `DROP TABLE audit_events, used_challenges, outbox_messages, mailed_addresses, confirmation_links, sessions, users, children, guardians, families`,
    );
    await runner.query(
      `DROP FUNCTION household_lock, household_stays, household_limit, household_one_primary, audit_is_append_only`,
    );
  }
}
