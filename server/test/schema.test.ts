import {
  GENDERS,
  HANDS,
  LANGUAGES,
  REFERRAL_SOURCES,
  RELATIONSHIPS,
  INVITATION_STATES,
  PARTICIPATION_STATES,
  STUDY_STATES,
} from '@kidlab/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DataSource } from 'typeorm';

import { dataSourceOptions, ENTITIES } from '../src/database/data-source.js';
import { migrate } from '../src/database/migrate.js';
import { FAMILY_STATES } from '../src/families/family.entity.js';
import { createTestDatabase } from './database.js';

const AUDIT = { created_date: 'now', created_by: 'x', modified_date: 'now', modified_by: 'x' };
const FAMILY = {
  guid: '00000000-0000-4000-8000-000000000001',
  email: 'one@example.org',
  family_name: 'One',
  referred_by: 'Friend',
  okay_to_contact_indicator: 'Y',
  zip_code: '94608',
  city: '',
  state: 'registered',
  registered_indicator: 'Y',
  registered_date: 'now',
  disabled_indicator: 'N',
  ...AUDIT,
};
const MEMBER = {
  first_name: 'Alex',
  registered_indicator: 'N',
  disabled_indicator: 'N',
  ...AUDIT,
};
const GUARDIAN = {
  ...MEMBER,
  last_name: 'One',
  email: 'one@example.org',
  primary_phone: '(510) 555-0100',
  zip_code: '94608',
  city: '',
  relationship_to_child: 'Mother',
  is_primary_indicator: 'Y',
};
const CHILD = {
  ...MEMBER,
  gender: 'Female',
  month_of_birth: 3,
  year_of_birth: 2023,
  which_hand_id: 'Left-handed',
  language_spoken_at_home: 'English',
};

/** Tables that rate-limiter-flexible manages, or that only raw SQL uses. */
const NO_ENTITY = ['rate_counts', 'used_challenges'];

type Row = Record<string, string | number | null>;

describe('the schema', () => {
  let database: { url: string; drop: () => Promise<void> };
  let source: DataSource;

  beforeAll(async () => {
    database = await createTestDatabase();
    source = await new DataSource(dataSourceOptions(database.url)).initialize();
  });
  afterAll(async () => {
    await source.destroy();
    await database.drop();
  });

  const insert = async (table: string, row: Row): Promise<number> => {
    const columns = Object.keys(row);
    const places = columns.map((_, index) => `$${String(index + 1)}`);
    const [{ id }]: [{ id: number }] = await source.query(
      `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${places.join(', ')}) RETURNING id`,
      Object.values(row),
    );
    return id;
  };
  const family = async (overrides: Row = {}): Promise<number> => {
    const [{ guid }]: [{ guid: string }] = await source.query('SELECT gen_random_uuid() AS guid');
    return insert('families', { ...FAMILY, guid, email: `${guid}@example.org`, ...overrides });
  };

  test('can be migrated down to nothing and up again', async () => {
    const other = await createTestDatabase();
    const down = await new DataSource(dataSourceOptions(other.url)).initialize();
    const tables = async (): Promise<number> => {
      const [{ count }]: [{ count: string }] = await down.query(
        `SELECT count(*) FROM pg_class JOIN pg_namespace n ON n.oid = relnamespace
         WHERE n.nspname = 'public' AND relkind = 'r' AND relname <> 'migrations'`,
      );
      return Number(count);
    };
    const functions = async (): Promise<unknown[]> =>
      down.query(`SELECT proname FROM pg_proc WHERE pronamespace = 'public'::regnamespace`);

    expect(await tables()).toBe(ENTITIES.length + NO_ENTITY.length);
    for (let count = down.migrations.length; count > 0; count -= 1) await down.undoLastMigration();
    expect(await tables()).toBe(0);
    expect(await functions()).toEqual([]);
    const applied = await migrate(other.url);
    expect(applied).toHaveLength(down.migrations.length);
    expect(await tables()).toBe(ENTITIES.length + NO_ENTITY.length);

    await down.destroy();
    await other.drop();
  });

  test('matches the entities, including length and nullability', async () => {
    const columns: object[] = await source.query(
      `SELECT table_name || '.' || column_name AS name, is_nullable = 'YES' AS nullable,
         coalesce(character_maximum_length::text, '') AS length
       FROM information_schema.columns
       WHERE table_schema = 'public' AND table_name <> ALL ($1) ORDER BY 1`,
      [['migrations', ...NO_ENTITY]],
    );
    const described = ENTITIES.flatMap((entity) => {
      const { tableName, columns: own } = source.getMetadata(entity);
      return own.map(({ databaseName, isNullable, length }) => ({
        name: `${tableName}.${databaseName}`,
        nullable: isNullable,
        length,
      }));
    });

    expect(columns).toEqual(described.sort((one, two) => (one.name < two.name ? -1 : 1)));
  });

  test('stores every timestamp with its time zone', async () => {
    const naive: unknown[] = await source.query(
      `SELECT table_name, column_name FROM information_schema.columns
       WHERE table_schema = 'public' AND data_type = 'timestamp without time zone'`,
    );

    expect(naive).toEqual([]);
  });

  test.each([
    ['families_referred_by', REFERRAL_SOURCES],
    ['families_state', FAMILY_STATES],
    ['guardians_relationship', RELATIONSHIPS],
    ['children_gender', GENDERS],
    ['children_hand', HANDS],
    ['children_home_language', LANGUAGES],
    ['children_language_1', LANGUAGES],
    ['children_language_2', LANGUAGES],
    ['studies_state', STUDY_STATES],
    ['invitations_state', INVITATION_STATES],
    ['participations_state', PARTICIPATION_STATES],
  ])('%s allows exactly what the contract lists', async (constraint, values) => {
    const [{ definition }]: [{ definition: string }] = await source.query(
      'SELECT pg_get_constraintdef(oid) AS definition FROM pg_constraint WHERE conname = $1',
      [constraint],
    );
    const allowed = [...definition.matchAll(/'((?:[^']|'')*)'::character varying/g)].map(
      ([, value]) => value?.replaceAll("''", "'"),
    );

    expect(allowed).toEqual([...values]);
  });

  test.each([
    ['an e-mail in upper case', { email: 'One@example.org' }],
    ['an unknown referral source', { referred_by: 'Radio' }],
    ['an indicator other than Y and N', { okay_to_contact_indicator: 'X' }],
    ['a zip code of four digits', { zip_code: '9460' }],
    ['an empty name', { family_name: '' }],
    ['registered without a date', { registered_date: null }],
    ['registered with indicator N', { registered_indicator: 'N' }],
    ['awaiting with a date', { state: 'awaiting', registered_indicator: 'N' }],
    [
      'awaiting without an agreement',
      { state: 'awaiting', registered_indicator: 'N', registered_date: null },
    ],
    [
      'a draft without a session',
      { state: 'draft', registered_indicator: 'N', registered_date: null },
    ],
    ['an unknown state', { state: 'lost' }],
  ])('refuses a family with %s', async (_, overrides) => {
    await expect(family(overrides)).rejects.toThrow(/violates check constraint/);
  });

  test('refuses a second family with an address, and a second draft in a session', async () => {
    await family({ email: 'taken@example.org' });
    await expect(family({ email: 'taken@example.org' })).rejects.toThrow(/families_email/);

    const draft = {
      state: 'draft',
      registered_indicator: 'N',
      registered_date: null,
      registration_session_id: 'one',
      draft_expires_at: 'tomorrow',
    };
    await family(draft);
    await expect(family(draft)).rejects.toThrow(/families_draft_of_session/);
  });

  test.each([
    ['guardians', { ...GUARDIAN, relationship_to_child: 'Neighbour' }],
    ['guardians', { ...GUARDIAN, is_primary_indicator: 'X' }],
    ['guardians', { ...GUARDIAN, primary_phone: '510-555-0100' }],
    ['guardians', { ...GUARDIAN, registered_indicator: 'Y' }],
    ['children', { ...CHILD, gender: 'female' }],
    ['children', { ...CHILD, month_of_birth: 13 }],
    ['children', { ...CHILD, which_hand_id: 'Both' }],
    ['children', { ...CHILD, additional_language_1: 'Klingon' }],
  ])('refuses in %s %j', async (table, row) => {
    const id = await family();

    await expect(insert(table, { ...row, family_id: id })).rejects.toThrow(
      /violates check constraint/,
    );
  });

  test('allows two guardians and five children, however many are inserted at once', async () => {
    const id = await family();
    await insert('guardians', { ...GUARDIAN, family_id: id });

    const guardians = await Promise.allSettled(
      Array.from({ length: 5 }, () =>
        insert('guardians', { ...GUARDIAN, family_id: id, is_primary_indicator: 'N' }),
      ),
    );
    const children = await Promise.allSettled(
      Array.from({ length: 10 }, () => insert('children', { ...CHILD, family_id: id })),
    );

    expect(guardians.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(children.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
  });

  test('requires exactly one primary guardian at commit', async () => {
    const id = await family();
    await expect(
      insert('guardians', { ...GUARDIAN, family_id: id, is_primary_indicator: 'N' }),
    ).rejects.toThrow(/exactly one primary guardian/);
    const first = await insert('guardians', { ...GUARDIAN, family_id: id });
    const second = await insert('guardians', {
      ...GUARDIAN,
      family_id: id,
      is_primary_indicator: 'N',
    });

    await expect(
      source.query(`UPDATE guardians SET is_primary_indicator = 'Y' WHERE id = $1`, [second]),
    ).rejects.toThrow(/exactly one primary guardian/);
    await expect(source.query('DELETE FROM guardians WHERE id = $1', [first])).rejects.toThrow(
      /exactly one primary guardian/,
    );
    await source.transaction(async (manager) => {
      await manager.query(`UPDATE guardians SET is_primary_indicator = 'Y' WHERE id = $1`, [
        second,
      ]);
      await manager.query(`UPDATE guardians SET is_primary_indicator = 'N' WHERE id = $1`, [first]);
    });
    await source.query('DELETE FROM families WHERE id = $1', [id]);
  });

  test('keeps one primary guardian when different ones are made primary at once', async () => {
    const id = await family();
    const first = await insert('guardians', { ...GUARDIAN, family_id: id });
    const second = await insert('guardians', {
      ...GUARDIAN,
      family_id: id,
      is_primary_indicator: 'N',
    });
    const makePrimary = (guardian: number): Promise<void> =>
      source.transaction(async (manager) => {
        await manager.query(
          `UPDATE guardians SET is_primary_indicator = CASE WHEN id = $1 THEN 'Y' ELSE 'N' END WHERE family_id = $2`,
          [guardian, id],
        );
      });

    await Promise.all([
      makePrimary(first),
      makePrimary(second),
      makePrimary(first),
      makePrimary(second),
    ]);

    const primaries: unknown[] = await source.query(
      `SELECT id FROM guardians WHERE family_id = $1 AND is_primary_indicator = 'Y'`,
      [id],
    );
    expect(primaries).toHaveLength(1);
  });

  describe('an audit event', () => {
    /** @returns its id. */
    const event = (familyGuid: string | null): Promise<number> =>
      insert('audit_events', {
        occurred_at: 'now',
        actor: 'x',
        action: 'x',
        subject_type: 'x',
        family_guid: familyGuid,
        before: '{"a": 1}',
        after: '{"a": 2}',
      });
    const guidOf = async (id: number): Promise<string> => {
      const [{ guid }]: [{ guid: string }] = await source.query(
        'SELECT guid FROM families WHERE id = $1',
        [id],
      );
      return guid;
    };
    const FORGOTTEN = 'before = NULL, after = NULL';
    const update = (id: number, change: string): Promise<unknown> =>
      source.query(`UPDATE audit_events SET ${change} WHERE id = $1`, [id]);

    test.each([
      `UPDATE audit_events SET actor = 'y'`,
      'DELETE FROM audit_events',
      'TRUNCATE audit_events',
    ])('cannot be changed or deleted: %s', async (statement) => {
      await event(null);

      await expect(source.query(statement)).rejects.toThrow(/never changed or deleted/);
    });

    test('can be blanked in the transaction that deletes its family, but not before', async () => {
      const id = await family();
      const own = await event(await guidOf(id));

      await expect(update(own, FORGOTTEN)).rejects.toThrow(/never changed/);
      await source.transaction(async (manager) => {
        await manager.query('DELETE FROM families WHERE id = $1', [id]);
        await manager.query(`UPDATE audit_events SET ${FORGOTTEN} WHERE id = $1`, [own]);
      });

      const rows: unknown[] = await source.query(
        'SELECT actor, before, after FROM audit_events WHERE id = $1',
        [own],
      );
      expect(rows).toEqual([{ actor: 'x', before: null, after: null }]);
    });

    test.each([
      [`${FORGOTTEN}, actor = 'y'`],
      [`${FORGOTTEN}, occurred_at = now()`],
      [`${FORGOTTEN}, family_guid = NULL`],
      [`before = '{}', after = NULL`],
      ['before = NULL'],
    ])('of a deleted family cannot be changed in any other way: %s', async (change) => {
      const own = await event('00000000-0000-4000-8000-00000000dead');

      await expect(update(own, change)).rejects.toThrow(/never changed/);
    });

    test('without a family can never be blanked', async () => {
      await expect(update(await event(null), FORGOTTEN)).rejects.toThrow(/never changed/);
    });

    test.each(['family', 'guardian', 'child'])('on a %s must name the family', async (subject) => {
      await expect(
        insert('audit_events', {
          occurred_at: 'now',
          actor: 'x',
          action: 'x',
          subject_type: subject,
        }),
      ).rejects.toThrow(/audit_events_names_family/);
    });
  });
});
