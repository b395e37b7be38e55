import { beforeAll, describe, expect, test } from 'vitest';
import { type StaffSlot, type StaffStudy } from '@kidlab/contract';

import { STUDY_MESSAGES } from '../src/common/messages.js';
import { OutboxMessage } from '../src/email/outbox-message.entity.js';
import { useTestApp } from './app.js';
import { STAFF_EMAIL, StaffDesk } from './staff-records.js';
import { StoredInvitations } from './stored-invitations.js';

type Payload = Record<string, unknown>;

const NO_STUDY = { statusCode: 404, message: STUDY_MESSAGES.studyNotFound };
const ANY_CHILD = {
  minMonths: null,
  maxMonths: null,
  genders: [],
  hands: [],
  languages: [],
  areas: [],
  notInStudies: [],
};

describe('the staff API for studies', () => {
  const product = useTestApp();
  const desk = new StaffDesk(product);
  beforeAll(() => desk.signIn());

  const post = (overrides: Payload = {}): ReturnType<StaffDesk['call']> =>
    desk.call('post', '/studies', { name: 'Blocks 3', publicName: 'Building', ...overrides });
  const study = async (overrides: Payload = {}): Promise<StaffStudy> => {
    const answer = await post(overrides);
    expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
    return answer.body as StaffStudy;
  };
  const path = ({ id }: { id: number }): string => `/studies/${String(id)}`;
  const put = (one: { id: number }, change: Payload): ReturnType<StaffDesk['call']> =>
    desk.call('put', path(one), change);

  describe('POST /studies', () => {
    test('accepts a name and a public name; the study is open to any child', async () => {
      const { id, ...rest } = await study({ name: '  Blocks 3 ' });
      const now = product.clock.now().toISOString();
      expect(rest).toEqual({
        version: 1,
        name: 'Blocks 3',
        publicName: 'Building',
        state: 'open',
        criteria: ANY_CHILD,
        place: '',
        letter: '',
        slots: 0,
        seats: 0,
        taken: 0,
        invited: 0,
        createdDate: now,
        createdBy: STAFF_EMAIL,
        modifiedDate: now,
        modifiedBy: STAFF_EMAIL,
      });
      expect(await desk.audit(1)).toMatchObject([
        {
          actor: STAFF_EMAIL,
          action: 'study.created',
          subjectType: 'study',
          subjectId: String(id),
          familyGuid: null,
          before: null,
          after: { name: 'Blocks 3', state: 'open' },
        },
      ]);
    });

    test('normalizes criteria: numbers, each choice once, in the order of the lists', async () => {
      const [first, second] = [await study(), await study()];
      const { criteria } = await study({
        criteria: {
          minMonths: '24',
          maxMonths: 35,
          genders: ['Male', 'Female', 'Male'],
          hands: ['Left-handed'],
          languages: ['Spanish'],
          areas: ['East Bay', 'San Francisco'],
          notInStudies: [second.id, String(first.id), second.id],
          shoeSize: 7,
        },
      });
      expect(criteria).toEqual({
        minMonths: 24,
        maxMonths: 35,
        genders: ['Male', 'Female'],
        hands: ['Left-handed'],
        languages: ['Spanish'],
        areas: ['San Francisco', 'East Bay'],
        notInStudies: [first.id, second.id],
      });
    });

    test('keeps an open-ended age range and the paragraphs of the letter', async () => {
      const letter = 'Dear parents,\n\nwe build.';
      const made = await study({
        letter,
        place: 'Room 2',
        criteria: { minMonths: 24, maxMonths: '' },
      });
      expect(made).toMatchObject({ letter, place: 'Room 2' });
      expect(made.criteria).toEqual({ ...ANY_CHILD, minMonths: 24 });
    });

    test.each([
      ['name', { name: '' }],
      ['name', { name: 'x'.repeat(81) }],
      ['name', { name: ['x'] }],
      ['name', { name: 'Blocks\n3' }],
      ['name', { name: 'Blocks\u202e3' }],
      ['publicName', { publicName: ' ' }],
      ['publicName', { publicName: '\u200b' }],
      ['place', { place: 'Room 2\nfirst floor' }],
      ['place', { place: 'x'.repeat(201) }],
      ['letter', { letter: 'x'.repeat(2001) }],
      ['state', { state: 'ajar' }],
      ['criteria', { criteria: 'any' }],
      ['criteria', { criteria: [] }],
      ['criteria.minMonths', { criteria: { minMonths: 1441 } }],
      ['criteria.minMonths', { criteria: { minMonths: -1 } }],
      ['criteria.maxMonths', { criteria: { maxMonths: 'two' } }],
      ['criteria.minMonths', { criteria: { minMonths: 25, maxMonths: 24 } }],
      ['criteria.genders', { criteria: { genders: ['female'] } }],
      ['criteria.hands', { criteria: { hands: 'Left-handed' } }],
      ['criteria.languages', { criteria: { languages: ['Klingon'] } }],
      ['criteria.areas', { criteria: { areas: ['Mars'] } }],
      ['criteria.notInStudies', { criteria: { notInStudies: ['x'] } }],
      ['criteria.notInStudies', { criteria: { notInStudies: [3_000_000_000] } }],
      ['criteria.notInStudies', { criteria: { notInStudies: [4711] } }],
    ])('returns 400 for an invalid %s: %j', async (field, overrides) => {
      const answer = await post(overrides);
      expect([answer.status, answer.body]).toMatchObject([400, { errors: [{ field }] }]);
    });
  });

  describe('PUT /studies/{id}', () => {
    test('changes and audits only what is sent', async () => {
      const one = await study({ criteria: { minMonths: 24 } });
      const answer = await put(one, { state: 'closed', criteria: { maxMonths: 12 }, version: 1 });
      expect(answer.body).toMatchObject({
        version: 2,
        name: 'Blocks 3',
        state: 'closed',
        criteria: { ...ANY_CHILD, maxMonths: 12 },
      });
      expect(await desk.audit(1)).toMatchObject([
        {
          action: 'study.updated',
          before: { state: 'open', criteria: { ...ANY_CHILD, minMonths: 24 } },
          after: { state: 'closed', criteria: { ...ANY_CHILD, maxMonths: 12 } },
        },
      ]);
    });

    test('keeps the version if nothing has changed', async () => {
      const one = await study({ criteria: { genders: ['Female'], minMonths: 3 } });
      const answer = await put(one, { ...one });
      expect([answer.status, answer.body]).toEqual([200, one]);
    });

    test('refuses an older version and returns the stored values', async () => {
      const one = await study();
      await put(one, { name: 'Blocks 4', criteria: { minMonths: 3 }, version: 1 });
      const answer = await put(one, { name: 'Bricks', criteria: { minMonths: 4 }, version: 1 });
      expect([answer.status, answer.body]).toMatchObject([
        409,
        {
          current: {
            modifiedBy: STAFF_EMAIL,
            version: 2,
            fields: { name: 'Blocks 4', minMonths: '3' },
          },
        },
      ]);
    });

    test('refuses itself or an unknown study in notInStudies', async () => {
      const [one, other] = [await study(), await study()];
      for (const id of [one.id, 4711, 3_000_000_000]) {
        const answer = await put(one, { criteria: { notInStudies: [other.id, id] } });
        expect([answer.status, answer.body]).toMatchObject([
          400,
          { errors: [{ field: 'criteria.notInStudies' }] },
        ]);
      }
      const answer = await put(one, { criteria: { notInStudies: [other.id] } });
      expect(answer.body).toMatchObject({ criteria: { notInStudies: [other.id] }, version: 2 });
    });
  });

  describe('DELETE /studies/{id}', () => {
    test('deletes the slots too', async () => {
      const one = await study();
      const times = { startsLocal: '2027-03-13T09:30', endsLocal: '2027-03-13T10:30', seats: 3 };
      const slot = (await desk.call('post', '/slots', { studyId: one.id, ...times }))
        .body as StaffSlot;
      expect((await desk.call('delete', path(one))).status).toBe(204);
      expect((await desk.call('get', path(one))).body).toEqual(NO_STUDY);
      expect((await desk.call('get', `/slots/${String(slot.id)}`)).status).toBe(404);
      expect((await desk.call('delete', path(one))).status).toBe(404);
      expect(await desk.audit(1)).toMatchObject([
        { action: 'study.deleted', before: { name: 'Blocks 3', slots: 1 }, after: null },
      ]);
    });

    test('is refused after an invitation was sent, but allowed while it is queued', async () => {
      const family = await desk.family();
      const lab = new StoredInvitations(product);
      const [sent, queued] = [await study(), await study()];
      await lab.sent(sent, family);
      await lab.invite(queued, family);
      const answer = await desk.call('delete', path(sent));
      expect(answer.body).toEqual({ statusCode: 409, message: STUDY_MESSAGES.studySent });
      expect((await desk.call('delete', path(queued))).status).toBe(204);
      // Its letter is gone, too.
      expect(await product.dataSource.manager.find(OutboxMessage)).toEqual([]);
    });
  });

  test('the list can be filtered by name and state, and sorted', async () => {
    const [robots, dolls] = [
      await study({ name: 'Robots', publicName: 'Playing with 100% robots' }),
      await study({ name: 'Dolls', publicName: 'Dolls’ house', state: 'closed' }),
    ];
    const idsOf = async (filter: object, sort?: [string, string]): Promise<number[]> =>
      ((await desk.list('studies', { filter, sort })).body as StaffStudy[]).map(({ id }) => id);
    const both = [robots.id, dolls.id];
    expect(await idsOf({ q: '100% ROB' })).toEqual([robots.id]);
    expect(await idsOf({ q: 'dolls’' })).toEqual([dolls.id]);
    expect(await idsOf({ id: both, state: 'closed' })).toEqual([dolls.id]);
    expect(await idsOf({ id: both }, ['name', 'ASC'])).toEqual([dolls.id, robots.id]);
    expect(await idsOf({ id: both }, ['name', 'DESC'])).toEqual(both);
    for (const query of [{ sort: ['letter', 'ASC'] }, { filter: { place: 'x' } }]) {
      expect((await desk.list('studies', query)).status).toBe(400);
    }
  });

  test('upcoming sessions and those of the last day come first, then older ones, latest first', async () => {
    const lab = new StoredInvitations(product);
    const blocks = await lab.study();
    const days = ['10-02', '12-04', '11-05', '11-19', '11-27'];
    const ids: number[] = [];
    for (const day of days) ids.push((await lab.slot(blocks, `2026-${day}T22:00Z`)).id);
    const [oldest, latest, old, yesterday, next] = ids;
    const query = { filter: { studyId: blocks.id }, sort: ['upcoming', 'ASC'] as [string, string] };
    expect((await desk.list('slots', query)).body).toMatchObject(
      [yesterday, next, latest, old, oldest].map((id) => ({ id })),
    );
    const range = [3, 4] as [number, number];
    expect((await desk.list('slots', { ...query, range })).body).toMatchObject([
      { id: old },
      { id: oldest },
    ]);
  });
});
