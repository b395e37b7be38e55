import { expect, test } from '@jest/globals';

import { areaOf } from './service-areas.js';

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
])('%s is in: %s', (zipCode, area) => {
  expect(areaOf(zipCode)).toBe(area);
});
