import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Whoever walks through the families for a name or an address reads the index alone: the table's rows are wide, and what is compared
 * stands at their end. An eighth of the time at a hundred thousand families.
 */
const UP = `
DROP INDEX families_visible;
CREATE INDEX families_visible ON families (id) INCLUDE (folded_name, email) WHERE state <> 'draft';
`;

const DOWN = `
DROP INDEX families_visible;
CREATE INDEX families_visible ON families (id) WHERE state <> 'draft';
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
