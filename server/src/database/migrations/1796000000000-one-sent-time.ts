import type { MigrationInterface, QueryRunner } from 'typeorm';

/** `sent_at` alone now says when the letter was sent, or may have been. No release has read `cleared_at`. */
export class OneSentTime1796000000000 implements MigrationInterface {
  name = 'OneSentTime1796000000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      UPDATE invitations SET sent_at = cleared_at WHERE sent_at IS NULL AND cleared_at IS NOT NULL;
      ALTER TABLE invitations DROP cleared_at`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE invitations ADD cleared_at timestamptz;
      UPDATE invitations SET cleared_at = sent_at`);
  }
}
