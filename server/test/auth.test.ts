import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

import { startTestApp, type TestApp } from './app.js';
import { aStaffUser, signIn, STAFF_PASSWORD, USER_ADMIN_EMAIL } from './staff.js';

const API = '/kidlab-reg/admin/api';
const LOGOUT = '/kidlab-reg/admin/logout';

describe('signing in', () => {
  let product: TestApp;

  beforeAll(async () => {
    product = await startTestApp();
    await aStaffUser(product, { email: USER_ADMIN_EMAIL });
  });
  afterAll(() => product.stop());

  test.each(['api/', ''])(
    'works for a client that knows the specification, below api/%s',
    async (again) => {
      const browser = product.browser();
      const login = await browser
        .post(`${API}/${again}login`)
        .type('form')
        .send({ username: ' Admin@Example.org ', password: STAFF_PASSWORD });

      expect(login.status).toBe(200);
      expect(login.body).toEqual({
        email: USER_ADMIN_EMAIL,
        isUserAdmin: true,
        idleTimeoutMinutes: 20,
      });
      const whoami = await browser.get(`${API}/${again}whoami`);
      expect(whoami.status).toBe(200);
      expect(whoami.body).toEqual(login.body);

      expect((await browser.post(LOGOUT)).status).toBe(204);
      expect((await browser.get(`${API}/${again}whoami`)).status).toBe(401);
      expect((await browser.post(LOGOUT)).status).toBe(204);
    },
  );

  test('tells who administers users', async () => {
    const browser = await signIn(product);
    const { body } = await browser.get(`${API}/whoami`).expect(200);
    expect(body).toMatchObject({ isUserAdmin: false });
  });
});
