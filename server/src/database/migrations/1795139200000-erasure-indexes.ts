import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The texts of an event that may hold an e-mail address, as they read: not escaped, as they would be in JSON. */
const UP = `
CREATE FUNCTION audit_addresses(before jsonb, after jsonb) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT lower(string_agg(value #>> '{}', E'\\n'))
  FROM (
    SELECT jsonb_path_query(before, 'strict $.** ? (@.type() == "string" && @ like_regex "@")')
    UNION ALL
    SELECT jsonb_path_query(after, 'strict $.** ? (@.type() == "string" && @ like_regex "@")')
  ) AS texts (value)
$$;
CREATE INDEX audit_events_addresses ON audit_events USING gin (audit_addresses(before, after) gin_trgm_ops);

-- Only what staff wrote: nobody looks for the public site's rows by their writer.
CREATE INDEX families_creator ON families (created_by) WHERE created_by <> 'Registration Site';
CREATE INDEX families_modifier ON families (modified_by) WHERE modified_by <> 'Registration Site';
CREATE INDEX guardians_creator ON guardians (created_by) WHERE created_by <> 'Registration Site';
CREATE INDEX guardians_modifier ON guardians (modified_by) WHERE modified_by <> 'Registration Site';
CREATE INDEX children_creator ON children (created_by) WHERE created_by <> 'Registration Site';
CREATE INDEX children_modifier ON children (modified_by) WHERE modified_by <> 'Registration Site';

-- Few texts hold an address at all.
CREATE INDEX families_eml_address ON families (id) WHERE strpos(eml, '@') > 0;
CREATE INDEX guardians_notes_address ON guardians (id) WHERE strpos(notes, '@') > 0;
CREATE INDEX guardians_eml_address ON guardians (id) WHERE strpos(eml, '@') > 0;
CREATE INDEX children_special_needs_address ON children (id) WHERE strpos(special_needs, '@') > 0;
CREATE INDEX children_eml_address ON children (id) WHERE strpos(eml, '@') > 0;
`;

const DOWN = `
DROP INDEX children_eml_address, children_special_needs_address, guardians_eml_address, guardians_notes_address,
  families_eml_address, children_modifier, children_creator, guardians_modifier, guardians_creator, families_modifier,
  families_creator, audit_events_addresses;
DROP FUNCTION audit_addresses;
`;

/** An erasure finds an address in the audit trail and in the records by indexes, however long the lab has worked. */
export class ErasureIndexes1795139200000 implements MigrationInterface {
  name = 'ErasureIndexes1795139200000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(DOWN);
  }
}
