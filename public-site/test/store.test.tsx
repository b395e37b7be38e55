import { expect, test, vi } from 'vitest';

import { CallError } from '../src/api/http.js';
import { checkDraft, forgetConfirmed, readDraft } from '../src/registration/draft.js';
import { EMPTY_STATE } from '../src/registration/state.js';
import { forgetComplete } from '../src/registration/storage.js';
import { clearRegistration, registration, updateRegistration } from '../src/registration/store.js';
import { DRAFT, EMAIL, keep, refused, serve } from './page.js';

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
  const { registration: read, updateRegistration: update } =
    await import('../src/registration/store.js');
  expect(read()).toEqual({ ...EMPTY_STATE, email: EMAIL, guid: 'guid-1' });
  update((state) => ({ ...state, mailedAt: 1 }));
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

test('unreadable storage counts as empty', async () => {
  sessionStorage.setItem('kidlab-reg', '{broken');
  vi.resetModules();
  const { registration: read } = await import('../src/registration/store.js');
  expect(read()).toEqual(EMPTY_STATE);
});

test('where the browser blocks storage, the registration lives in memory', async () => {
  const blocked = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new Error('The quota has been exceeded.');
  });
  sessionStorage.clear();
  vi.resetModules();
  const { storedIdentity, updateRegistration: update } =
    await import('../src/registration/store.js');
  update((state) => ({ ...state, email: EMAIL, guid: 'guid-1' }));
  expect(storedIdentity()).toEqual({ email: EMAIL, guid: 'guid-1' });
  blocked.mockRestore();
  // Modules are shared, so the next file must find working storage.
  vi.resetModules();
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

test('a response that arrives after the end of a registration does not restore it', async () => {
  keep(DRAFT);
  serve({ '/registration/draft': { status: 200, body: DRAFT } });
  const reading = readDraft();
  clearRegistration();
  await reading;
  expect(registration()).toEqual(EMPTY_STATE);
});

test('a draft that the server no longer has counts as expired', async () => {
  keep(DRAFT);
  serve({ '/registration/draft': refused(404, 'There is none.') });
  await expect(readDraft()).rejects.toMatchObject({ status: 401 });
  clearRegistration();
});

test.each([
  ['another draft', { guid: 'guid-2' }],
  ['a registration that awaits confirmation', { awaitingConfirmation: true }],
])('the end of a draft does not end %s that has replaced it', async (_, next) => {
  keep(DRAFT);
  const ended = await checkDraft(() => {
    updateRegistration((state) => ({ ...state, ...next }));
    return Promise.reject(new CallError('Your session has expired.', 401));
  });
  expect(ended).toBeNull();
  expect(registration()).toMatchObject({ email: EMAIL, ...next });
  clearRegistration();
});

test.each([
  ['of its address, in any case', EMAIL.toUpperCase(), true],
  ['of another address', 'b@example.org', false],
])('a tab that waits forgets its registration after a confirmation %s', (_, email, forgets) => {
  keep({ ...DRAFT, awaitingConfirmation: true });
  expect(forgetConfirmed(email)).toBe(forgets);
  expect(registration().email).toBe(forgets ? null : EMAIL);
  clearRegistration();
});
