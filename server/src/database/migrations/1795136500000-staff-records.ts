import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the staff's lists of families, guardians and children are sorted by and counted from. */
const UP = `
CREATE INDEX families_visible ON families (id) WHERE state <> 'draft';
CREATE INDEX families_zip_code ON families (zip_code, id);
CREATE INDEX guardians_last_name ON guardians (lower(last_name), id);
CREATE INDEX children_first_name ON children (lower(first_name), id);
`;

const DOWN = `DROP INDEX children_first_name, guardians_last_name, families_zip_code, families_visible;`;

export class StaffRecords1795136500000 implements MigrationInterface {
  name = 'StaffRecords1795136500000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(DOWN);
  }
}
