import { expect, test } from 'vitest';

import { saveChildren } from '../src/registration/children/save-children.js';
import { listedChildren, withChild } from '../src/registration/state.js';
import { registration, updateRegistration } from '../src/registration/store.js';
import { DRAFT, keep, savedChildren, serve } from './page.js';

test('only children that were deleted, changed or added since the last save are sent', async () => {
  const draft = { ...DRAFT, children: savedChildren('Maya', 'Leo', 'Ana') };
  keep(null);
  keep(draft);
  const [, leo, ana] = listedChildren(registration());
  if (leo === undefined || ana === undefined) throw new Error('they are on the list');
  const anna = { ...ana, values: { ...ana.values, firstName: 'Anna' }, state: 'typed' } as const;
  const tom = {
    key: 'key-tom',
    values: { ...ana.values, firstName: 'Tom' },
    state: 'typed',
  } as const;
  for (const child of [{ ...leo, state: 'removed' as const }, anna, tom]) {
    updateRegistration((state) => withChild(state, child));
  }
  const call = serve({
    '/families/guid': { status: 200, body: JSON.stringify(DRAFT.guid) },
    '/registration/draft': { status: 200, body: draft },
    '/children/2': { status: 204 },
    '/children': { status: 200 },
  });

  await saveChildren('support@example.org');

  const sent = call.mock.calls
    .filter(([address]) => address.includes('/children'))
    .map(([address, request]) => {
      const child = JSON.parse((request?.body as string | undefined) ?? '{}') as object;
      const key = new Headers(request?.headers).get('Idempotency-Key');
      return [request?.method, address, key, child];
    });
  expect(sent).toEqual([
    ['DELETE', '/kidlab-reg/children/2', null, {}],
    ['POST', '/kidlab-reg/children', 'key-2', expect.objectContaining({ firstName: 'Anna' })],
    ['POST', '/kidlab-reg/children', 'key-tom', expect.objectContaining({ firstName: 'Tom' })],
  ]);
});
