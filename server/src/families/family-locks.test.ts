import type { EntityManager } from 'typeorm';
import { expect, test } from 'vitest';

import { lockEmails } from './family-locks.js';

test('addresses are locked once, in a fixed order: swapped addresses never deadlock', async () => {
  const locked: unknown[] = [];
  const manager = {
    query: (_sql: string, [keys]: [unknown[]]) => Promise.resolve(locked.push(...keys)),
  };

  const emails = ['maya@example.org', 'leo@example.org', 'maya@example.org'];
  await lockEmails(manager as unknown as EntityManager, emails);

  expect(locked).toEqual(['email:leo@example.org', 'email:maya@example.org']);
});
