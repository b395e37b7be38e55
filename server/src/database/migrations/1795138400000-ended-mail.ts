import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The daily run looks for mail by when it ended: without an index on that it read all mail there was. The old one goes last: an older server may read meanwhile. */
const UP = `
CREATE INDEX outbox_messages_over ON outbox_messages (coalesce(sent_at, retried_at, created_at))
  WHERE state IN ('sent', 'failed', 'withdrawn');
DROP INDEX outbox_messages_ended;
ALTER INDEX outbox_messages_over RENAME TO outbox_messages_ended;
`;

const DOWN = `
CREATE INDEX outbox_messages_over ON outbox_messages (created_at) WHERE state IN ('sent', 'failed', 'withdrawn');
DROP INDEX outbox_messages_ended;
ALTER INDEX outbox_messages_over RENAME TO outbox_messages_ended;
`;

export class EndedMail1795138400000 implements MigrationInterface {
  name = 'EndedMail1795138400000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(DOWN);
  }
}
