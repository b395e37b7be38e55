import { afterAll, beforeAll, expect, test } from 'vitest';
import { DataSource } from 'typeorm';

import type { Family } from '../src/families/family.entity.js';
import { dataSourceOptions } from '../src/database/data-source.js';
import { migrate } from '../src/database/migrate.js';
import { Child } from '../src/children/child.entity.js';
import { Invitation, type KnownBooking } from '../src/studies/invitation.entity.js';
import { createTestDatabase, type TestDatabase } from './database.js';
import { FakeClock } from './fake-clock.js';
import { storeFamily } from './stored-families.js';
import { StoredStudies } from './stored-invitations.js';

let database: TestDatabase;
let dataSource: DataSource;

beforeAll(async () => {
  database = await createTestDatabase();
  dataSource = await new DataSource(dataSourceOptions(database.url)).initialize();
});
afterAll(async () => {
  await dataSource.destroy();
  await database.drop();
});

/** Undoes the migration and all later ones. */
async function goBackBefore(name: string): Promise<void> {
  const { migrations } = dataSource;
  const at = migrations.findIndex((migration) => migration.name === name);
  for (let count = migrations.length; count > at; count -= 1) await dataSource.undoLastMigration();
}

test('a migration and its rollback keep the seats that letters have announced, whatever has changed since', async () => {
  const product = { dataSource, clock: new FakeClock() };
  const lab = new StoredStudies(product);
  const study = await lab.study({ place: 'Room 2' });
  const first = await lab.slot(study, '2026-12-05T17:30:00Z', { sequence: 3 });
  const second = await lab.slot(study, '2026-12-06T17:30:00Z');
  const seated = async (): Promise<{ family: Family; known: KnownBooking[] }> => {
    const family = await storeFamily(product, { children: [{ firstName: 'Maya' }] });
    const { id: childId } = await dataSource.manager.findOneByOrFail(Child, {
      familyId: family.id,
    });
    const times = { startsAt: '2026-12-05T17:30:00+00:00', endsAt: '2026-12-05T18:30:00+00:00' };
    const told = { ...times, place: 'Room 2', letter: null, isSent: true };
    const known = [{ childId, slotId: first.id, state: 'accepted' as const, ...told }];
    return { family, known };
  };
  const [canceled, exchanged, never] = [await seated(), await seated(), await seated()];
  await lab.answered(
    first,
    canceled.family,
    ['cancelled_by_parent'],
    {},
    { known: canceled.known },
  );
  await lab.answered(second, exchanged.family, ['accepted'], {}, { known: exchanged.known });
  await lab.answered(second, never.family, ['accepted'], {}, { known: [] });

  await goBackBefore('KnownPlaces1795900000000');
  const calendars: unknown = await dataSource.query('SELECT calendar FROM invitations ORDER BY id');
  const calendar = { [first.id]: 3 };
  expect(calendars).toEqual([{ calendar }, { calendar }, { calendar: {} }]);

  await migrate(database.url);
  const invitations = await dataSource.manager.find(Invitation, { order: { id: 'ASC' } });
  expect(invitations.map(({ known }) => known)).toEqual([canceled.known, exchanged.known, []]);
});
