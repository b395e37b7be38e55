import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = `
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

-- Apart from user_id: whoever asks who is signed in finds nobody before the code was given.
ALTER TABLE sessions
  ADD COLUMN pending_user_id integer REFERENCES users ON DELETE CASCADE,
  ADD COLUMN pending_until timestamptz,
  ADD CONSTRAINT sessions_pending CHECK (
    (pending_user_id IS NULL) = (pending_until IS NULL) AND (pending_user_id IS NULL OR user_id IS NULL)
  );
CREATE INDEX sessions_pending_user ON sessions (pending_user_id) WHERE pending_user_id IS NOT NULL;
`;

const DOWN = `
ALTER TABLE sessions DROP COLUMN pending_user_id, DROP COLUMN pending_until;
DROP TABLE recovery_codes, second_factors;
`;

/** Staff may have a second factor: keys of authenticator apps, recovery codes, sessions that wait for a code. */
export class SecondFactor1795137200000 implements MigrationInterface {
  name = 'SecondFactor1795137200000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(DOWN);
  }
}
