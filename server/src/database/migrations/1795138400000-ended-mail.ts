import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The daily run looks for mail by when it ended: without an index on that it read all mail there was. */
const UP = `
DROP INDEX outbox_messages_ended;
CREATE INDEX outbox_messages_ended ON outbox_messages (coalesce(sent_at, retried_at, created_at))
  WHERE state IN ('sent', 'failed', 'withdrawn');
`;

const DOWN = `
DROP INDEX outbox_messages_ended;
CREATE INDEX outbox_messages_ended ON outbox_messages (created_at) WHERE state IN ('sent', 'failed', 'withdrawn');
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
