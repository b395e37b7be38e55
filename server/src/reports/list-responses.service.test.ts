import { setImmediate as turn } from 'node:timers/promises';

import { expect, test } from 'vitest';

import { ExportSlotsService } from './list-responses.service.js';

test('three exports run at once, the others wait in order', async () => {
  const places = new ExportSlotsService();
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const runs = [0, 1, 2, 3, 4].map((number) =>
    places.run(async () => {
      begun.push(number);
      await new Promise<void>((resolve) => {
        ends[number] = resolve;
      });
      if (number === 1) throw new Error('a fault');
    }),
  );
  const settled = Promise.allSettled(runs);

  await turn();
  expect(begun).toEqual([0, 1, 2]);
  ends[1]?.();
  await turn();
  expect(begun).toEqual([0, 1, 2, 3]);
  for (const number of [0, 2, 3]) ends[number]?.();
  await turn();
  ends[4]?.();
  expect((await settled).map(({ status }) => status === 'fulfilled')).toEqual([
    true,
    false,
    true,
    true,
    true,
  ]);
});
