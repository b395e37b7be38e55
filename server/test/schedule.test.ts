import { SchedulerRegistry } from '@nestjs/schedule';
import { expect, test } from 'vitest';

import { FOLLOW_UP_JOB } from '../src/confirmation/follow-up.service.js';
import { OutboxMessage } from '../src/email/outbox-message.entity.js';
import { type TestApp, useTestApp } from './app.js';
import { startAnotherServer } from './more-servers.js';
import { storeFamily } from './stored-families.js';

const product = useTestApp();

const jobsOf = ({ app }: Pick<TestApp, 'app'>) =>
  app.get(SchedulerRegistry, { strict: false }).getCronJobs();

test('each server runs all jobs in the lab’s time zone; a server without schedules runs none', async () => {
  expect(jobsOf(product).size).toBe(0);
  const server = await startAnotherServer(product, true);
  try {
    const jobs = jobsOf(server);
    expect([...jobs].map(([name, { cronTime }]) => [name, cronTime.source]).sort()).toEqual([
      ['expired-drafts', '* * * * *'],
      [FOLLOW_UP_JOB, '0 9 * * *'],
      ['retention', '0 3 * * *'],
      ['seats', '* * * * *'],
    ]);
    expect([...jobs.values()].map(({ isActive }) => isActive)).toEqual(Array(4).fill(true));
    for (const [name, hour] of [
      [FOLLOW_UP_JOB, 9],
      ['retention', 3],
    ] as const) {
      const next = jobs.get(name)?.nextDate().setZone('America/Los_Angeles');
      expect([name, next?.hour, next?.minute]).toEqual([name, hour, 0]);
    }

    const at = new Date(product.clock.now().getTime() - 73 * 3_600_000);
    const { id } = await storeFamily(product, { state: 'awaiting', agreed: at, firstMail: at });
    await jobs.get(FOLLOW_UP_JOB)?.fireOnTick();

    const queued = await product.dataSource.getRepository(OutboxMessage).find();
    expect(queued).toMatchObject([{ kind: 'second-notice', familyId: id }]);
  } finally {
    await server.stop();
  }
});
