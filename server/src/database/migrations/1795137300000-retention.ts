import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The audit trail ends some day. Its rows stay undeletable for a year, whoever asks; how much longer they are kept is
 * the retention's business. The year is the database's own: no clock of a server shortens it.
 */
const UP = `
DROP TRIGGER audit_events_append_only ON audit_events;
CREATE FUNCTION audit_keeps_a_year() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.occurred_at < now() - interval '365 days' THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'audit events are never changed or deleted' USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER audit_events_keep BEFORE DELETE ON audit_events
  FOR EACH ROW EXECUTE FUNCTION audit_keeps_a_year();
CREATE TRIGGER audit_events_append_only BEFORE TRUNCATE ON audit_events
  FOR EACH STATEMENT EXECUTE FUNCTION audit_is_append_only();

CREATE INDEX outbox_messages_ended ON outbox_messages (created_at) WHERE state IN ('sent', 'failed', 'withdrawn');
CREATE INDEX confirmation_links_expired ON confirmation_links (expires_at);
`;

const DOWN = `
DROP INDEX confirmation_links_expired, outbox_messages_ended;
DROP TRIGGER audit_events_append_only ON audit_events;
DROP TRIGGER audit_events_keep ON audit_events;
DROP FUNCTION audit_keeps_a_year;
CREATE TRIGGER audit_events_append_only BEFORE DELETE OR TRUNCATE ON audit_events
  FOR EACH STATEMENT EXECUTE FUNCTION audit_is_append_only();
`;

/** What the retention erases, and what it finds that by. */
export class Retention1795137300000 implements MigrationInterface {
  name = 'Retention1795137300000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(DOWN);
  }
}
