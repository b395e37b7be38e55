import { describe, expect, test } from 'vitest';

import { placeOf, truncatedNetwork } from './registration-session.js';

describe('the stored network of a client', () => {
  test.each([
    ['192.0.2.77', '192.0.2.0/24'],
    ['::ffff:192.0.2.77', '192.0.2.0/24'],
    ['192.0.2.77:443', '192.0.2.0/24'],
    ['::ffff:c000:24d', '192.0.2.0/24'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
    ['2001:DB8::1', '2001:db8:0::/48'],
    ['::1', '0:0:0::/48'],
    ['fe80::1%eth0', 'fe80:0:0::/48'],
    ['', null],
    ['unknown', null],
  ])('for %s is %s', (address, network) => {
    expect(truncatedNetwork(address)).toBe(network);
  });
});

describe('the stored origin', () => {
  test.each([
    ['https://lab.example.org', 'https://lab.example.org'],
    [undefined, null],
    ['null', null],
    ['https://lab.example.org/a?b', null],
    [`https://${'a'.repeat(200)}.example.org`, null],
  ])('for %s is %s', (origin, kept) => {
    expect(placeOf(origin, undefined)).toEqual({ origin: kept, network: null });
  });
});
