import type { StudyCriteria } from '@kidlab/contract';
import type { Client } from 'pg';

import type { DemoWorld } from './world.js';

const ANY_CHILD: StudyCriteria = {
  minMonths: null,
  maxMonths: null,
  genders: [],
  hands: [],
  languages: [],
  areas: [],
  notInStudies: [],
};

const STUDIES = [
  {
    name: 'Blocks',
    public_name: 'Building with blocks',
    state: 'open',
    criteria: { ...ANY_CHILD, minMonths: 24, maxMonths: 35 },
  },
  {
    name: 'Crayons, left hand',
    public_name: 'Drawing with crayons',
    state: 'open',
    criteria: { ...ANY_CHILD, minMonths: 36, maxMonths: 71, hands: ['Left-handed'] },
  },
  {
    name: 'Puppets in Spanish',
    public_name: 'A puppet show',
    state: 'closed',
    criteria: { ...ANY_CHILD, minMonths: 48, languages: ['Spanish'], areas: ['East Bay'] },
  },
];

/** Studies with four weekly slots each, from next week on. Those that are there already are left as they are. */
export async function writeStudies(client: Client, { now }: DemoWorld): Promise<void> {
  const audit = `$2, 'demo-staff@example.org', $2, 'demo-staff@example.org'`;
  const names = 'created_date, created_by, modified_date, modified_by';
  await client.query(
    `WITH made AS (
       INSERT INTO studies (name, public_name, state, criteria, place, letter, ${names})
       SELECT name, public_name, state, criteria, 'Play room',
         'We would like to see how children play. It takes about an hour.', ${audit}
       FROM jsonb_to_recordset($1) AS study (name text, public_name text, state text, criteria jsonb)
       WHERE name NOT IN (SELECT name FROM studies)
       RETURNING id)
     INSERT INTO slots (study_id, starts_at, ends_at, seats, ${names})
     SELECT id, start, start + interval '1 hour', 6, ${audit}
     FROM made, generate_series(1, 4) AS week,
       LATERAL (SELECT $2::timestamptz + make_interval(days => 7 * week, hours => 18) AS start) AS time`,
    [JSON.stringify(STUDIES), now],
  );
}
