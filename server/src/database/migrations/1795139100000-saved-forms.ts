import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = `
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
`;

/** What staff's forms were answered: saving one again is answered likewise, and saves nothing twice. */
export class SavedForms1795139100000 implements MigrationInterface {
  name = 'SavedForms1795139100000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE saved_forms');
  }
}
