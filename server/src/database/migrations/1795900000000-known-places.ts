import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Stores what letters have told a family about each child's slot, so that the next letter only says what is new.
 * Replaces `calendar`, which listed slots but not children, and `slot_id`, the slot of a letter about a move.
 * No release has read either.
 *
 * A slot stayed in `calendar` until a letter reported that its seats were gone. So every child in it counts as seated,
 * whatever has changed since: a queued letter has yet to report that. If none of the invitation's children is in the
 * slot any more, all of them count as seated.
 */
export class KnownPlaces1795900000000 implements MigrationInterface {
  name = 'KnownPlaces1795900000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE invitations ADD known jsonb NOT NULL DEFAULT '[]';
      UPDATE invitations SET known = told.places
      FROM (
        SELECT invitation.id, jsonb_agg(jsonb_build_object(
          'childId', child_id, 'slotId', slot.id, 'state', 'accepted', 'startsAt', starts_at,
          'endsAt', ends_at, 'place', place, 'letter', NULL, 'isSent', true)) AS places
        FROM invitations AS invitation
        JOIN slots AS slot ON calendar ? slot.id::text
        JOIN studies AS study ON study.id = slot.study_id
        JOIN participations AS participation ON participation.invitation_id = invitation.id
        WHERE slot_id = slot.id OR NOT EXISTS (
          SELECT FROM participations AS other
          WHERE other.invitation_id = invitation.id AND other.slot_id = slot.id)
        GROUP BY invitation.id) AS told
      WHERE told.id = invitations.id;
      ALTER TABLE invitations DROP calendar;
      ALTER TABLE outbox_messages DROP slot_id`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE invitations ADD calendar jsonb NOT NULL DEFAULT '{}';
      UPDATE invitations SET calendar = told.slots
      FROM (
        SELECT invitation.id, jsonb_object_agg(slot.id, slot.sequence) AS slots
        FROM invitations AS invitation
        CROSS JOIN jsonb_array_elements(known) AS told (place)
        JOIN slots AS slot ON slot.id = (told.place ->> 'slotId')::integer
        WHERE told.place ->> 'state' IN ('accepted', 'attended', 'no_show')
        GROUP BY invitation.id) AS told
      WHERE told.id = invitations.id;
      ALTER TABLE invitations DROP known;
      ALTER TABLE outbox_messages ADD slot_id integer REFERENCES slots ON DELETE CASCADE;
      CREATE INDEX outbox_messages_slot ON outbox_messages (slot_id) WHERE slot_id IS NOT NULL`);
  }
}
