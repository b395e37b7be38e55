import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DataSource, type EntityManager } from 'typeorm';

import { dataSourceOptions } from '../src/database/data-source.js';
import { createTestDatabase } from './database.js';
import { inCrowd } from './reliability/waiting.js';

/** What the tables guarantee without any service: seats, the waiting list, overlaps, deletions. */

const AUDIT = `now(), 'x', now(), 'x'`;
const AUDIT_NAMES = 'created_date, created_by, modified_date, modified_by';

interface Invited {
  readonly family: number;
  readonly invitation: number;
  readonly children: number[];
}

let database: { url: string; drop: () => Promise<void> };
let source: DataSource;
let study: number;

beforeAll(async () => {
  database = await createTestDatabase();
  source = await new DataSource(dataSourceOptions(database.url)).initialize();
  study = await aStudy();
});
afterAll(async () => {
  await source.destroy();
  await database.drop();
});

async function idOf(sql: string, values: unknown[] = []): Promise<number> {
  const [{ id }]: [{ id: number }] = await source.query(sql, values);
  return id;
}

function aStudy(): Promise<number> {
  return idOf(
    `INSERT INTO studies (name, public_name, state, criteria, ${AUDIT_NAMES})
     VALUES ('Blocks', 'Building with blocks', 'open', '{}', ${AUDIT}) RETURNING id`,
  );
}

/** @param at hours from noon */
function slot({ seats = 12, at = 0, hours = 1, of = study } = {}): Promise<number> {
  return idOf(
    `INSERT INTO slots (study_id, starts_at, ends_at, seats, sequence, ${AUDIT_NAMES})
     SELECT $1, start, start + make_interval(hours => $4), $2, 0, ${AUDIT}
     FROM (SELECT '2027-03-01T12:00Z'::timestamptz + make_interval(hours => $3) AS start) AS noon RETURNING id`,
    [of, seats, at, hours],
  );
}

/** Families invited to a study, each with the given number of children. */
async function invited(count: number, children = 1, to = study): Promise<Invited[]> {
  return source.query<Invited[]>(
    `WITH family AS (
       INSERT INTO families (guid, email, family_name, referred_by, okay_to_contact_indicator, zip_code, city, state,
         registered_indicator, registered_date, disabled_indicator, ${AUDIT_NAMES})
       SELECT gen_random_uuid(), gen_random_uuid() || '@example.org', 'One', 'Friend', 'Y', '94608', '', 'registered',
         'Y', now(), 'N', ${AUDIT}
       FROM generate_series(1, $1) RETURNING id
     ), child AS (
       INSERT INTO children (family_id, first_name, registered_indicator, disabled_indicator, gender, month_of_birth,
         year_of_birth, which_hand_id, language_spoken_at_home, ${AUDIT_NAMES})
       SELECT id, 'Maya', 'N', 'N', 'Female', 3, 2025, 'Left-handed', 'English', ${AUDIT}
       FROM family, generate_series(1, $2) RETURNING id, family_id
     ), invitation AS (
       INSERT INTO invitations (study_id, family_id, state, ${AUDIT_NAMES})
       SELECT $3, id, 'queued', ${AUDIT} FROM family RETURNING id, family_id
     )
     SELECT family_id AS family, invitation.id AS invitation,
       ARRAY(SELECT id FROM child WHERE child.family_id = invitation.family_id ORDER BY id) AS children
     FROM invitation ORDER BY family_id`,
    [count, children, to],
  );
}

async function answer(
  manager: EntityManager,
  { family, invitation, children }: Invited,
  slotId: number,
  state = 'accepted',
  waitingNumber: number | null = null,
): Promise<void> {
  await manager.query(
    `INSERT INTO participations (invitation_id, family_id, child_id, slot_id, state, waiting_number, ${AUDIT_NAMES})
     SELECT $1, $2, child, $4, $5, $6, ${AUDIT} FROM unnest($3::int[]) AS child`,
    [invitation, family, children, slotId, state, waitingNumber],
  );
}

/** Like the service, locks the family, then the slot. Siblings all get seats or all wait. */
async function accept(one: Invited, slotId: number): Promise<void> {
  await source.transaction(async (manager) => {
    await manager.query('SELECT FROM families WHERE id = $1 FOR NO KEY UPDATE', [one.family]);
    const [row]: [{ seats: number; taken: number; waiting: number }] = await manager.query(
      'SELECT seats, taken, waiting FROM slots WHERE id = $1 FOR NO KEY UPDATE',
      [slotId],
    );
    const hasRoom = row.taken + one.children.length <= row.seats && row.waiting === 0;
    if (hasRoom) return answer(manager, one, slotId);
    const [{ next }]: [{ next: number }] = await manager.query(
      'SELECT coalesce(max(waiting_number), 0) + 1 AS next FROM participations WHERE slot_id = $1',
      [slotId],
    );
    return answer(manager, one, slotId, 'waitlisted', next);
  });
}

async function countsOf(slotId: number): Promise<{ taken: number; waiting: number }> {
  const [row]: [Record<'taken' | 'waiting' | 'sitting' | 'queued', number>] = await source.query(
    `SELECT taken, waiting,
       (SELECT count(*)::int FROM participations WHERE slot_id = slots.id AND state IN ('accepted', 'attended', 'no_show')) AS sitting,
       (SELECT count(*)::int FROM participations WHERE slot_id = slots.id AND state = 'waitlisted') AS queued
     FROM slots WHERE id = $1`,
    [slotId],
  );
  expect([row.taken, row.waiting]).toEqual([row.sitting, row.queued]);
  return { taken: row.taken, waiting: row.waiting };
}

const change = (table: string, id: number, set: string): Promise<unknown> =>
  source.query(`UPDATE ${table} SET ${set} WHERE id = $1`, [id]);

test('500 families accept a slot of 12 at once: 12 get a seat, 488 wait in order', async () => {
  const slotId = await slot();
  const families = await invited(500);

  await inCrowd(10, families, (family) => accept(family, slotId));

  expect(await countsOf(slotId)).toEqual({ taken: 12, waiting: 488 });
  const waiting: { number: number }[] = await source.query(
    `SELECT waiting_number AS number FROM participations WHERE slot_id = $1 AND state = 'waitlisted' ORDER BY id`,
    [slotId],
  );
  expect(waiting.map(({ number }) => number)).toEqual(
    Array.from({ length: 488 }, (_, index) => index + 1),
  );
});

test('siblings wait together when one seat is left, and no family overtakes them', async () => {
  const slotId = await slot({ seats: 2 });
  const [first, siblings, last] = await Promise.all([invited(1), invited(1, 2), invited(1)]);
  for (const [family] of [first, siblings, last]) {
    if (family !== undefined) await accept(family, slotId);
  }
  expect(await countsOf(slotId)).toEqual({ taken: 1, waiting: 3 });
});

test('the counters match the rows when families and children are deleted while others accept', async () => {
  const seated = await invited(10, 2);
  const slots: number[] = [];
  const more: { one: Invited; slotId: number }[] = [];
  for (const at of [0, 5, 10]) {
    const of = await aStudy();
    const slotId = await slot({ at, of });
    for (const { family, children } of seated) {
      const invitation = await idOf(
        `INSERT INTO invitations (study_id, family_id, state, ${AUDIT_NAMES})
         VALUES ($1, $2, 'queued', ${AUDIT}) RETURNING id`,
        [of, family],
      );
      await accept({ family, invitation, children }, slotId);
    }
    expect(await countsOf(slotId)).toEqual({ taken: 12, waiting: 8 });
    slots.push(slotId);
    more.push(...(await invited(7, 1, of)).map((one) => ({ one, slotId })));
  }

  await Promise.all([
    inCrowd(10, seated.slice(0, 5), ({ family }) =>
      source.query('DELETE FROM families WHERE id = $1', [family]),
    ),
    inCrowd(10, seated.slice(5, 7), ({ children: [child] }) =>
      source.query('DELETE FROM children WHERE id = $1', [child]),
    ),
    inCrowd(10, more, ({ one, slotId }) => accept(one, slotId)),
  ]);

  for (const slotId of slots) await countsOf(slotId);
});

test('a changed answer moves the seat or frees it', async () => {
  const [here, there] = [await slot(), await slot({ at: 5 })];
  const [family] = await invited(1);
  if (family === undefined) throw new Error('no family');
  await accept(family, here);
  const id = await idOf('SELECT id FROM participations WHERE invitation_id = $1', [
    family.invitation,
  ]);

  await change('participations', id, `state = 'attended'`);
  expect(await countsOf(here)).toEqual({ taken: 1, waiting: 0 });
  await change('participations', id, `state = 'waitlisted', waiting_number = 1`);
  expect(await countsOf(here)).toEqual({ taken: 0, waiting: 1 });
  await change(
    'participations',
    id,
    `state = 'accepted', waiting_number = NULL, slot_id = ${String(there)}`,
  );
  expect(await countsOf(here)).toEqual({ taken: 0, waiting: 0 });
  expect(await countsOf(there)).toEqual({ taken: 1, waiting: 0 });
  await change('participations', id, `state = 'cancelled_by_parent'`);
  expect(await countsOf(there)).toEqual({ taken: 0, waiting: 0 });
});

describe('two overlapping slots', () => {
  test('never hold the same family, whatever changes; siblings may share one slot', async () => {
    const [noon, half, later] = [
      await slot(),
      await slot({ at: 0, hours: 2 }),
      await slot({ at: 2 }),
    ];
    const [family] = await invited(1, 2);
    if (family === undefined) throw new Error('no family');
    const [one = 0, other = 0] = family.children;
    await accept({ ...family, children: [one, other] }, noon);
    expect(await countsOf(noon)).toEqual({ taken: 2, waiting: 0 });
    const id = await idOf('SELECT id FROM participations WHERE child_id = $1', [other]);

    await expect(change('participations', id, `slot_id = ${String(half)}`)).rejects.toThrow(
      /participations_overlap/,
    );
    await change('participations', id, `slot_id = ${String(later)}`);
    await expect(
      change('slots', later, `starts_at = starts_at - interval '90 minutes'`),
    ).rejects.toThrow(/participations_overlap/);
    await change('slots', later, `ends_at = ends_at + interval '1 hour'`);
    // It may end exactly when the other starts, but no later.
    await change('slots', noon, `ends_at = ends_at + interval '1 hour'`);
    await expect(change('slots', noon, `ends_at = ends_at + interval '1 minute'`)).rejects.toThrow(
      /participations_overlap/,
    );
    expect(await countsOf(noon)).toEqual({ taken: 1, waiting: 0 });
    expect(await countsOf(later)).toEqual({ taken: 1, waiting: 0 });
  });
});

describe('the database refuses', () => {
  const accepted = async (slotId: number): Promise<number> => {
    const [family] = await invited(1);
    if (family === undefined) throw new Error('no family');
    await accept(family, slotId);
    return family.family;
  };

  test('fewer seats than are taken, and more answers than seats', async () => {
    const slotId = await slot({ seats: 2 });
    await accepted(slotId);
    await accepted(slotId);
    await expect(change('slots', slotId, 'seats = 1')).rejects.toThrow(/slots_seats/);
    const [family] = await invited(1);
    if (family === undefined) throw new Error('no family');
    await expect(answer(source.manager, family, slotId)).rejects.toThrow(/slots_seats/);
  });

  test('a slot of more than twelve hours, of zero length, or with 201 seats', async () => {
    await expect(slot({ hours: 13 })).rejects.toThrow(/slots_length/);
    await expect(slot({ hours: 0 })).rejects.toThrow(/slots_length/);
    await expect(slot({ seats: 201 })).rejects.toThrow(/violates check constraint/);
    expect(await slot({ hours: 12, seats: 200 })).toBeGreaterThan(0);
  });

  test('a second invitation for a family, another family’s child or invitation, and a duplicate answer', async () => {
    const [one, other] = await invited(2);
    if (one === undefined || other === undefined) throw new Error('no families');
    await expect(
      source.query(
        `INSERT INTO invitations (study_id, family_id, state, ${AUDIT_NAMES}) VALUES ($1, $2, 'queued', ${AUDIT})`,
        [study, one.family],
      ),
    ).rejects.toThrow(/invitations_once/);
    const slotId = await slot();
    await expect(
      answer(source.manager, { ...one, children: other.children }, slotId),
    ).rejects.toThrow(/its own children/);
    await expect(
      answer(source.manager, { ...one, invitation: other.invitation }, slotId),
    ).rejects.toThrow(/participations_invitation/);
    await accept(one, slotId);
    await expect(answer(source.manager, one, slotId)).rejects.toThrow(/participations_once/);
    const id = await idOf('SELECT id FROM participations WHERE slot_id = $1', [slotId]);
    const [child] = other.children;
    for (const set of [`child_id = ${String(child)}`, `family_id = ${String(other.family)}`]) {
      await expect(change('participations', id, set)).rejects.toThrow(/its own children/);
    }
  });

  test('an answer for a slot of another study, and a move to another study', async () => {
    const other = await aStudy();
    const [here, there] = [await slot(), await slot({ of: other })];
    const [family] = await invited(1);
    const [again] = await invited(1, 1, other);
    if (family === undefined || again === undefined) throw new Error('no families');
    await expect(accept(family, there)).rejects.toThrow(/slot of its study/);
    await accept(family, here);
    const id = await idOf('SELECT id FROM participations WHERE slot_id = $1', [here]);
    await expect(change('participations', id, `slot_id = ${String(there)}`)).rejects.toThrow(
      /slot of its study/,
    );
    await expect(
      change('participations', id, `invitation_id = ${String(again.invitation)}`),
    ).rejects.toThrow(/slot of its study/);
    const move = `study_id = ${String(other)}`;
    await expect(change('slots', here, move)).rejects.toThrow(/another study/);
    await expect(change('invitations', family.invitation, move)).rejects.toThrow(/another study/);
  });

  test('an accepted answer without a slot, and a waiting list entry without its number', async () => {
    const [family] = await invited(1);
    if (family === undefined) throw new Error('no family');
    await expect(answer(source.manager, family, null as unknown as number)).rejects.toThrow(
      /participations_slot/,
    );
    await expect(answer(source.manager, family, await slot(), 'waitlisted')).rejects.toThrow(
      /participations_waiting/,
    );
  });
});

test('deleting a study deletes its slots, invitations and answers', async () => {
  const own = await aStudy();
  const slotId = await slot({ of: own });
  const [family] = await invited(1, 1, own);
  if (family === undefined) throw new Error('no family');
  await accept(family, slotId);
  await source.query('DELETE FROM studies WHERE id = $1', [own]);
  expect(await source.query('SELECT FROM slots WHERE id = $1', [slotId])).toEqual([]);
});
