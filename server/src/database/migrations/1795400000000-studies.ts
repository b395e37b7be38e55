import type { MigrationInterface, QueryRunner } from 'typeorm';

const AUDIT_COLUMNS = `
  created_date timestamptz NOT NULL,
  created_by varchar(99) NOT NULL,
  modified_date timestamptz NOT NULL,
  modified_by varchar(99) NOT NULL,
  version integer NOT NULL DEFAULT 1`;

const TABLES = `
-- For the exclusion constraint below: "equal" and "not equal" of integers in a GiST index.
CREATE EXTENSION IF NOT EXISTS btree_gist;

CREATE TABLE studies (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name varchar(80) NOT NULL CHECK (name <> ''),
  public_name varchar(80) NOT NULL CHECK (public_name <> ''),
  state varchar(10) NOT NULL CONSTRAINT studies_state CHECK (state IN ('open', 'closed')),
  criteria jsonb NOT NULL,
  place varchar(200) NOT NULL DEFAULT '',
  letter varchar(2000) NOT NULL DEFAULT '',
  ${AUDIT_COLUMNS}
);

CREATE TABLE slots (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  study_id integer NOT NULL REFERENCES studies ON DELETE CASCADE,
  starts_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL,
  seats smallint NOT NULL CHECK (seats BETWEEN 1 AND 200),
  taken smallint NOT NULL DEFAULT 0,
  waiting integer NOT NULL DEFAULT 0 CHECK (waiting >= 0),
  sequence integer NOT NULL DEFAULT 0,
  cancelled_at timestamptz,
  cancel_reason varchar(500),
  ${AUDIT_COLUMNS},
  CONSTRAINT slots_length CHECK (ends_at > starts_at AND ends_at - starts_at <= interval '12 hours'),
  CONSTRAINT slots_seats CHECK (taken BETWEEN 0 AND seats),
  CONSTRAINT slots_cancelled CHECK ((cancelled_at IS NULL) = (cancel_reason IS NULL))
);
CREATE INDEX slots_study ON slots (study_id, starts_at);
CREATE INDEX slots_start ON slots (starts_at, id);

CREATE TABLE invitations (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  study_id integer NOT NULL REFERENCES studies ON DELETE CASCADE,
  family_id integer NOT NULL REFERENCES families ON DELETE CASCADE,
  state varchar(10) NOT NULL CONSTRAINT invitations_state CHECK (state IN ('queued', 'sent', 'withdrawn')),
  withdrawn_reason varchar(40),
  sent_at timestamptz,
  expires_at timestamptz,
  token_hash char(64) CONSTRAINT invitations_token UNIQUE,
  answered_at timestamptz,
  note varchar(500),
  sequence integer NOT NULL DEFAULT 0,
  ${AUDIT_COLUMNS},
  CONSTRAINT invitations_once UNIQUE (study_id, family_id),
  -- Target of the foreign key of participations.
  CONSTRAINT invitations_family UNIQUE (family_id, id),
  CONSTRAINT invitations_withdrawn CHECK ((state = 'withdrawn') = (withdrawn_reason IS NOT NULL)),
  CONSTRAINT invitations_sent CHECK (
    state <> 'sent' OR (sent_at IS NOT NULL AND expires_at IS NOT NULL AND token_hash IS NOT NULL))
);

CREATE TABLE participations (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  invitation_id integer NOT NULL,
  family_id integer NOT NULL,
  child_id integer NOT NULL REFERENCES children ON DELETE CASCADE,
  -- Checked at commit: deleting a study deletes its slots and its invitations, in either order.
  slot_id integer REFERENCES slots DEFERRABLE INITIALLY DEFERRED,
  state varchar(20) NOT NULL CONSTRAINT participations_state CHECK (state IN ('invited', 'accepted', 'waitlisted', 'declined', 'cancelled_by_parent', 'cancelled_by_lab', 'attended', 'no_show')),
  waiting_number integer,
  age_confirmed_at timestamptz,
  during tstzrange,
  ${AUDIT_COLUMNS},
  CONSTRAINT participations_once UNIQUE (invitation_id, child_id),
  CONSTRAINT participations_invitation FOREIGN KEY (family_id, invitation_id)
    REFERENCES invitations (family_id, id) ON DELETE CASCADE,
  CONSTRAINT participations_slot CHECK (slot_id IS NOT NULL OR state IN ('invited', 'declined')),
  CONSTRAINT participations_waiting CHECK ((state = 'waitlisted') = (waiting_number IS NOT NULL)),
  -- Siblings may sit in one slot; a family is never in two at once.
  CONSTRAINT participations_overlap EXCLUDE USING gist (family_id WITH =, slot_id WITH <>, during WITH &&)
    WHERE (state = 'accepted')
);
CREATE INDEX participations_family ON participations (family_id, invitation_id);
CREATE INDEX participations_child ON participations (child_id);
CREATE INDEX participations_of_slot ON participations (slot_id, waiting_number) WHERE slot_id IS NOT NULL;
`;

/**
 * Code that writes participations locks the family first, then the slots by id. For cascading deletes, a trigger locks
 * the slots.
 */
const RULES = `
CREATE FUNCTION participations_prepare() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT 1 FROM children WHERE id = NEW.child_id AND family_id = NEW.family_id) THEN
    RAISE EXCEPTION 'a family answers for its own children'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'participations_own_child', TABLE = 'participations';
  END IF;
  IF NEW.slot_id IS NOT NULL AND NOT EXISTS (
    SELECT 1 FROM slots JOIN invitations USING (study_id) WHERE slots.id = NEW.slot_id AND invitations.id = NEW.invitation_id
  ) THEN
    RAISE EXCEPTION 'an answer is for a slot of its study'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'participations_own_slot', TABLE = 'participations';
  END IF;
  NEW.during := (SELECT tstzrange(starts_at, ends_at) FROM slots WHERE id = NEW.slot_id);
  RETURN NEW;
END $$;
CREATE TRIGGER participations_prepare BEFORE INSERT OR UPDATE OF invitation_id, slot_id, child_id, family_id ON participations
  FOR EACH ROW EXECUTE FUNCTION participations_prepare();

CREATE FUNCTION study_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.study_id <> OLD.study_id THEN
    RAISE EXCEPTION 'nothing moves to another study'
      USING ERRCODE = 'check_violation', CONSTRAINT = TG_TABLE_NAME || '_stay', TABLE = TG_TABLE_NAME;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER slots_stay BEFORE UPDATE OF study_id ON slots FOR EACH ROW EXECUTE FUNCTION study_stays();
CREATE TRIGGER invitations_stay BEFORE UPDATE OF study_id ON invitations FOR EACH ROW EXECUTE FUNCTION study_stays();

CREATE FUNCTION slots_move() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE participations SET during = tstzrange(NEW.starts_at, NEW.ends_at) WHERE slot_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER slots_move AFTER UPDATE OF starts_at, ends_at ON slots
  FOR EACH ROW EXECUTE FUNCTION slots_move();

CREATE FUNCTION slots_count() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE slots SET taken = slots.taken + change.taken, waiting = slots.waiting + change.waiting
  FROM (
    SELECT slot_id,
      sum(CASE WHEN state IN ('accepted', 'attended', 'no_show') THEN step ELSE 0 END) AS taken,
      sum(CASE WHEN state = 'waitlisted' THEN step ELSE 0 END) AS waiting
    FROM (VALUES (OLD.slot_id, OLD.state, -1), (NEW.slot_id, NEW.state, 1)) AS sides (slot_id, state, step)
    GROUP BY slot_id
  ) AS change
  WHERE slots.id = change.slot_id AND (change.taken <> 0 OR change.waiting <> 0);
  RETURN NULL;
END $$;
CREATE TRIGGER slots_count AFTER INSERT OR DELETE OR UPDATE OF slot_id, state ON participations
  FOR EACH ROW EXECUTE FUNCTION slots_count();

CREATE FUNCTION slots_lock() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM slots
  WHERE id IN (SELECT slot_id FROM participations WHERE family_id = (to_jsonb(OLD) ->> TG_ARGV[0])::integer)
  ORDER BY id FOR NO KEY UPDATE;
  RETURN OLD;
END $$;
CREATE TRIGGER families_lock_slots BEFORE DELETE ON families FOR EACH ROW EXECUTE FUNCTION slots_lock('id');
CREATE TRIGGER children_lock_slots BEFORE DELETE ON children FOR EACH ROW EXECUTE FUNCTION slots_lock('family_id');
`;

const DOWN = `
DROP TRIGGER families_lock_slots ON families;
DROP TRIGGER children_lock_slots ON children;
DROP TABLE participations, invitations, slots, studies;
DROP FUNCTION participations_prepare, study_stays, slots_move, slots_count, slots_lock;
DROP EXTENSION IF EXISTS btree_gist;
`;

/** Studies, their dated slots, and who is invited to them. */
export class Studies1795400000000 implements MigrationInterface {
  name = 'Studies1795400000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const part of [TABLES, RULES]) await runner.query(part);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(DOWN);
  }
}
