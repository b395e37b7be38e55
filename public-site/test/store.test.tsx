import { expect, test, vi } from 'vitest';

import { EMPTY_STATE } from '../src/registration/state.js';
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
