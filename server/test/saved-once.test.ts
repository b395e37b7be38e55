import { randomUUID } from 'node:crypto';

import type { StaffFamilyDetails, StaffGuardian } from '@kidlab/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Response } from 'supertest';

import { STAFF_MESSAGES } from '../src/common/messages.js';
import { RetentionJobs } from '../src/retention/retention.jobs.js';
import { useTestApp } from './app.js';
import { anEmail } from './factories.js';
import { startAnotherServer } from './more-servers.js';
import { signIn } from './staff.js';
import {
  aChildPayload,
  aFamilyPayload,
  aGuardianPayload,
  API,
  StaffDesk,
} from './staff-records.js';

type Payload = Record<string, unknown>;

const OTHERWISE = { statusCode: 422, message: STAFF_MESSAGES.savedOtherwise };

describe('a staff form that is saved again with its idempotency key', () => {
  const product = useTestApp();
  const desk = new StaffDesk(product);
  beforeAll(() => desk.signIn({ isUserAdmin: true }));

  const save = (
    path: string,
    key: string,
    body: Payload,
    browser = desk.browser,
  ): Promise<Response> =>
    Promise.resolve(browser.post(`${API}${path}`).set('Idempotency-Key', key).send(body));
  const countOf = async (table: string): Promise<number> => {
    const [row]: [{ count: number }] = await product.dataSource.query(
      `SELECT count(*)::integer AS count FROM ${table}`,
    );
    return row.count;
  };
  const answerOf = ({ status, text }: Response): [number, string] => [status, text];

  const FORMS: [string, string, (family: StaffFamilyDetails) => Payload][] = [
    [
      '/families',
      'families',
      () => aFamilyPayload({ guardians: [aGuardianPayload()], children: [aChildPayload()] }),
    ],
    ['/guardians', 'guardians', ({ email }) => aGuardianPayload({ familyEmail: email })],
    ['/children', 'children', ({ email }) => aChildPayload({ email })],
    ['/studies', 'studies', () => ({ name: 'Blocks', publicName: 'Building with blocks' })],
    ['/users', 'users', () => ({ email: anEmail(), enabled: true })],
  ];

  test('is refused without a body', async () => {
    const answer = await desk.browser.post(`${API}/users`).set('Idempotency-Key', randomUUID());
    expect(answer.status).toBe(400);
  });

  test.each(FORMS)(
    'to POST %s gets the same response and creates nothing',
    async (path, table, of) => {
      const body = of(await desk.family());
      const key = randomUUID();
      const first = await save(path, key, body);
      expect(first.status).toBe(201);
      const [rows, events] = [await countOf(table), await countOf('audit_events')];

      product.clock.advance({ minutes: 15 });
      const second = await save(path, key.toUpperCase(), body);

      expect(answerOf(second)).toEqual(answerOf(first));
      expect([await countOf(table), await countOf('audit_events')]).toEqual([rows, events]);
    },
  );

  describe('five times at once on two servers creates one record', () => {
    let admin: typeof desk.browser;
    beforeAll(async () => {
      const other = await startAnotherServer(product);
      admin = await signIn(other, { isUserAdmin: true });
      return () => other.stop();
    });

    test.each(FORMS)('POST %s', async (path, table, of) => {
      const { browser: staff } = desk;
      const body = of(await desk.family());
      const key = randomUUID();
      const before = await countOf(table);

      const answers = await Promise.all(
        [staff, admin, staff, admin, staff].map((browser) => save(path, key, body, browser)),
      );

      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
      expect(await countOf(table)).toBe(before + 1);
    });
  });

  test('is refused with another body, another path or another user', async () => {
    const { email, guid } = await desk.family();
    const key = randomUUID();
    await save('/children', key, aChildPayload({ email }));
    const stranger = await signIn(product);

    const answers = [
      await save('/children', key, aChildPayload({ email, firstName: 'Amara' })),
      await save('/guardians', key, aChildPayload({ email })),
      await save('/children', key, aChildPayload({ email }), stranger),
    ];

    // Validation runs before anything is saved.
    expect(answers.map(({ status }) => status)).toEqual([422, 400, 422]);
    expect(answers[0]?.body).toEqual(OTHERWISE);
    expect((await desk.read({ guid })).children).toHaveLength(2);
  });

  test('can be corrected with the same key after it was refused', async () => {
    const { email } = await desk.family();
    const key = randomUUID();
    expect((await save('/families', key, aFamilyPayload({ email }))).status).toBe(409);

    expect((await save('/families', key, aFamilyPayload())).status).toBe(201);
  });

  test('is a new form without a key or with another one', async () => {
    const { email, guid } = await desk.family();
    for (const key of [randomUUID(), randomUUID(), '']) {
      expect((await save('/children', key, aChildPayload({ email }))).status).toBe(201);
    }
    expect((await desk.read({ guid })).children).toHaveLength(4);

    const answer = await save('/children', 'nonsense', aChildPayload({ email }));
    expect(answer.body).toMatchObject({ statusCode: 400, errors: [{ field: 'Idempotency-Key' }] });
  });

  test('has its stored response deleted with the family, with a guardian’s erasure, and after a day', async () => {
    const family = await desk.family();
    await save('/guardians', randomUUID(), aGuardianPayload({ familyId: family.id }));
    const email = anEmail();
    await save('/guardians', randomUUID(), aGuardianPayload({ familyId: family.id, email })).then(
      ({ status }) => {
        expect(status).toBe(409);
      },
    );
    const kept = await countOf('saved_forms');
    await desk.call('delete', `/families/${String(family.id)}`);
    expect(await countOf('saved_forms')).toBe(kept - 1);

    const shared = await desk.family();
    const former = aGuardianPayload({ familyId: shared.id, email: anEmail() });
    const guardian = (await save('/guardians', randomUUID(), former)).body as StaffGuardian;
    // The stored response has the former address.
    await desk.call('put', `/guardians/${String(guardian.id)}`, { email });
    const erased = await desk.call('post', '/privacy/erasures', {
      email,
      confirmation: email,
      families: [{ guid: shared.guid, scope: 'guardian' }],
    });
    expect(erased.status).toBe(201);
    expect(await countOf('saved_forms')).toBe(kept - 1);

    product.clock.advance({ hours: 25 });
    await product.app.get(RetentionJobs, { strict: false }).daily();
    expect(await countOf('saved_forms')).toBe(0);
  });
});
