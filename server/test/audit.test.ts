import type { AuditEventRow } from '@kidlab/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import type { agent, Response } from 'supertest';

import { AuditEvent } from '../src/audit/audit-event.entity.js';
import { type AuditEntry, AuditTrail } from '../src/audit/audit.service.js';
import { useTestApp } from './app.js';
import { signIn } from './staff.js';

const CALL = '/kidlab-reg/admin/api/audit-events';

const product = useTestApp();
let admin: ReturnType<typeof agent>;

/** One event a day from 1 to 5 November, at 11:30 p.m. lab time. */
beforeAll(async () => {
  const trail = product.app.get(AuditTrail);
  const now = product.clock.now();
  for (let day = 1; day <= 5; day += 1) {
    product.clock.set(new Date(`2026-11-0${String(day + 1)}T07:30:00Z`));
    await trail.record(product.dataSource.manager, {
      actor: day % 2 === 0 ? 'ann@example.org' : 'system',
      action: 'mail.retried',
      subjectType: day === 3 ? 'user' : 'mail',
      subjectId: String(day),
      before: { day: day - 1 },
      after: { day },
    });
  }
  product.clock.set(now);
  admin = await signIn(product, { isUserAdmin: true });
});

function read(filter: object, page = {}): Promise<Response> {
  return Promise.resolve(admin.get(CALL).query({ filter: JSON.stringify(filter), ...page }));
}

const idsOf = (answer: Response): unknown[] =>
  (answer.body as AuditEventRow[]).map(({ subjectId }) => subjectId);

describe('the audit trail', () => {
  test('records more events at once than one statement has parameters for', async () => {
    const event: AuditEntry = {
      actor: 'bulk@example.org',
      action: 'mail.retried',
      subjectType: 'mail',
      subjectId: '1',
    };
    const runner = product.dataSource.createQueryRunner();
    await runner.startTransaction();
    try {
      const events = Array.from({ length: 8_000 }, () => event);
      await product.app.get(AuditTrail).record(runner.manager, ...events);
      const { actor } = event;
      expect(await runner.manager.countBy(AuditEvent, { actor })).toBe(8_000);
    } finally {
      await runner.rollbackTransaction();
      await runner.release();
    }
  });

  test('shows who changed which record and when, with the values before and after', async () => {
    const answer = await read({ action: 'mail.retried' }, { range: '[3,3]' });

    expect(answer.status).toBe(200);
    expect(answer.headers['content-range']).toBe('audit-events 3-3/5');
    expect(answer.body).toEqual([
      {
        id: expect.any(Number) as unknown,
        occurredAt: '2026-11-03T07:30:00.000Z',
        actor: 'ann@example.org',
        action: 'mail.retried',
        subjectType: 'mail',
        subjectId: '2',
        before: { day: 1 },
        after: { day: 2 },
      },
    ]);
  });

  test.each<[object, string[]]>([
    [{}, ['5', '4', '3', '2', '1']],
    [{ actor: 'Ann@Example.org' }, ['4', '2']],
    [{ actor: 'NN@' }, ['4', '2']],
    [{ actor: 'E' }, ['5', '4', '3', '2', '1']],
    [{ actor: 'system', subjectType: 'mail' }, ['5', '1']],
    [{ subjectType: 'user' }, ['3']],
    [{ subjectType: 'mail', subjectId: '4' }, ['4']],
    [{ actor: "x' OR true --" }, []],
    [{ actor: '%' }, []],
    // 11:30 p.m. at the lab is the next day in UTC.
    [{ from: '2026-11-02', to: '2026-11-03' }, ['3', '2']],
    [{ from: '2026-11-02', to: '2026-11-02' }, ['2']],
    [{ from: '2026-11-05' }, ['5']],
    [{ to: '2026-11-01' }, ['1']],
  ])('can be filtered by %j', async (filter, expected) => {
    expect(idsOf(await read({ action: 'mail.retried', ...filter }))).toEqual(expected);
  });

  test.each([
    ['["occurredAt","ASC"]', ['1', '2']],
    ['["id","DESC"]', ['5', '4']],
  ])('can be sorted by %s', async (sort, expected) => {
    const answer = await read({ action: 'mail.retried' }, { sort, range: '[0,1]' });

    expect(idsOf(answer)).toEqual(expected);
  });

  test.each([
    [{ from: '2026-02-30' }, {}, 'filter.from'],
    [{ to: 'yesterday' }, {}, 'filter.to'],
    [{ from: '2026-11-03', to: '2026-11-02' }, {}, 'filter.from'],
    [{ actor: ['a', 'b'] }, {}, 'filter.actor'],
    [{}, { range: '[0,1000000]' }, 'range'],
    [{}, { sort: '["actor","ASC"]' }, 'sort'],
    [[1], {}, 'filter'],
  ])('refuses %j, %j', async (filter, page, field) => {
    const answer = await read(filter, page);

    expect(answer.body).toMatchObject({ statusCode: 400, errors: [{ field }] });
  });
});
