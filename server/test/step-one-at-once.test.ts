import { beforeEach, describe, expect, test } from 'vitest';
import type { Response } from 'supertest';

import { FamiliesService } from '../src/families/families.service.js';
import { Family } from '../src/families/family.entity.js';
import { lockFamily } from '../src/families/family-locks.js';
import { Guardian } from '../src/guardians/guardian.entity.js';
import { useTestApp } from './app.js';
import { anEmail, aRegistration } from './factories.js';
import { untilWaitingForLock } from './locks.js';
import { Registrant } from './registrant.js';

const REGISTER = '/kidlab-reg/families/registerAndLinkGuardian';

describe('concurrent POST families/registerAndLinkGuardian', () => {
  const product = useTestApp();
  beforeEach(async () => {
    await product.dataSource.query('DELETE FROM families');
  });

  const families = (): Promise<Family[]> => product.dataSource.getRepository(Family).find();

  const spellings = (index: number): string =>
    Array.from('maya.rivera@example.org', (letter, position) =>
      (index >> (position % 8)) & 1 ? letter.toUpperCase() : letter,
    ).join('');

  test('creates exactly one family and one guardian from 200 calls with one address in mixed case', async () => {
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        product
          .browser()
          .post(REGISTER)
          .send(aRegistration({ email: spellings(index) })),
      ),
    );

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(await product.dataSource.getRepository(Family).count()).toBe(1);
    expect(await product.dataSource.getRepository(Guardian).count()).toBe(1);
  });

  test('leaves one draft, whose guid was returned, after 20 calls of one session with its address', async () => {
    const registrant = await Registrant.begin(product);

    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        registrant.browser.post(REGISTER).send(aRegistration({ email: registrant.email })),
      ),
    );

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    // Each response starts a new session; one of them gets the draft.
    const [draft, ...others] = await families();
    expect(others).toEqual([]);
    expect(answers.map(({ body }) => (body as { guid: string }).guid)).toContain(draft?.guid);
  });

  test.each([
    ['the same address', 409, (email: string) => email],
    ['another address', 201, anEmail],
  ])(
    'with %s returns %i while the agreement is accepted, and leaves that family as it is',
    async (_, status, emailFor) => {
      const registrant = await Registrant.withChild(product);
      const { step1, accepted } = await product.dataSource.transaction(async (manager) => {
        const family = await lockFamily(manager, { guid: registrant.guid });
        if (family === null) throw new Error('there is no draft');
        const body = aRegistration({ email: emailFor(registrant.email), zipCode: '94704' });
        const waiting = Promise.resolve(registrant.browser.post(REGISTER).send(body));
        await untilWaitingForLock(product);
        const consent = { agreementVersion: '1', agreementOrigin: null, agreementNetwork: null };
        await product.app
          .get(FamiliesService, { strict: false })
          .acceptAgreement(manager, family, consent);
        return { step1: { waiting }, accepted: family };
      });

      expect((await step1.waiting).status).toBe(status);
      const { zipCode, version } = accepted;
      expect(await registrant.family()).toMatchObject({ state: 'awaiting', zipCode, version });
      expect(await registrant.childCount()).toBe(1);
    },
  );

  test('does not deadlock when sessions swap addresses', async () => {
    const emails = Array.from({ length: 3 }, anEmail);
    const registrants = await Promise.all(
      emails.map((email) => Registrant.begin(product, { email })),
    );

    const swap = (registrant: Registrant, round: number, index: number): Promise<Response> =>
      Promise.resolve(
        registrant.browser
          .post(REGISTER)
          .send(aRegistration({ email: emails[(round + index) % 3] ?? '' })),
      );

    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, round) =>
        registrants.map((registrant, index) => swap(registrant, round, index)),
      ).flat(),
    );

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    const stored = await families();
    expect(new Set(stored.map(({ email }) => email)).size).toBe(stored.length);
  });
});
