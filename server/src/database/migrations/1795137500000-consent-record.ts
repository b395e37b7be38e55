import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Where the agreement was accepted, beside when and which text. Of families from before that nobody knows. */
const UP = `
ALTER TABLE families
  ADD COLUMN agreement_origin varchar(200),
  ADD COLUMN agreement_network varchar(43);
`;

const DOWN = `ALTER TABLE families DROP COLUMN agreement_origin, DROP COLUMN agreement_network;`;

export class ConsentRecord1795137500000 implements MigrationInterface {
  name = 'ConsentRecord1795137500000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(DOWN);
  }
}
