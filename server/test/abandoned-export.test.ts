import { type ClientRequest, get, type IncomingMessage } from 'node:http';
import { setTimeout } from 'node:timers/promises';

import { beforeAll, expect, test, vi } from 'vitest';
import type { Pool } from 'pg';

import { AuditEvent } from '../src/audit/audit-event.entity.js';
import { POOL_SIZE } from '../src/database/data-source.js';
import { EXPORT, ExportSlotsService } from '../src/reports/list-responses.service.js';
import { useWiredTestApp } from './app.js';
import { until } from './reliability/waiting.js';
import { aStaffUser, STAFF_PASSWORD, USER_ADMIN_EMAIL, signIn } from './staff.js';
import { storeFamily } from './stored-families.js';

const API = '/kidlab-reg/admin/api';
/** As JSON, this is more than all buffers between the database and a client that does not read. */
const FAMILIES = 60_000;

/** The cookie of a signed-in staff user, for a client that a test can cut off. */
async function cookieOf(): Promise<string> {
  const login = await product
    .browser()
    .post(`${API}/login`)
    .type('form')
    .send({ username: USER_ADMIN_EMAIL, password: STAFF_PASSWORD })
    .expect(200);
  const [cookie] = login.get('Set-Cookie') ?? [];
  return cookie?.split(';')[0] ?? '';
}

/** An export under way: its first chunk has arrived, and the client has stopped reading. */
interface Begun {
  readonly request: ClientRequest;
  readonly answer: IncomingMessage;
}

const product = useWiredTestApp();
let begin: () => Promise<Begun>;

beforeAll(async () => {
  const { id } = await storeFamily(product);
  await product.dataSource.transaction(async (manager) => {
    // On a busy machine, inserting these rows takes longer than the statement timeout.
    await manager.query('SET LOCAL statement_timeout = 0');
    await manager.query(
      `INSERT INTO families (guid, email, family_name, referred_by, okay_to_contact_indicator, zip_code, city, state,
         registered_indicator, registered_date, disabled_indicator, created_date, created_by, modified_date, modified_by)
       SELECT gen_random_uuid(), 'many' || n || '@example.org', family_name, referred_by, okay_to_contact_indicator, zip_code,
         city, state, registered_indicator, registered_date, disabled_indicator, created_date, created_by, modified_date, modified_by
       FROM families, generate_series(1, $2) n WHERE id = $1`,
      [id, FAMILIES],
    );
  });
  await signIn(product, { isUserAdmin: true });
  const cookie = await cookieOf();
  const url = `${await product.app.getUrl()}${API}/family-guardian-child/summary`;
  begin = () =>
    new Promise((resolve, reject) => {
      // On a new connection: one that has carried an export may have buffers with room for another whole one.
      const request = get(url, { headers: { cookie }, agent: false }, (answer) => {
        answer.once('data', () => {
          answer.pause();
          resolve({ request, answer });
        });
      });
      request.on('error', reject);
    });
});

function pool(): Pool {
  return (product.dataSource.driver as unknown as { master: Pool }).master;
}

const exportEnded = (): Promise<void> =>
  until('the end of the export', () => pool().totalCount === pool().idleCount, 60_000);

/** Fails by timeout if an export still holds a connection of the pool. */
async function useAllConnections(): Promise<void> {
  const clients = await Promise.all(Array.from({ length: POOL_SIZE }, () => pool().connect()));
  for (const client of clients) client.release();
}

/** How a response ends for a client that keeps reading. */
function endOf(answer: IncomingMessage): Promise<string> {
  return new Promise((resolve) => {
    answer.on('end', () => {
      resolve('whole');
    });
    answer.on('error', (error) => {
      resolve(error.message);
    });
    answer.resume();
  });
}

test('abandoned exports release their database connections', async () => {
  const begun = await Promise.all(
    Array.from({ length: POOL_SIZE * 2 }, async () => {
      const { answer } = await begin();
      answer.destroy();
      return answer.statusCode;
    }),
  );

  expect(new Set(begun)).toEqual(new Set([200]));
  await useAllConnections();
});

test.each(['idleMs', 'longestMs'] as const)(
  'an export that nobody reads ends after %s',
  async (limit) => {
    const replaced = vi.spyOn(EXPORT, limit, 'get').mockReturnValue(2_000);
    try {
      const { answer } = await begin();
      await exportEnded();
      expect(await endOf(answer)).toBe('aborted');
    } finally {
      replaced.mockRestore();
    }
    await useAllConnections();
  },
);

test('an export that PostgreSQL terminates is cut off, and the next one still works', async () => {
  const { answer } = await begin();

  const ended: { pid: number }[] = await product.dataSource.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND state = 'active' AND query LIKE 'COPY%'`,
  );

  expect(ended).toHaveLength(1);
  expect(await endOf(answer)).toBe('aborted');
  await useAllConnections();
  expect(await endOf((await begin()).answer)).toBe('whole');
});

test('an export that waits for its turn is refused if its user is disabled meanwhile', async () => {
  const admin = await signIn(product, { isUserAdmin: true });
  const { id, email } = await aStaffUser(product);
  const colleague = await signIn(product, { email });
  const others = await Promise.all(Array.from({ length: EXPORT.atOnce }, () => begin()));
  const slots = vi.spyOn(product.app.get(ExportSlotsService, { strict: false }), 'run');
  const answer = colleague.get(`${API}/family-guardian-child/summary`).then();
  await until('the export to wait', () => slots.mock.calls.length === 1);

  await admin
    .put(`${API}/users/${String(id)}`)
    .send({ enabled: false })
    .expect(200);
  for (const other of others) other.answer.destroy();

  expect((await answer).status).toBe(401);
  const exported = { actor: email, action: 'list.exported' };
  expect(await product.dataSource.getRepository(AuditEvent).countBy(exported)).toBe(0);
});

test('an export that fails before its first row returns an ordinary error', async () => {
  await product.dataSource.query('ALTER TABLE guardians RENAME TO people');
  const cookie = await cookieOf();
  const answer = await product
    .browser()
    .get(`${API}/family-guardian-child/summary`)
    .set('Cookie', cookie);
  await product.dataSource.query('ALTER TABLE people RENAME TO guardians');

  expect(answer.status).toBe(500);
  expect(answer.body).toHaveProperty('message');
  await useAllConnections();
});

test('an export whose client disconnects does not wait for a silent database', async () => {
  const { request, answer } = await begin();
  product.wire.hold();
  // Data in transit still arrives; then the server waits for the database.
  answer.resume();
  for (let before = -1; before < answer.socket.bytesRead;) {
    before = answer.socket.bytesRead;
    await setTimeout(200);
  }
  request.destroy();
  answer.destroy();

  await exportEnded();

  product.wire.cut();
  product.wire.mend();
  await useAllConnections();
});
