import type { StaffChild, StaffFamily, StaffGuardian } from '@kidlab/contract';
import { beforeEach, describe, expect, test } from 'vitest';

import { useTestApp } from './app.js';
import { only, StaffDesk } from './staff-records.js';

type Fields = Record<string, unknown>;

describe('a record that is saved unchanged', () => {
  const product = useTestApp();
  const desk = new StaffDesk(product);
  let family: StaffFamily & { guardians: StaffGuardian[]; children: StaffChild[] };
  beforeEach(async () => {
    await desk.signIn({ email: 'ann@example.org' });
    family = await desk.family({ eml: null });
    product.clock.advance({ minutes: 1 });
    await desk.signIn({ email: 'bea@example.org' });
  });

  const RECORDS: [string, () => [string, Fields]][] = [
    ['family, by guid', () => [`/families/updateByGuid/${family.guid}`, { ...family }]],
    ['family', () => [`/families/${String(family.id)}`, { ...family }]],
    ['guardian', () => member('guardians', only(family.guardians))],
    ['child', () => member('children', only(family.children))],
  ];
  function member(path: string, record: { id: number }): [string, Fields] {
    return [`/${path}/${String(record.id)}`, { ...record }];
  }

  test.each(RECORDS)('keeps its version and date, and is not audited: %s', async (_, read) => {
    const [path, record] = read();
    const [last] = await desk.audit(1);
    const { version: _version, ...documented } = record;
    const padded = Object.entries(documented).map(([field, value]) => [
      field,
      typeof value === 'string' ? ` ${value} ` : value,
    ]);

    for (const body of [{}, record, documented, Object.fromEntries(padded) as Fields]) {
      const answer = await desk.call('put', path, body);
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual(record);
    }

    expect(await desk.audit(1)).toEqual([last]);
    expect((await desk.call('put', path, { version: Number(record['version']) + 1 })).status).toBe(
      409,
    );
  });

  test.each(RECORDS)('counts as changed with any difference: %s', async (_, read) => {
    const [path, record] = read();

    const answer = await desk.call('put', path, { ...record, eml: 'another' });

    expect(answer.body).toMatchObject({
      version: Number(record['version']) + 1,
      modifiedBy: 'bea@example.org',
      modifiedDate: product.clock.now().toISOString(),
      eml: 'another',
    });
    expect(await desk.audit(1)).toMatchObject([
      { before: { eml: null }, after: { eml: 'another' } },
    ]);
  });

  test('stays unchanged when the only guardian is sent as not primary', async () => {
    const guardian = only(family.guardians);

    const answer = await desk.call('put', `/guardians/${String(guardian.id)}`, {
      isPrimaryIndicator: 'N',
    });

    expect(answer.body).toEqual(guardian);
  });
});
