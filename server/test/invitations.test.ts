import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { InvitationsResult, StaffInvitation } from '@kidlab/contract';

import { Suppressions } from '../src/email/suppression/suppressions.service.js';
import { Family } from '../src/families/family.entity.js';
import { InvitationLinksService } from '../src/studies/invitations/invitation-links.service.js';
import { Invitation } from '../src/studies/invitation.entity.js';
import type { Study } from '../src/studies/study.entity.js';
import { startTestApp, type TestApp } from './app.js';
import { scaled } from './size.js';
import { signIn } from './staff.js';
import { API, STAFF_EMAIL, StaffDesk } from './staff-records.js';
import { storeFamily } from './stored-families.js';
import { StoredInvitations } from './stored-invitations.js';

const ANY = { genders: [], hands: [], languages: [], areas: [], notInStudies: [] };
const TWO_YEARS = { ...ANY, minMonths: 24, maxMonths: 35 };

let product: TestApp;
let desk: StaffDesk;
let lab: StoredInvitations;
let study: Study;

beforeAll(async () => {
  product = await startTestApp();
  desk = new StaffDesk(product, await signIn(product, { email: STAFF_EMAIL }));
  lab = new StoredInvitations(product);
});
afterAll(() => product.stop());

beforeEach(async () => {
  await product.dataSource.getRepository(Family).deleteAll();
  product.mailServer.mails.length = 0;
  study = await lab.study({ criteria: TWO_YEARS });
  await lab.slot(study, '2026-12-05T17:30Z');
});

const family = (
  wanted: Parameters<typeof storeFamily>[1] = {},
  ...born: string[]
): Promise<Family> =>
  storeFamily(product, {
    ...wanted,
    children: (born.length === 0 ? ['2024-06'] : born).map((month) => ({ born: month })),
  });
const post = (body: object, key?: string): ReturnType<StaffDesk['call']> => {
  const call = desk.browser.post(`${API}/invitations`);
  return (key === undefined ? call : call.set('Idempotency-Key', key)).send({
    studyId: study.id,
    ...body,
  });
};
const invite = async (body: object, key?: string): Promise<InvitationsResult> => {
  const answer = await post(body, key);
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
  return answer.body as InvitationsResult;
};
const list = async (filter: object = { studyId: study.id }): Promise<StaffInvitation[]> =>
  (await desk.list('invitations', { filter })).body as StaffInvitation[];
const tokenOf = async ({ id }: { id: number }): Promise<string> => {
  const invitation = await product.dataSource.manager.findOneByOrFail(Invitation, { id });
  return product.app.get(InvitationLinksService, { strict: false }).tokenFor(invitation) ?? '';
};

describe('POST /invitations', () => {
  test('queues a letter for a family, with each child that may come', async () => {
    const one = await family({ familyName: 'Okafor' }, '2024-06', '2024-12', '2020-01');

    expect(await invite({ familyIds: [one.id] })).toEqual({ queued: 1, refused: [] });

    const now = product.clock.now().toISOString();
    const [made] = await list();
    expect(made).toEqual({
      id: expect.any(Number) as unknown,
      ...{ studyId: study.id, studyName: study.name },
      ...{ familyId: one.id, familyGuid: one.guid, familyName: 'Okafor' },
      ...{ state: 'queued', withdrawnReason: null },
      ...{ sentAt: null, answeredAt: null, note: null },
      participations: [
        {
          id: expect.any(Number) as unknown,
          ...{ version: 1, state: 'invited', slotId: null, startsLocal: null },
          ...{ childId: expect.any(Number) as unknown, firstName: expect.any(String) as unknown },
          ...{ waitingBefore: null, ageConfirmedAt: null },
        },
      ],
    });
    expect(await desk.audit(1)).toMatchObject([
      {
        ...{ action: 'invitation.queued', actor: STAFF_EMAIL, familyGuid: one.guid },
        after: { studyId: study.id, children: [made?.participations[0]?.childId] },
      },
    ]);
    await product.deliver();
    expect(product.mailServer.mails).toHaveLength(1);
    expect(await list()).toMatchObject([{ state: 'sent', sentAt: now }]);
  });

  test('a child whose age is only possible comes when staff say so', async () => {
    const one = await family({}, '2024-12');
    expect(await invite({ familyIds: [one.id] })).toEqual({
      queued: 0,
      refused: [{ familyId: one.id, reasons: [] }],
    });
    expect(await invite({ familyIds: [one.id], withPossible: true })).toMatchObject({ queued: 1 });
    await product.deliver();
    expect(await list()).toMatchObject([{ state: 'sent', participations: [{ state: 'invited' }] }]);
  });

  test('refuses with the reasons, and queues the others', async () => {
    const [paused, young, free] = [
      await family({ pausedUntil: '2027-01-01', okay: 'N' }),
      await family({}, '2025-06', '2020-01'),
      await family(),
    ];
    expect(await invite({ familyIds: [free.id, young.id, paused.id, 4711] })).toEqual({
      queued: 1,
      refused: [
        { familyId: young.id, reasons: ['too-young', 'too-old'] },
        { familyId: paused.id, reasons: ['opted-out', 'paused'] },
        { familyId: 4711, reasons: ['erased'] },
      ],
    });
  });

  test('refuses an erased address', async () => {
    const one = await family();
    const suppressions = product.app.get(Suppressions, { strict: false });
    await suppressions.add(product.dataSource.manager, suppressions.hashOf(one.email));

    expect(await invite({ familyIds: [one.id] })).toMatchObject({
      refused: [{ reasons: ['erased'] }],
    });
  });

  test('asks a family once a study, also when that was withdrawn', async () => {
    const one = await family();
    await invite({ familyIds: [one.id, one.id] });
    expect(await invite({ familyIds: [one.id] })).toMatchObject({
      refused: [{ reasons: ['resting', 'invited'] }],
    });
    const [made] = await list();
    await desk.call('post', `/invitations/${String(made?.id)}/withdrawal`);
    expect(await invite({ familyIds: [one.id] })).toEqual({
      queued: 0,
      refused: [{ familyId: one.id, reasons: ['invited'] }],
    });
  });

  test('asks again a family whose letter a rule stopped before it left', async () => {
    const one = await family();
    await invite({ familyIds: [one.id] });
    await product.dataSource.query('UPDATE families SET paused_until = $1', ['2026-12-01']);
    await product.deliver();
    expect(await list()).toMatchObject([{ state: 'withdrawn', withdrawnReason: 'paused' }]);
    expect(await invite({ familyIds: [one.id] })).toMatchObject({
      refused: [{ reasons: ['paused'] }],
    });
    expect(await list()).toHaveLength(1);

    await product.dataSource.query('UPDATE families SET paused_until = NULL');
    const { body } = await desk.list('candidates', { filter: { studyId: study.id } });
    expect(body).toMatchObject([{ verdict: 'certain', reasons: [] }]);
    expect(await invite({ familyIds: [one.id] })).toEqual({ queued: 1, refused: [] });
    await product.deliver();
    expect(await list()).toMatchObject([{ state: 'sent' }]);
    expect(product.mailServer.mails).toHaveLength(1);
  });

  test('takes so many families from the top of the candidates', async () => {
    await lab.invite(await lab.study(), await family());
    const perhaps = await family({}, '2024-12');
    const ids = [await family({}, '2024-06', '2024-07'), await family(), await family()].map(
      ({ id }) => id,
    );
    const { body } = await desk.list('candidates', {
      filter: { studyId: study.id, verdict: 'certain' },
    });
    const order = [...new Set((body as { familyId: number }[]).map(({ familyId }) => familyId))];

    expect(await invite({ take: 2 })).toEqual({ queued: 2, refused: [] });
    const asked = (await list()).map(({ familyId }) => familyId);
    expect(asked.sort()).toEqual(order.slice(0, 2).sort());
    expect(await invite({ take: 1000 })).toEqual({ queued: 1, refused: [] });
    expect((await list()).map(({ familyId }) => familyId).sort()).toEqual([...ids].sort());
    expect(await invite({ take: 5, withPossible: true })).toEqual({ queued: 1, refused: [] });
    expect((await list({ familyId: perhaps.id })).length).toBe(1);
  });

  test.each([
    ['familyIds', {}],
    ['familyIds', { familyIds: [1], take: 1 }],
    ['familyIds', { familyIds: ['x'] }],
    ['familyIds', { familyIds: [0] }],
    ['take', { take: 0 }],
    ['take', { take: 1001 }],
    ['studyId', { studyId: undefined, take: 1 }],
    ['withPossible', { take: 1, withPossible: 'perhaps' }],
  ])('names %s when it is wrong: %j', async (field, body) => {
    const answer = await post(body);
    expect([answer.status, answer.body]).toMatchObject([400, { errors: [{ field }] }]);
  });

  test('404 without the study', async () => {
    expect((await post({ studyId: 4711, take: 1 })).status).toBe(404);
  });

  test('sent again under its key, it invites once', async () => {
    await Promise.all([family(), family(), family()]);
    const key = randomUUID();
    const answers = await Promise.all([invite({ take: 2 }, key), invite({ take: 2 }, key)]);
    expect(answers[1]).toEqual(answers[0]);
    expect(await list()).toHaveLength(2);
  });

  test('two studies, and two members of staff, invite the same families at once: each once', async () => {
    const families = await Promise.all(Array.from({ length: scaled(60, 300) }, () => family()));
    const ids = families.map(({ id }) => id);
    const other = await lab.study({ criteria: TWO_YEARS });
    await lab.slot(other, '2026-12-06T17:30Z');
    const answers = await Promise.all([
      invite({ familyIds: ids }),
      invite({ familyIds: [...ids].reverse() }),
      invite({ studyId: other.id, familyIds: ids }),
      invite({ studyId: other.id, take: ids.length }),
    ]);
    expect(answers.reduce((sum, { queued }) => sum + queued, 0)).toBe(ids.length);
    expect([...(await list()), ...(await list({ studyId: other.id }))]).toHaveLength(ids.length);
    await product.deliver();
    const recipients = product.mailServer.mails.map(({ to }) => JSON.stringify(to));
    expect(new Set(recipients).size).toBe(ids.length);
    expect(recipients).toHaveLength(ids.length);
  });
});

describe('GET /invitations', () => {
  test('of a study or of a family, in an order', async () => {
    const [one, two] = [await family(), await family()];
    await invite({ familyIds: [one.id, two.id] });
    expect(await list()).toHaveLength(2);
    expect(await list({ familyId: two.id })).toMatchObject([{ familyId: two.id }]);
    const named = await storeFamily(product, {
      familyName: 'Muñoz',
      children: [{ firstName: 'Zoë', born: '2024-06' }],
    });
    await invite({ familyIds: [named.id] });
    for (const q of ['munoz', 'ZOE']) {
      expect(await list({ studyId: study.id, q })).toMatchObject([{ familyId: named.id }]);
    }
    expect(await list({ q: 'Muñozz' })).toEqual([]);
    for (const column of ['id', 'sentAt', 'answeredAt', 'state']) {
      const sort = [column, 'DESC'];
      const { status, body } = await desk.list('invitations', { sort, range: [0, 0] });
      expect([status, body]).toMatchObject([200, [{ studyId: study.id }]]);
    }
    expect((await desk.list('invitations', { sort: ['note', 'ASC'] })).status).toBe(400);
    expect((await desk.list('invitations', { filter: { state: 'sent' } })).status).toBe(400);
  });
});

describe('POST /invitations/{id}/withdrawal', () => {
  const withdraw = (id: number | undefined): ReturnType<StaffDesk['call']> =>
    desk.call('post', `/invitations/${String(id)}/withdrawal`);

  test('of one that is queued: its letter does not leave', async () => {
    const one = await family();
    await invite({ familyIds: [one.id] });
    const [made] = await list();
    const answers = [await withdraw(made?.id), await withdraw(made?.id)];
    for (const { status, body } of answers) {
      expect([status, body]).toMatchObject([
        200,
        { id: made?.id, state: 'withdrawn', withdrawnReason: 'staff' },
      ]);
    }
    expect(await desk.audit(2)).toMatchObject([
      { action: 'invitation.withdrawn', familyGuid: one.guid, after: { studyId: study.id } },
      { action: 'invitation.queued' },
    ]);
    await product.deliver();
    expect(product.mailServer.mails).toEqual([]);
  });

  test('of one that was sent: its link ends', async () => {
    await family();
    await invite({ take: 1 });
    await product.deliver();
    const [made] = await list();
    if (made === undefined) throw new Error('there should be an invitation');
    expect((await withdraw(made.id)).status).toBe(200);
    const view = await product
      .browser()
      .get('/kidlab-reg/invitations')
      .query({ guid: await tokenOf(made) });
    expect([view.status, view.body]).toMatchObject([410, { reason: 'withdrawn' }]);
  });

  test('not once it was answered', async () => {
    await family();
    await invite({ take: 1 });
    await product.deliver();
    const [made] = await list();
    await product.dataSource.query('UPDATE invitations SET answered_at = now()');
    expect((await withdraw(made?.id)).status).toBe(409);
    expect(await list()).toMatchObject([{ state: 'sent' }]);
  });

  test('404 for one that is not there', async () => {
    expect((await withdraw(4711)).status).toBe(404);
  });
});
