import { get, type IncomingMessage } from 'node:http';

import { expect, test } from '@jest/globals';
import type { Pool } from 'pg';

import { POOL_SIZE } from '../src/database/data-source.js';
import { startTestApp, type TestApp } from './app.js';
import { STAFF_PASSWORD, USER_ADMIN_EMAIL, signIn } from './staff.js';
import { storeFamily } from './stored-families.js';

const API = '/kidlab-reg/admin/api';
/** As JSON, more than all buffers between the database and a client that reads nothing. */
const FAMILIES = 60_000;

async function originOf(product: TestApp): Promise<string> {
  return (await product.app.getUrl()).replace('[::1]', '127.0.0.1');
}

/** The cookie of a signed-in staff user, for a client that a test can cut off. */
async function cookieOf(product: TestApp): Promise<string> {
  const login = await product
    .browser()
    .post(`${API}/login`)
    .type('form')
    .send({ username: USER_ADMIN_EMAIL, password: STAFF_PASSWORD })
    .expect(200);
  const [cookie] = login.get('Set-Cookie') ?? [];
  return cookie?.split(';')[0] ?? '';
}

/** Asks for everything, and goes away after the first piece of the answer. */
function abandon(url: string, cookie: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const request = get(url, { headers: { cookie } }, (response: IncomingMessage) => {
      response.once('data', () => {
        response.destroy();
        resolve(response.statusCode);
      });
    });
    request.on('error', reject);
  });
}

test('exports that their client abandons give their connections back', async () => {
  const product = await startTestApp();
  const { id } = await storeFamily(product);
  await product.dataSource.query(
    `INSERT INTO families (guid, email, family_name, referred_by, okay_to_contact_indicator, zip_code, city, state,
       registered_indicator, registered_date, disabled_indicator, created_date, created_by, modified_date, modified_by)
     SELECT gen_random_uuid(), 'many' || n || '@example.org', family_name, referred_by, okay_to_contact_indicator, zip_code,
       city, state, registered_indicator, registered_date, disabled_indicator, created_date, created_by, modified_date, modified_by
     FROM families, generate_series(1, $2) n WHERE id = $1`,
    [id, FAMILIES],
  );
  await signIn(product, { isUserAdmin: true });
  const cookie = await cookieOf(product);
  const url = `${await originOf(product)}${API}/family-guardian-child/summary`;

  const statuses = await Promise.all(
    Array.from({ length: POOL_SIZE * 2 }, () => abandon(url, cookie)),
  );

  expect(new Set(statuses)).toEqual(new Set([200]));
  // Were one of them kept, this would wait for it until it fails.
  const { master } = product.dataSource.driver as unknown as { master: Pool };
  const clients = await Promise.all(Array.from({ length: POOL_SIZE }, () => master.connect()));
  for (const client of clients) client.release();
  await product.stop();
});
