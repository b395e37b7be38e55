import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds a queued letter's subject and earliest send time, and which of an invitation's letters may have been sent. */
export class InvitationLetters1795500000000 implements MigrationInterface {
  name = 'InvitationLetters1795500000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE outbox_messages
        ADD invitation_id integer REFERENCES invitations ON DELETE CASCADE,
        ADD slot_id integer REFERENCES slots ON DELETE CASCADE,
        ADD not_before timestamptz;
      CREATE INDEX outbox_messages_invitation ON outbox_messages (invitation_id) WHERE invitation_id IS NOT NULL;
      CREATE INDEX outbox_messages_slot ON outbox_messages (slot_id) WHERE slot_id IS NOT NULL;
      ALTER TABLE invitations ADD cleared_at timestamptz, ADD calendar jsonb NOT NULL DEFAULT '{}'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE outbox_messages DROP invitation_id, DROP slot_id, DROP not_before;
      ALTER TABLE invitations DROP cleared_at, DROP calendar`);
  }
}
