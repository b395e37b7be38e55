import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The link of an invitation ends when its family has another address, and another one is mailed. */
export class InvitationLinks1795600000000 implements MigrationInterface {
  name = 'InvitationLinks1795600000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE invitations ADD link_number integer NOT NULL DEFAULT 0');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE invitations DROP link_number');
  }
}
