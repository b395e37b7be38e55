import { randomUUID } from 'node:crypto';

import { describe, expect, test } from 'vitest';
import type { Response, Test } from 'supertest';

import {
  limitOf,
  RATE_LIMITS,
  type RateLimit,
  type RateLimitName,
} from '../../src/rate-limit/limit-of.js';
import { useTestApp } from '../app.js';
import { aChild, aRegistration } from '../factories.js';
import { tokenIn } from '../mail-server.js';
import { scaled } from '../size.js';

const PUBLIC = '/kidlab-reg';
/** The limits allow sixty families at one address. The short run registers two and extrapolates; the long one, all. */
const FAIR = 60;
const FAMILIES = scaled(2, FAIR);
const CHILDREN = 5;

describe(`a preschool fair: ${String(FAIR)} families at one address within ten minutes`, () => {
  const product = useTestApp({ RATE_LIMIT: 'on' });
  const statuses = new Map<number, number>();
  /** The calls of all families, by the limit that counts them. */
  const calls = new Map<RateLimitName, number>();

  const register = async (): Promise<string> => {
    const browser = product.browser();
    const note = async (call: Test): Promise<Response> => {
      const answer = await call;
      const limit = limitOf(new URL(call.url).pathname);
      if (limit !== null) calls.set(limit, (calls.get(limit) ?? 0) + 1);
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      return answer;
    };
    const registration = aRegistration();
    const { email, zipCode } = registration;
    const step1 = `${PUBLIC}/families/registerAndLinkGuardian`;
    const form = { email };
    const knows = () => note(browser.get(`${PUBLIC}/families/guid`).query(form));
    const challenge = () => note(browser.get(`${PUBLIC}/registration/challenge`));
    const extend = () => note(browser.post(`${PUBLIC}/registration/extend`));

    await note(browser.get(`${PUBLIC}/registration/config`));
    await challenge();
    // A typing mistake, the correct call, and a repeat after "Back".
    await note(browser.post(step1).send({ ...registration, zipCode: '1234' }));
    await challenge();
    await note(browser.post(step1).send(registration));
    await knows();
    await extend();
    await challenge();
    await note(browser.post(step1).send(registration));
    await knows();
    for (let index = 0; index < CHILDREN; index += 1) {
      const child = aChild(email, { firstName: `Child ${'ABCDE'.charAt(index)}` });
      const key = randomUUID();
      // The response was lost, so the site sends the call again. One child is deleted and added again.
      const send = () =>
        note(browser.post(`${PUBLIC}/children`).set('Idempotency-Key', key).send(child));
      await send();
      const { body } = (await send()) as { body: { id: number } };
      if (index === 0) {
        await note(browser.delete(`${PUBLIC}/children/${String(body.id)}`));
        await send();
      }
    }
    await extend();
    await note(
      browser.post(`${PUBLIC}/registration/send-confirmation-email`).type('form').send(form),
    );
    await note(
      browser.post(`${PUBLIC}/registration/send-confirmation-email`).type('form').send(form),
    );
    await note(browser.put(`${PUBLIC}/registration/update-family-details`).type('form').send(form));
    await knows();
    await product.deliver();
    const mail =
      product.mailServer.mails.find(({ text }) => text?.includes(registration.email)) ??
      product.mailServer.mails.find(({ to }) => JSON.stringify(to).includes(`"${email}"`));
    if (mail === undefined) throw new Error(`no mail for ${email}`);
    const guid = tokenIn(mail);
    await note(browser.get(`${PUBLIC}/families/confirm`).query({ guid }));
    const confirm = (zip: string) =>
      note(
        browser
          .post(`${PUBLIC}/families/confirmAndRegister`)
          .query({ guid })
          .send({ email, zipCode: zip, recaptchaToken: 'off' }),
      );
    await confirm('00000');
    await confirm(zipCode);
    await confirm(zipCode);
    return email;
  };

  test('all register with five children each, retries included', async () => {
    await Promise.all(Array.from({ length: FAMILIES }, register));

    expect([...statuses.keys()].filter((status) => status === 429 || status >= 500)).toEqual([]);
    const [registered]: [{ families: number; children: number }] = await product.dataSource.query(
      `SELECT count(DISTINCT f.id)::integer AS families, count(*)::integer AS children
       FROM families f JOIN children c ON c.family_id = f.id WHERE f.state = 'registered'`,
    );
    expect(registered).toEqual({ families: FAMILIES, children: FAMILIES * CHILDREN });

    expect([...calls.keys()].sort()).toEqual(['confirm', 'mail', 'register', 'registration']);
    for (const [name, count] of calls) {
      const { perClient, perEmailOfClient = Infinity }: RateLimit = RATE_LIMITS[name];
      const ofOne = count / FAMILIES;
      expect([name, ofOne * FAIR <= perClient, ofOne <= perEmailOfClient]).toEqual([
        name,
        true,
        true,
      ]);
    }
  });
});
