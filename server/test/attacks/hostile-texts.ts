/** Texts that have broken other products. */
export const HOSTILE: readonly string[] = [
  `'; DROP TABLE families; --`,
  `x' OR '1'='1`,
  `") UNION SELECT email, password_hash FROM users --`,
  `1; SELECT pg_sleep(60)`,
  `["id","ASC; DROP TABLE users"]`,
  `["(SELECT password_hash FROM users LIMIT 1)","ASC"]`,
  `{"q":{"$ne":null}}`,
  `{"__proto__":{"polluted":"yes"},"constructor":{"prototype":{"polluted":"yes"}}}`,
  `{"id":["1) OR (1=1"]}`,
  `[0,1e999]`,
  'Bcc: everybody@example.org\r\n\r\nsurprise',
  '../../../../etc/passwd',
  '${7*7}{{7*7}}<script>alert(1)</script>',
  '\u0000',
  '\ud800',
  '\u202e\u200b\u0007',
  'a'.repeat(5_000),
  '-1',
  '99999999999999999999',
];
/** Values of other types, for bodies. */
export const ODD: readonly unknown[] = [
  [],
  {},
  [[['x']]],
  { toString: 'x' },
  true,
  1e308,
  -0.5,
  [null],
];
