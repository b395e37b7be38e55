import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ContactStatus1795200000000 implements MigrationInterface {
  name = 'ContactStatus1795200000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE families ADD COLUMN paused_until date, ADD COLUMN undeliverable_at timestamptz',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE families DROP COLUMN paused_until, DROP COLUMN undeliverable_at',
    );
  }
}
