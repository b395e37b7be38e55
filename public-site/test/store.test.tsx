import { expect, test, vi } from 'vitest';

import { EMPTY_STATE } from '../src/registration/state.js';
import { forgetComplete } from '../src/registration/storage.js';
import { DRAFT, EMAIL } from './page.js';

const stored = (): object => JSON.parse(sessionStorage.getItem('kidlab-reg') ?? '{}') as object;

test('only current fields are read and kept from the storage of an older version', async () => {
  const more = {
    draft: DRAFT,
    readFault: 'gone',
    lastCall: 1,
    isAddressChanged: true,
    phone: '555-0100',
  };
  sessionStorage.setItem('kidlab-reg', JSON.stringify({ email: EMAIL, guid: 'guid-1', ...more }));
  // A store reads the storage once, when it is created.
  vi.resetModules();
  const { registration, updateRegistration } = await import('../src/registration/store.js');
  expect(registration()).toEqual({ ...EMPTY_STATE, email: EMAIL, guid: 'guid-1' });
  updateRegistration((state) => ({ ...state, mailedAt: 1 }));
  expect(stored()).toEqual({
    email: EMAIL,
    guid: 'guid-1',
    awaitingConfirmation: false,
    mailedAt: 1,
    guardianDraft: null,
    children: [],
    typedChild: null,
  });
});

test('where the browser blocks storage, the registration lives in memory', async () => {
  const blocked = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new Error('The quota has been exceeded.');
  });
  sessionStorage.clear();
  vi.resetModules();
  const { storedIdentity, updateRegistration } = await import('../src/registration/store.js');
  updateRegistration((state) => ({ ...state, email: EMAIL, guid: 'guid-1' }));
  expect(storedIdentity()).toEqual({ email: EMAIL, guid: 'guid-1' });
  blocked.mockRestore();
});

test.each([
  ['a draft', { awaitingConfirmation: false, email: EMAIL }, undefined, true],
  ['a complete registration', { awaitingConfirmation: true, email: EMAIL }, undefined, false],
  [
    'a complete one of that address',
    { awaitingConfirmation: true, email: EMAIL },
    'Parent@Example.org',
    false,
  ],
  [
    'a complete one of another',
    { awaitingConfirmation: true, email: EMAIL },
    'b@example.org',
    true,
  ],
])(
  'a new family, or a confirmation, clears only a complete registration: %s',
  (_, kept, email, isKept) => {
    sessionStorage.setItem('kidlab-reg', JSON.stringify(kept));
    forgetComplete(email);
    expect(stored()).toEqual(isKept ? kept : {});
  },
);
