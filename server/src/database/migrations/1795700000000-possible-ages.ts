import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Whether staff also invited children who may be too young or too old: only their month of birth is known. */
export class PossibleAges1795700000000 implements MigrationInterface {
  name = 'PossibleAges1795700000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE invitations ADD with_possible boolean NOT NULL DEFAULT false');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE invitations DROP with_possible');
  }
}
