import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What staff read by: names, addresses, ages, dates. pg_trgm finds a part of a text by its groups of three letters. */
const UP = `
CREATE EXTENSION IF NOT EXISTS pg_trgm;

CREATE INDEX families_name ON families (lower(family_name), id);
CREATE INDEX families_name_part ON families USING gin (lower(family_name) gin_trgm_ops);
CREATE INDEX families_email_part ON families USING gin (email gin_trgm_ops);
CREATE INDEX guardians_email_part ON guardians USING gin (email gin_trgm_ops);
CREATE INDEX families_registered_date ON families (registered_date DESC NULLS LAST, id);
CREATE INDEX families_second_notice ON families (first_email_sent_date, id)
  WHERE state = 'awaiting' AND first_email_sent_date IS NOT NULL AND second_email_sent_date IS NULL
    AND disabled_indicator = 'N';

-- Months since the year 0, so that an age on any day is one range of numbers.
ALTER TABLE children ADD COLUMN birth_month_number integer NOT NULL
  GENERATED ALWAYS AS (year_of_birth * 12 + month_of_birth - 1) STORED;
CREATE INDEX children_birth_month ON children (birth_month_number, gender) INCLUDE (family_id);
CREATE INDEX children_family ON children (family_id) INCLUDE (gender, birth_month_number);

ALTER TABLE outbox_messages ADD COLUMN retried_at timestamptz;
CREATE INDEX outbox_messages_newest ON outbox_messages (created_at, id);
CREATE INDEX outbox_messages_failed ON outbox_messages (created_at, id) WHERE state = 'failed';

CREATE INDEX audit_events_newest ON audit_events (occurred_at, id);
CREATE INDEX audit_events_action ON audit_events (action, occurred_at, id);
CREATE INDEX audit_events_actor ON audit_events (actor, occurred_at, id);
`;

const DOWN = `
DROP INDEX audit_events_actor, audit_events_action, audit_events_newest;
DROP INDEX outbox_messages_failed, outbox_messages_newest;
ALTER TABLE outbox_messages DROP COLUMN retried_at;
DROP INDEX children_family, children_birth_month;
ALTER TABLE children DROP COLUMN birth_month_number;
DROP INDEX families_second_notice, families_registered_date, guardians_email_part, families_email_part,
  families_name_part, families_name;
DROP EXTENSION IF EXISTS pg_trgm;
`;

export class StaffReading1795136600000 implements MigrationInterface {
  name = 'StaffReading1795136600000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(DOWN);
  }
}
