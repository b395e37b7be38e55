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
 * Trigram indexes now collect new rows in a pending list and merge them in bulk, which is cheaper than row by row.
 * Every search also reads that list, so it has the smallest size that PostgreSQL accepts: 64 kB, eight pages.
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
