import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What letters told a family of each child's place, so that the next one says only what is new. Replaces `calendar`,
 * which knew the slots but not the children, and `slot_id`, by which a letter named the slot that was moved. No release
 * has read them.
 */
export class KnownPlaces1795900000000 implements MigrationInterface {
  name = 'KnownPlaces1795900000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE invitations ADD known jsonb NOT NULL DEFAULT '[]';
      UPDATE invitations SET known = told.places
      FROM (
        SELECT participation.invitation_id, jsonb_agg(jsonb_build_object(
          'childId', child_id, 'slotId', slot.id, 'state', participation.state, 'startsAt', starts_at,
          'endsAt', ends_at, 'place', place, 'isSent', true)) AS places
        FROM participations AS participation
        JOIN slots AS slot ON slot.id = participation.slot_id
        JOIN studies AS study ON study.id = slot.study_id
        WHERE participation.state NOT IN ('invited', 'declined')
        GROUP BY participation.invitation_id) AS told
      WHERE told.invitation_id = invitations.id AND calendar <> '{}';
      ALTER TABLE invitations DROP calendar;
      ALTER TABLE outbox_messages DROP slot_id`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE invitations ADD calendar jsonb NOT NULL DEFAULT '{}';
      ALTER TABLE invitations DROP known;
      ALTER TABLE outbox_messages ADD slot_id integer REFERENCES slots ON DELETE CASCADE;
      CREATE INDEX outbox_messages_slot ON outbox_messages (slot_id) WHERE slot_id IS NOT NULL`);
  }
}
