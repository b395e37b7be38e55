import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { DataSource } from 'typeorm';

import { dataSourceOptions } from '../src/database/data-source.js';
import { AuditForgetsFamilies1795136700000 } from '../src/database/migrations/1795136700000-audit-forgets-families.js';
import { createTestDatabase } from './database.js';
import { storeFamily } from './stored-families.js';
import { FakeClock } from './fake-clock.js';

const GONE = '00000000-0000-4000-8000-00000000dead';
const VALUES = { firstName: 'Quixotely' };

describe('events from before they named their family', () => {
  let database: { url: string; drop: () => Promise<void> };
  let source: DataSource;
  let family: { guid: string };

  beforeAll(async () => {
    database = await createTestDatabase();
    source = await new DataSource(dataSourceOptions(database.url)).initialize();
    // Before it is undone, with what came later: the entity speaks of all columns.
    family = await storeFamily({ dataSource: source, clock: new FakeClock() }, { children: [{}] });
    await undo();
  });
  afterAll(async () => {
    await source.destroy();
    await database.drop();
  });

  /** Undoes the migration, with those that came later. */
  async function undo(): Promise<void> {
    const { name } = new AuditForgetsFamilies1795136700000();
    const later = source.migrations.findIndex((migration) => migration.name === name);
    for (let count = source.migrations.length; count > later; count -= 1) {
      await source.undoLastMigration();
    }
  }

  test('name it, as far as anybody knows; those of families that are gone are blanked', async () => {
    const [{ child }]: [{ child: number }] = await source.query('SELECT id AS child FROM children');
    const event = (
      subject: string,
      id: string | number | null,
      values: { before?: object; after?: object; action?: string },
    ): Promise<unknown> =>
      source.query(
        `INSERT INTO audit_events (occurred_at, actor, action, subject_type, subject_id, before, after)
         VALUES (now(), 'x', $1, $2, $3, $4, $5)`,
        [values.action ?? 'x', subject, id, values.before ?? null, values.after ?? null],
      );
    await event('family', family.guid, { after: VALUES });
    await event('child', child, { after: VALUES });
    // A guardian of the family who was deleted, and a child who went with another family.
    await event('guardian', 9001, { after: VALUES });
    await event('guardian', 9001, { before: { ...VALUES, familyGuid: family.guid } });
    await event('child', 9002, { after: VALUES });
    await event('family', GONE, { before: VALUES });
    await event('family', GONE, { before: { guardians: 1 }, action: 'family.deleted' });
    await event('user', 1, { after: { enabled: true } });
    await event('summary', null, { after: { filteredBy: [] } });

    await source.runMigrations();

    const rows: { family: string | null; kept: boolean }[] = await source.query(
      `SELECT family_guid AS family, before IS NOT NULL OR after IS NOT NULL AS kept FROM audit_events ORDER BY id`,
    );
    expect(rows.map(({ family: guid, kept }) => [guid, kept])).toEqual([
      [family.guid, true],
      [family.guid, true],
      [family.guid, true],
      [family.guid, true],
      [null, false],
      [GONE, false],
      [GONE, true],
      [null, true],
      [null, true],
    ]);
  });

  test('are as safe from changes as before once it is undone', async () => {
    await undo();

    await expect(
      source.query('UPDATE audit_events SET before = NULL, after = NULL'),
    ).rejects.toThrow(/never changed or deleted/);
    await expect(source.query('DELETE FROM audit_events')).rejects.toThrow(/never changed/);
  });
});
