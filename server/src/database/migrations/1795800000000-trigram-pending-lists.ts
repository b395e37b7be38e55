import type { MigrationInterface, QueryRunner } from 'typeorm';

const INDEXES = [
  'families_folded_name_part',
  'families_email_part',
  'guardians_folded_name_part',
  'guardians_email_part',
  'guardians_phone_part',
  'children_folded_name_part',
];

/**
 * A trigram index collects new rows in a list and merges them together, which is much less work than one row at a
 * time. Each search also reads the list, so it has the smallest size that PostgreSQL accepts, in kB: eight pages.
 */
export class TrigramPendingLists1795800000000 implements MigrationInterface {
  name = 'TrigramPendingLists1795800000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const index of INDEXES) {
      await runner.query(`ALTER INDEX ${index} SET (fastupdate = on, gin_pending_list_limit = 64)`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const index of INDEXES) {
      await runner.query(`ALTER INDEX ${index} RESET (gin_pending_list_limit)`);
      await runner.query(`ALTER INDEX ${index} SET (fastupdate = off)`);
      await runner.query(`SELECT gin_clean_pending_list('${index}')`);
    }
  }
}
