import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When a family's address changes, its invitation link ends and a new one is mailed. */
export class InvitationLinks1795600000000 implements MigrationInterface {
  name = 'InvitationLinks1795600000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE invitations ADD link_number integer NOT NULL DEFAULT 0');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE invitations DROP link_number');
  }
}
