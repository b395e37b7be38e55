import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DataSource } from 'typeorm';

import { constraintError } from '../src/common/error.filter.js';
import { dataSourceOptions } from '../src/database/data-source.js';
import { createTestDatabase } from './database.js';

const FAMILY = `INSERT INTO families (guid, email, family_name, referred_by, okay_to_contact_indicator, zip_code, city,
  state, registered_indicator, registered_date, disabled_indicator, created_date, created_by, modified_date, modified_by)
  VALUES (gen_random_uuid(), 'one@example.org', 'One', 'Friend', 'Y', '94608', '',
  'registered', 'Y', now(), 'N', now(), 'x', now(), 'x')`;
const GUARDIANS = `INSERT INTO guardians (family_id, first_name, last_name, email, primary_phone, zip_code, city,
  relationship_to_child, is_primary_indicator, registered_indicator, disabled_indicator,
  created_date, created_by, modified_date, modified_by)
  SELECT $1, 'Alex', 'One', '', '(510) 555-0100', '94608', '', 'Mother', CASE n WHEN 1 THEN 'Y' ELSE 'N' END, 'N', 'N',
  now(), 'x', now(), 'x' FROM generate_series($2::int, $3::int) n`;
const CHILDREN = `INSERT INTO children (family_id, first_name, gender, month_of_birth, year_of_birth, which_hand_id,
  language_spoken_at_home, registered_indicator, disabled_indicator, created_date, created_by, modified_date, modified_by)
  SELECT $1, 'Maya', 'Female', 3, 2023, 'Left-handed', 'English', 'N', 'N', now(), 'x', now(), 'x'
  FROM generate_series(1, $2::int)`;

/** The constraints of households. Calls never reach them: each locks the family and checks the rules first. */
describe('the constraints of the database', () => {
  let database: { url: string; drop: () => Promise<void> };
  let source: DataSource;

  beforeAll(async () => {
    database = await createTestDatabase();
    source = await new DataSource(dataSourceOptions(database.url)).initialize();
    await source.query(FAMILY);
  });
  afterAll(async () => {
    await source.destroy();
    await database.drop();
  });

  test.each([
    ['a second family with the same address', FAMILY, [], 'families_email'],
    ['a third guardian', GUARDIANS, [1, 1, 3], 'guardians_limit'],
    ['no primary guardian', GUARDIANS, [1, 2, 2], 'guardians_one_primary'],
    ['a sixth child', CHILDREN, [1, 6], 'children_limit'],
    ['a guardian of a deleted family', GUARDIANS, [4711, 1, 1], 'guardians_family_id_fkey'],
    ['a child of a deleted family', CHILDREN, [4711, 1], 'children_family_id_fkey'],
  ])('refuse %s', async (_, statement, values, constraint) => {
    const error: unknown = await source.query(statement, values).catch((fault: unknown) => fault);

    expect(error).toMatchObject({ driverError: { constraint } });
  });

  test('leave other database errors alone', async () => {
    const error: unknown = await source
      .query(`UPDATE families SET zip_code = 'x'`)
      .catch((fault: unknown) => fault);

    expect(error).toBeInstanceOf(Error);
    expect(constraintError(error)).toBeNull();
    expect(constraintError(new Error('slots_study_id_fkey'))).toBeNull();
    expect(constraintError(undefined)).toBeNull();
  });
});
