import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Names are found whatever a keyboard can type: without case, without accents, with any apostrophe, quotation mark or dash.
 * The folded name is a column, so that a search compares and nothing more; the function is immutable, as a generated
 * column demands, and so does without the extension `unaccent`. Letters that are no letter with a mark (đ, ł, ø) are named
 * one by one.
 */
const UP = `
CREATE FUNCTION folded(given text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
RETURN translate(
  regexp_replace(normalize(lower(given), NFD), U&'[\\0300-\\036f]', '', 'g'),
  U&'\\2018\\2019\\02bc\\00b4\\201c\\201d\\2010\\2011\\2012\\2013\\2014đłøı', '''''''''""-----dloi');

ALTER TABLE families ADD COLUMN folded_name text NOT NULL GENERATED ALWAYS AS (folded(family_name)) STORED;
DROP INDEX families_name_part;
CREATE INDEX families_folded_name_part ON families USING gin (folded_name gin_trgm_ops);
`;

const DOWN = `
DROP INDEX families_folded_name_part;
ALTER TABLE families DROP COLUMN folded_name;
DROP FUNCTION folded(text);
CREATE INDEX families_name_part ON families USING gin (lower(family_name) gin_trgm_ops);
`;

export class FoldedNames1795137900000 implements MigrationInterface {
  name = 'FoldedNames1795137900000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(DOWN);
  }
}
