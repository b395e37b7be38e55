import { beforeEach, describe, expect, test } from 'vitest';
import type { Response } from 'supertest';

import { Family } from '../src/families/family.entity.js';
import { Guardian } from '../src/guardians/guardian.entity.js';
import { useTestApp } from './app.js';
import { anEmail, aRegistration } from './factories.js';
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
