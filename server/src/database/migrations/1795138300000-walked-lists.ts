import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Whoever walks through the families for a name or an address reads the index alone: the table's rows are wide, and what is compared
 * stands at their end. An eighth of the time at a hundred thousand families.
 * The old index goes when the new one is there: until then an older server may read.
 */
const UP = `
CREATE INDEX families_walked ON families (id) INCLUDE (folded_name, email) WHERE state <> 'draft';
DROP INDEX families_visible;
ALTER INDEX families_walked RENAME TO families_visible;
`;

const DOWN = `
CREATE INDEX families_listed ON families (id) WHERE state <> 'draft';
DROP INDEX families_visible;
ALTER INDEX families_listed RENAME TO families_visible;
`;

export class WalkedLists1795138300000 implements MigrationInterface {
  name = 'WalkedLists1795138300000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(DOWN);
  }
}
