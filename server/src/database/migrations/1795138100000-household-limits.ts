import type { MigrationInterface, QueryRunner } from 'typeorm';

const limitOf = (table: 'guardians' | 'children', most: number): string => `
DROP TRIGGER ${table}_limit ON ${table};
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

const DOWN = `
DROP TRIGGER guardians_limit ON guardians;
DROP TRIGGER children_limit ON children;
DROP FUNCTION household_guardians_limit, household_children_limit;
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
`;

/**
 * The limits of a household, counted once a statement instead of once a row, by a statement that is planned once. Each row
 * still locks its family first.
 */
export class HouseholdLimits1795138100000 implements MigrationInterface {
  name = 'HouseholdLimits1795138100000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(limitOf('guardians', 2) + limitOf('children', 5));
    await runner.query('DROP FUNCTION household_limit');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(DOWN);
  }
}
