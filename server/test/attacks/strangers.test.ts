import { beforeAll, describe, expect, test, vi } from 'vitest';
import { Client } from 'pg';

import { Passwords } from '../../src/users/passwords.service.js';
import { PasswordHasher } from '../../src/users/password-hasher.service.js';
import { type TestApp, useTestApp } from '../app.js';
import { aChild, anEmail, aRegistration } from '../factories.js';
import { cookieOf, Registrant } from '../registrant.js';
import { aStaffUser, STAFF_PASSWORD } from '../staff.js';
import { routesOf } from './routes.js';

const PUBLIC = '/kidlab-reg';
const API = '/kidlab-reg/admin/api';

type Browser = ReturnType<TestApp['browser']>;

/**
 * Every public call with an address, except step 1, which by specification reveals that an address is taken.
 */
const NAMING: Readonly<Record<string, (browser: Browser, email: string) => PromiseLike<Said>>> = {
  'GET families/guid': (browser, email) => browser.get(`${PUBLIC}/families/guid`).query({ email }),
  'POST children': (browser, email) => browser.post(`${PUBLIC}/children`).send(aChild(email)),
  'POST registration/send-confirmation-email': (browser, email) =>
    browser.post(`${PUBLIC}/registration/send-confirmation-email`).type('form').send({ email }),
  'POST registration/resend-confirmation-email': (browser, email) =>
    browser.post(`${PUBLIC}/registration/resend-confirmation-email`).type('form').send({ email }),
  'PUT registration/update-family-details': (browser, email) =>
    browser.put(`${PUBLIC}/registration/update-family-details`).type('form').send({ email }),
  'DELETE families/by-email': (browser, email) =>
    browser.delete(`${PUBLIC}/families/by-email`).query({ email }),
  'POST families/confirmAndRegister': (browser, email) =>
    browser
      .post(`${PUBLIC}/families/confirmAndRegister?guid=made-up`)
      .send({ email, zipCode: '94608', recaptchaToken: 'off' }),
};

interface Said {
  readonly status: number;
  readonly text: string;
}

describe('a stranger', () => {
  const product = useTestApp();
  /** A registrant in each state. */
  let victims: Record<'draft' | 'awaiting' | 'registered', Registrant>;

  beforeAll(async () => {
    victims = {
      draft: await Registrant.withChild(product),
      awaiting: await Registrant.awaiting(product),
      registered: await Registrant.registered(product),
    };
  });

  /** All stored data of the victims. */
  const kept = (): Promise<unknown> =>
    product.dataSource.query(
      `SELECT row_to_json(f) AS family, (SELECT json_agg(g ORDER BY id) FROM guardians g WHERE g.family_id = f.id) AS guardians,
              (SELECT json_agg(c ORDER BY id) FROM children c WHERE c.family_id = f.id) AS children,
              (SELECT count(*) FROM outbox_messages m WHERE m.family_id = f.id) AS mails
       FROM families f WHERE email = ANY ($1) ORDER BY id`,
      [Object.values(victims).map(({ email }) => email)],
    );

  test('is tested with every public call that takes an address', () => {
    const names = Object.keys(NAMING).map((call) => call.toLowerCase().replace(' ', ` ${PUBLIC}/`));
    const others =
      /\/(registerAndLinkGuardian|confirm|config|challenge|draft|extend|new-link|remove-my-data|invitations|answers|calendar|mail-preferences|unsubscribe|:id|\*path|kidlab-reg)$/;
    const calls = routesOf(product)
      .filter(({ path }) => path.startsWith(PUBLIC) && !path.startsWith(`${PUBLIC}/admin`))
      .filter(({ path }) => !others.test(path))
      .map(({ method, path }) => `${method} ${path}`.replace(/\/$/, '').toLowerCase());
    expect([...new Set(calls)].sort()).toEqual(names.sort());
  });

  test.each(Object.keys(NAMING))(
    '%s: gets the same response for known and unknown addresses, and changes nothing',
    async (name) => {
      const call = NAMING[name];
      if (call === undefined) throw new Error('no such call');
      const before = await kept();
      const addresses = [...Object.values(victims).map(({ email }) => email), anEmail()];
      for (const begin of [
        () => Promise.resolve(product.browser()),
        async () => (await Registrant.withChild(product)).browser,
      ]) {
        const answers: unknown[] = [];
        for (const email of addresses) {
          const { status, text } = await call(await begin(), email);
          answers.push([status, text]);
        }
        expect(answers).toEqual(addresses.map(() => answers[0]));
      }
      expect(await kept()).toEqual(before);
    },
  );

  test('cannot do anything with a guid from step 1', async () => {
    const before = await kept();
    const newLinks = new Set<string>();
    for (const { guid } of Object.values(victims)) {
      const status = await product.browser().get(`${PUBLIC}/families/confirm`).query({ guid });
      expect(status.body).toEqual({ valid: false, reason: 'unknown' });
      const removal = await product
        .browser()
        .post(`${PUBLIC}/registration/remove-my-data`)
        .query({ guid });
      expect(removal.status).toBe(404);
      const { status: code, text } = await product
        .browser()
        .post(`${PUBLIC}/registration/new-link`)
        .query({ guid });
      newLinks.add(`${String(code)} ${text}`);
    }
    expect(newLinks.size).toBe(1);
    const drafts = new Set<string>();
    const { browser } = await Registrant.withChild(product);
    for (const guid of [...Object.values(victims).map((victim) => victim.guid), 'made-up']) {
      const { status, text } = await browser.get(`${PUBLIC}/registration/draft`).query({ guid });
      drafts.add(`${String(status)} ${text}`);
    }
    expect([...drafts]).toEqual([expect.stringMatching(/^404 /)]);
    expect(await kept()).toEqual(before);
  });

  test('cannot use a session that was planted before step 1', async () => {
    const planter = await Registrant.begin(product);
    await planter.cancel();
    const planted = cookieOf(planter.browser);
    const email = anEmail();
    const answer = await product
      .browser()
      .post(`${PUBLIC}/families/registerAndLinkGuardian`)
      .set('Cookie', planted)
      .send(aRegistration({ email }));

    expect(answer.status).toBe(201);
    expect(String(answer.headers['set-cookie'])).not.toContain(planted.split(';')[0]);
    expect(await planter.guidOf(email)).toBeNull();
  });

  describe('who has planted a live session with a draft', () => {
    /** A victim completes step 1 in a browser with the planter's cookie. */
    async function fillIn(planter: Registrant, email: string): Promise<Registrant> {
      const browser = product.browser();
      const planted = cookieOf(planter.browser);
      const answer = await browser
        .post(`${PUBLIC}/families/registerAndLinkGuardian`)
        .set('Cookie', planted)
        .send(aRegistration({ email }));
      expect(answer.status).toBe(201);
      expect(cookieOf(browser)).not.toBe('');
      expect(cookieOf(browser)).not.toBe(planted);
      return Object.assign(Object.create(planter) as Registrant, { browser, email });
    }

    test.each([
      ['another address', () => anEmail()],
      ['the address that the planter expects', (planter: Registrant) => planter.email],
    ])('cannot read or change anything after a step 1 with %s', async (_, addressFor) => {
      const planter = await Registrant.begin(product);
      const victim = await fillIn(planter, addressFor(planter));
      expect((await victim.saveChild(aChild(victim.email))).status).toBe(201);

      const child = (await victim.children())[0]?.id;
      const { browser } = planter;
      for (const [name, call] of Object.entries(NAMING)) {
        const said = await call(browser, victim.email);
        const isShut = name === 'GET families/guid' ? said.text === 'null' : said.status >= 400;
        expect([name, isShut]).toEqual([name, true]);
      }
      await browser.delete(`${PUBLIC}/children/${String(child)}`).expect(401);
      await browser.post(`${PUBLIC}/registration/extend`).expect(401);

      expect(await victim.childCount()).toBe(1);
      expect((await victim.agree()).status).toBe(200);
    });

    test('starts a new draft, without the children, by repeating step 1', async () => {
      const planter = await Registrant.begin(product);
      const victim = await fillIn(planter, anEmail());
      await victim.saveChild(aChild(victim.email));

      const again = await planter.browser
        .post(`${PUBLIC}/families/registerAndLinkGuardian`)
        .send(aRegistration({ email: victim.email }));

      expect(again.body).toEqual({ guid: expect.any(String) as unknown });
    });
  });

  test('cannot use a cookie that is replayed after the cancellation', async () => {
    const parent = await Registrant.withChild(product);
    const cookie = cookieOf(parent.browser);
    expect((await parent.cancel()).status).toBe(204);

    for (const call of Object.values(NAMING)) {
      const browser = product.browser();
      browser.set('Cookie', cookie);
      expect(
        [200, 201].includes((await call(browser, parent.email)).status) ? 'open' : 'shut',
      ).toBe(call === NAMING['GET families/guid'] ? 'open' : 'shut');
    }
    expect(await parent.family()).toBeNull();
  });

  test("cannot start, change or end anything from another site's page", async () => {
    const changing = routesOf(product).filter(
      ({ method, path }) =>
        ['post', 'put', 'delete'].includes(method) &&
        path.startsWith(PUBLIC) &&
        !path.includes('*path') &&
        !path.endsWith('/api'),
    );
    expect(changing.length).toBeGreaterThan(20);
    for (const { method, path } of changing) {
      const browser = product.browser() as unknown as Record<
        string,
        (path: string) => { set: (name: string, value: string) => PromiseLike<Said> }
      >;
      const answer = await browser[method]?.(path.replace(/:\w+/g, '1')).set(
        'Sec-Fetch-Site',
        'cross-site',
      );
      // Mail programs may make this call with a form; the token of the link identifies the family.
      const status = path === `${PUBLIC}/unsubscribe` ? 400 : 403;
      expect([method, path, answer?.status]).toEqual([method, path, status]);
    }
  });

  describe('who tries addresses of staff', () => {
    /** The response of a call, and how many password checks and statements it costs. */
    const costOf = async (call: () => PromiseLike<Said>): Promise<unknown[]> => {
      const hasher = product.app.get(PasswordHasher, { strict: false });
      const compared = vi.spyOn(hasher, 'matches');
      const statements = vi.spyOn(Client.prototype, 'query');
      const { status, text } = await call();
      const cost = [status, text, compared.mock.calls.length, statements.mock.calls.length];
      compared.mockRestore();
      statements.mockRestore();
      return cost;
    };
    const login = (username: string, password: string) => () =>
      product.browser().post(`${API}/login`).type('form').send({ username, password });

    test('gets the same response at the same cost: unknown, wrong, disabled, without a password', async () => {
      const known = await aStaffUser(product);
      const disabled = await aStaffUser(product, { enabled: false });
      const invited = await aStaffUser(product, { passwordHash: null });
      const costs = [];
      costs.push(await costOf(login('nobody@example.org', STAFF_PASSWORD)));
      costs.push(await costOf(login(known.email, 'not the password at all')));
      costs.push(await costOf(login(disabled.email, STAFF_PASSWORD)));
      costs.push(await costOf(login(invited.email, STAFF_PASSWORD)));

      expect(costs[0]?.slice(0, 1)).toEqual([401]);
      expect(costs[0]?.[2]).toBe(1);
      for (const cost of costs) expect(cost).toEqual(costs[0]);
    });

    test('gets the response of "Forgot password?" at the same cost, before any lookup or mail', async () => {
      const known = await aStaffUser(product);
      const passwords = product.app.get(Passwords, { strict: false });
      const look = passwords.mailLink.bind(passwords);
      const asked: (() => Promise<void>)[] = [];
      const later = vi.spyOn(passwords, 'mailLink').mockImplementation((email) => {
        asked.push(() => look(email));
        return Promise.resolve();
      });
      const costs = [];
      for (const email of [known.email, 'nobody@example.org']) {
        const ask = () => product.browser().post(`${API}/forgot-password`).send({ email });
        costs.push(await costOf(ask));
      }
      later.mockRestore();

      // The lookup and the mail come after the response.
      expect(costs[0]?.slice(0, 3)).toEqual([204, '', 0]);
      expect(costs[1]).toEqual(costs[0]);
      expect(asked).toHaveLength(2);
      for (const work of asked) await work();
      await product.deliver();
      const mailed = product.mailServer.mails.map(({ to }) => (Array.isArray(to) ? '' : to?.text));
      expect(mailed).toContain(known.email);
      expect(mailed).not.toContain('nobody@example.org');
    });
  });
});
