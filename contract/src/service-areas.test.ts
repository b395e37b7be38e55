import { expect, test } from 'vitest';

import { areaOf, SERVICE_AREAS, zipRangesOf } from './service-areas.js';

test.each([
  ['94110', 'San Francisco'],
  ['94128', 'Peninsula'],
  ['94025', 'Peninsula'],
  ['94301', 'Peninsula'],
  ['94608', 'East Bay'],
  ['94501', 'East Bay'],
  ['94558', 'North Bay'],
  ['94901', 'North Bay'],
  ['94086', 'South Bay'],
  ['95112', 'South Bay'],
  ['95060', 'Outside'],
  ['10001', 'Outside'],
  ['00001', 'Outside'],
])('%s is in the area %s', (zipCode, area) => {
  expect(areaOf(zipCode)).toBe(area);
});

test('each zip code is in exactly one range, that of its area', () => {
  const zips = SERVICE_AREAS.flatMap((area) =>
    zipRangesOf(area).flatMap(({ first, last }) => {
      const count = Number(last) - Number(first) + 1;
      const codes = Array.from({ length: count }, (_, index) =>
        String(Number(first) + index).padStart(5, '0'),
      );
      return codes.map((zip) => ({ zip, area }));
    }),
  );

  expect(new Set(zips.map(({ zip }) => zip)).size).toBe(100_000);
  expect(zips).toHaveLength(100_000);
  expect(zips.filter(({ zip, area }) => areaOf(zip) !== area)).toEqual([]);
});
