import { expect, test } from 'vitest';

import { PasswordHasher } from './password-hasher.service.js';

const hasher = new PasswordHasher();

// Other tests hash at a lower cost (test/app.ts).
test('hashes are argon2id, with the cost recommended by OWASP', async () => {
  expect(await hasher.hash('nine green bottles')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});

test('a password matches in either Unicode normalization, and no other does', async () => {
  const password = 'Zoë likes 15 café crèmes';
  const hashed = await hasher.hash(password);

  expect(await hasher.matches(hashed, password.normalize('NFD'))).toBe(true);
  expect(await hasher.matches(hashed, `${password} `)).toBe(false);
});
