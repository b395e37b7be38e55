import { afterAll, beforeAll, expect, test } from 'vitest';

import { isTransientError } from '../src/common/errors.js';
import { withoutTimeout, IDLE_TIMEOUT } from '../src/common/timed-client.js';
import { useWiredTestApp } from './app.js';
import { StaffDesk } from './staff-records.js';

const { ms } = IDLE_TIMEOUT;
beforeAll(() => {
  IDLE_TIMEOUT.ms = 2_000;
});
afterAll(() => {
  IDLE_TIMEOUT.ms = ms;
});

const product = useWiredTestApp();
const SLOW = 'SELECT pg_sleep(3)';

test('a call on a frozen database fails with a transient error, and the next one gets a new connection', async () => {
  const runner = product.dataSource.createQueryRunner();
  await runner.startTransaction();
  product.wire.hold();
  const error: unknown = await runner.query('SELECT 1').catch((fault: unknown) => fault);
  await runner.release();
  // The call would get a 503.
  expect(isTransientError(error)).toBe(true);
  expect((await product.browser().get('/health/ready')).status).toBe(200);
});

test('only calls marked as slow may outlast the idle timeout', async () => {
  const { dataSource } = product;
  await expect(dataSource.query(SLOW)).rejects.toThrow('the database is silent');
  await dataSource.transaction((manager) => withoutTimeout(manager, () => manager.query(SLOW)));
  // Afterwards, the timeout applies to the connection again.
  await expect(
    dataSource.transaction(async (manager) => {
      await withoutTimeout(manager, () => manager.query('SELECT 1'));
      await manager.query(SLOW);
    }),
  ).rejects.toThrow('the database is silent');
});

test('an export may outlast the idle timeout before its first row', async () => {
  const desk = new StaffDesk(product);
  await desk.signIn();
  const family = await desk.family();
  const holder = product.dataSource.createQueryRunner();
  await holder.startTransaction();
  // Counting families does not read guardians.
  await holder.query('LOCK TABLE guardians');
  const exported = desk.call('get', '/family-guardian-child/summary');
  exported.catch(() => undefined);
  await withoutTimeout(holder.manager, () => holder.query(SLOW));
  await holder.rollbackTransaction();
  await holder.release();

  expect(await exported).toMatchObject({ status: 200, body: [{ familyName: family.familyName }] });
});
