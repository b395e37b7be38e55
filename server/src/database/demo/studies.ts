import {
  birthMonthsOf,
  calendarDay,
  type ParticipationState,
  type StudyCriteria,
} from '@kidlab/contract';
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

interface Answer {
  readonly state: ParticipationState;
  readonly slot?: number;
  readonly waiting?: number;
  readonly note?: string;
  readonly withdrawn?: 'staff';
}

/** Answers to the first study, one family each. Slot 0 is the past one. */
const ANSWERS: Answer[] = [
  ...Array.from({ length: 4 }, () => ({ state: 'attended' as const, slot: 0 })),
  { state: 'no_show', slot: 0 },
  ...Array.from({ length: 6 }, () => ({ state: 'accepted' as const, slot: 1 })),
  { state: 'waitlisted', slot: 1, waiting: 1 },
  { state: 'waitlisted', slot: 1, waiting: 2 },
  ...Array.from({ length: 2 }, () => ({ state: 'accepted' as const, slot: 2 })),
  { state: 'declined', note: 'We are away until January.' },
  ...Array.from({ length: 3 }, () => ({ state: 'invited' as const })),
  { state: 'invited', withdrawn: 'staff' },
];

const ANSWERS_SQL = `ROWS FROM (jsonb_to_recordset($1) AS (
    state text, slot integer, waiting integer, note text, withdrawn text))
  WITH ORDINALITY AS answer (state, slot, waiting, note, withdrawn, number)`;
const AUDIT = `$2, 'demo-staff@example.org', $2, 'demo-staff@example.org'`;
const AUDIT_NAMES = 'created_date, created_by, modified_date, modified_by';

/**
 * Writes studies with a past slot and four future ones, weekly at ten, and answers to the first study. Existing
 * studies stay unchanged.
 */
export async function writeStudies(client: Client, { now }: DemoWorld): Promise<void> {
  await client.query(
    `WITH made AS (
       INSERT INTO studies (name, public_name, state, criteria, place, letter, ${AUDIT_NAMES})
       SELECT name, public_name, state, criteria, 'Play room',
         'We would like to see how children play. It takes about an hour.', ${AUDIT}
       FROM jsonb_to_recordset($1) AS study (name text, public_name text, state text, criteria jsonb)
       WHERE name NOT IN (SELECT name FROM studies)
       RETURNING id, state)
     INSERT INTO slots (study_id, starts_at, ends_at, seats, cancelled_at, cancel_reason, ${AUDIT_NAMES})
     SELECT id, start, start + interval '1 hour', 6, CASE WHEN is_cancelled THEN $2::timestamptz END,
       CASE WHEN is_cancelled THEN 'The lab is closed that week.' END, ${AUDIT}
     FROM made, unnest(ARRAY[-2, 1, 2, 3, 4]) AS week,
       date_trunc('day', $2::timestamptz, 'America/Los_Angeles') AS today,
       LATERAL (SELECT today + make_interval(days => 7 * week, hours => 10) AS start,
         made.state = 'closed' AND week = 4 AS is_cancelled) AS time`,
    [JSON.stringify(STUDIES), now],
  );
  // Two years old on the day of each slot.
  const today = calendarDay(now.toISOString().slice(0, 10));
  const { from, to } = birthMonthsOf({ min: 25, max: 34 }, today, 'certain');
  const values = [JSON.stringify(ANSWERS), now, STUDIES[0]?.name, from, to];
  const { rowCount } = await client.query(
    `INSERT INTO invitations (study_id, family_id, state, withdrawn_reason, note, sent_at, expires_at, token_hash, answered_at, ${AUDIT_NAMES})
     SELECT study.id, family.id, CASE WHEN withdrawn IS NULL THEN 'sent' ELSE 'withdrawn' END, withdrawn, note, sent, sent + interval '7 days',
       -- A random hash: the link can't be followed.
       encode(sha256(gen_random_uuid()::text::bytea), 'hex'),
       CASE WHEN answer.state <> 'invited' THEN sent + interval '1 day' END, ${AUDIT}
     FROM studies AS study, ${ANSWERS_SQL} JOIN (
       SELECT id, row_number() OVER (ORDER BY id) AS number FROM families
       WHERE registered_indicator = 'Y' AND disabled_indicator = 'N' AND paused_until IS NULL AND undeliverable_at IS NULL
         AND id IN (SELECT family_id FROM children WHERE birth_month_number BETWEEN $4 AND $5)
       ORDER BY id LIMIT jsonb_array_length($1)
     ) AS family USING (number),
     LATERAL (SELECT $2::timestamptz - make_interval(days => CASE answer.slot WHEN 0 THEN 24 ELSE 3 END) AS sent) AS time
     WHERE study.name = $3 AND NOT EXISTS (SELECT FROM invitations WHERE study_id = study.id)`,
    values,
  );
  if (rowCount === 0) return;
  await client.query(
    `INSERT INTO participations (invitation_id, family_id, child_id, slot_id, state, waiting_number, ${AUDIT_NAMES})
     SELECT invitation.id, family_id, child.id, slot.id, answer.state, answer.waiting, ${AUDIT}
     FROM ${ANSWERS_SQL} JOIN (
       SELECT invitations.*, row_number() OVER (ORDER BY family_id) AS number
       FROM invitations JOIN studies ON studies.id = study_id AND studies.name = $3
     ) AS invitation USING (number)
     LEFT JOIN (
       SELECT *, row_number() OVER (PARTITION BY study_id ORDER BY starts_at) - 1 AS week FROM slots
     ) AS slot ON slot.study_id = invitation.study_id AND week = answer.slot,
     LATERAL (
       SELECT id FROM children
       WHERE family_id = invitation.family_id AND birth_month_number BETWEEN $4 AND $5 ORDER BY id LIMIT 1
     ) AS child`,
    values,
  );
  await client.query(
    `UPDATE invitations SET known = jsonb_build_array(jsonb_build_object(
       'childId', child_id, 'slotId', slot.id, 'state', answer.state, 'startsAt', starts_at, 'endsAt', ends_at,
       'place', place, 'letter', NULL, 'isSent', true))
     FROM participations AS answer
     JOIN slots AS slot ON slot.id = slot_id
     JOIN studies AS study ON study.id = slot.study_id
     WHERE answer.invitation_id = invitations.id AND study.name = $1`,
    [STUDIES[0]?.name],
  );
}
