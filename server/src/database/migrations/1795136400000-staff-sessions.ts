import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = `
ALTER TABLE sessions
  ADD COLUMN user_id integer REFERENCES users ON DELETE CASCADE,
  ADD COLUMN signed_in_at timestamptz,
  ADD COLUMN last_call_at timestamptz,
  ADD CONSTRAINT sessions_signed_in CHECK (user_id IS NULL OR (signed_in_at IS NOT NULL AND last_call_at IS NOT NULL));
CREATE INDEX sessions_user ON sessions (user_id) WHERE user_id IS NOT NULL;

CREATE TABLE sign_in_attempts (
  key_hash char(64) PRIMARY KEY,
  failures smallint NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX sign_in_attempts_expires ON sign_in_attempts (expires_at);

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
`;

const DOWN = `
DROP TABLE password_links, sign_in_attempts;
ALTER TABLE sessions DROP COLUMN user_id, DROP COLUMN signed_in_at, DROP COLUMN last_call_at;
`;

/** Staff sign in: whose a session is, failures to sign in, set-password links. */
export class StaffSessions1795136400000 implements MigrationInterface {
  name = 'StaffSessions1795136400000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(DOWN);
  }
}
