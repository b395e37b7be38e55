import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Which family an event belongs to. Older events say so by their subject; those on a guardian or child that is gone, by
 * what was written down when it was added or deleted (numbers are never given out twice, and nobody changes families).
 */
const FAMILY_OF_EVENT = `
DROP TRIGGER audit_events_append_only ON audit_events;
ALTER TABLE audit_events ADD COLUMN family_guid uuid;

UPDATE audit_events SET family_guid = subject_id::uuid
WHERE subject_type = 'family' AND subject_id ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$';

UPDATE audit_events AS event SET family_guid = member.guid
FROM (
  SELECT 'guardian' AS subject_type, g.id::text AS subject_id, f.guid
  FROM guardians g JOIN families f ON f.id = g.family_id
  UNION
  SELECT 'child', c.id::text, f.guid FROM children c JOIN families f ON f.id = c.family_id
  UNION
  SELECT subject_type, subject_id, coalesce(before ->> 'familyGuid', after ->> 'familyGuid')::uuid
  FROM audit_events
  WHERE subject_type IN ('guardian', 'child') AND coalesce(before ->> 'familyGuid', after ->> 'familyGuid') IS NOT NULL
) AS member
WHERE event.subject_type = member.subject_type AND event.subject_id = member.subject_id;

-- Of families that are gone already. A person without a family went with it; what is kept of a deletion is not personal.
UPDATE audit_events AS event SET before = NULL, after = NULL
WHERE subject_type IN ('family', 'guardian', 'child') AND action <> 'family.deleted'
  AND NOT EXISTS (SELECT 1 FROM families WHERE guid = event.family_guid);

CREATE INDEX audit_events_family ON audit_events (family_guid) WHERE family_guid IS NOT NULL;
-- Not for the older events: of some nobody knows any more whose they were.
ALTER TABLE audit_events ADD CONSTRAINT audit_events_names_family
  CHECK (family_guid IS NOT NULL OR subject_type NOT IN ('family', 'guardian', 'child')) NOT VALID;
`;

const FORGETTING = `
CREATE FUNCTION audit_only_forgets() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF to_jsonb(NEW) = to_jsonb(OLD) || '{"before": null, "after": null}'
    AND OLD.family_guid IS NOT NULL AND NOT EXISTS (SELECT 1 FROM families WHERE guid = OLD.family_guid)
  THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'audit events are never changed or deleted' USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER audit_events_only_forget BEFORE UPDATE ON audit_events
  FOR EACH ROW EXECUTE FUNCTION audit_only_forgets();
CREATE TRIGGER audit_events_append_only BEFORE DELETE OR TRUNCATE ON audit_events
  FOR EACH STATEMENT EXECUTE FUNCTION audit_is_append_only();
`;

const DOWN = `
DROP TRIGGER audit_events_append_only ON audit_events;
DROP TRIGGER audit_events_only_forget ON audit_events;
DROP FUNCTION audit_only_forgets;
ALTER TABLE audit_events DROP COLUMN family_guid;
CREATE TRIGGER audit_events_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_events
  FOR EACH STATEMENT EXECUTE FUNCTION audit_is_append_only();
`;

/** The audit trail forgets what it knows of families that are erased: the values alone, never that something was done. */
export class AuditForgetsFamilies1795136700000 implements MigrationInterface {
  name = 'AuditForgetsFamilies1795136700000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(FAMILY_OF_EVENT);
    await runner.query(FORGETTING);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(DOWN);
  }
}
