import type { MigrationInterface, QueryRunner } from 'typeorm';

// UNLOGGED: counting costs no wait for the disk, and a crash of the database merely begins the windows anew.
const UP = `
CREATE UNLOGGED TABLE rate_counts (
  key_hash char(64) PRIMARY KEY,
  count integer NOT NULL,
  expires_at timestamptz NOT NULL
) WITH (fillfactor = 70);
CREATE INDEX rate_counts_expires ON rate_counts (expires_at);
DROP TABLE sign_in_attempts;
`;

const DOWN = `
CREATE TABLE sign_in_attempts (
  key_hash char(64) PRIMARY KEY,
  failures smallint NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX sign_in_attempts_expires ON sign_in_attempts (expires_at);
DROP TABLE rate_counts;
`;

/** One table of counts for failures to sign in and for the limits of all calls. */
export class RateCounts1795137100000 implements MigrationInterface {
  name = 'RateCounts1795137100000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(DOWN);
  }
}
