import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { act, screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';

import { RegistrationApp } from '../src/browser-app.js';
import { eraseDraft } from '../src/registration/draft.js';
import { moment } from '../src/registration/draft-clock.js';
import { withDraft } from '../src/registration/state.js';
import { registration, updateRegistration } from '../src/registration/store.js';
import type { TabMessage } from '../src/registration/tabs.js';
import {
  type Answer,
  DRAFT,
  EMAIL,
  hold,
  keep,
  press,
  refused,
  savedChildren,
  serve,
  show,
} from './page.js';

const READ = '/registration/draft';
const EXPIRED = refused(401, 'Your session has expired.');
const SEEN = { ...DRAFT, children: savedChildren('Maya') };
const AWAITING = { ...SEEN, awaitingConfirmation: true };

/** What this tab has told the others. */
const told: TabMessage[] = [];
const channel = Object.assign(new EventTarget(), {
  postMessage: (message: TabMessage) => told.push(message),
});

let user: UserEvent;
const open = (draft: typeof DRAFT, path: 'registration' | 'children' | 'agreement' | 'verify') => {
  keep(draft);
  user = show(<RegistrationApp />, path);
};
const hear = (kind: TabMessage['kind'], whose: string = DRAFT.guid): void =>
  act(() => {
    channel.dispatchEvent(new MessageEvent('message', { data: { kind, whose } }));
  });
const page = (): string => window.location.pathname.slice('/kidlab-reg/'.length);
const names = (level: number): (string | null)[] =>
  screen.queryAllByRole('heading', { level }).map(({ textContent }) => textContent);
const answer = (body: object): Answer => ({ status: 200, body });

beforeEach(() => {
  vi.stubGlobal('BroadcastChannel', function () {
    return channel;
  });
  keep(null);
  serve({});
  told.length = 0;
});
afterAll(() => {
  vi.unstubAllGlobals();
});

test.each<[string, TabMessage['kind'], Answer, string]>([
  ['was canceled', 'cancelled', EXPIRED, 'cancel-registration'],
  ['has expired', 'changed', EXPIRED, 'session-expired'],
])('a tab that hears that its registration %s keeps nothing of it', async (_, kind, read, path) => {
  open(SEEN, 'agreement');
  serve({ [READ]: read });
  hear(kind);
  await waitFor(() => expect(page()).toBe(path));
  expect(sessionStorage.getItem('kidlab-reg')).toBeNull();
});

test('a tab that hears that the agreement was accepted shows the next page', async () => {
  open(SEEN, 'agreement');
  serve({ [READ]: answer(AWAITING) });
  hear('changed');
  await screen.findByRole('heading', { level: 1, name: 'Your registration is almost complete' });
  expect(document.body.textContent).toContain(EMAIL);
});

test('a tab on a page outside the steps stays there', () => {
  open(SEEN, 'verify');
  window.history.replaceState(null, '', '/kidlab-reg/session-expired');
  hear('cancelled');
  expect(page()).toBe('session-expired');
});

test('a tab that hears of a change shows what the server has now', async () => {
  open(SEEN, 'children');
  const now = { ...SEEN, children: savedChildren('Maja', 'Leo') };
  const call = serve({ [READ]: answer(now) });
  hear('changed');
  await waitFor(() => expect(names(3)).toEqual(['Maja', 'Leo']));
  expect(page()).toBe('children-step');
  expect(call).toHaveBeenCalledTimes(1);
});

test('a tab whose open child is deleted by another tab shows the form of a new one', async () => {
  keep(SEEN);
  show(<RegistrationApp />, 'children', '?child=key-1');
  serve({ [READ]: answer(DRAFT) });
  hear('changed');
  await screen.findByRole('heading', { level: 2, name: 'Add a child' });
});

test.each<TabMessage['kind']>(['cancelled', 'changed'])(
  'a tab that hears that another registration was %s keeps its own',
  (kind) => {
    open(SEEN, 'children');
    const call = serve({ [READ]: EXPIRED });
    hear(kind, 'another-guid');
    expect(names(3)).toEqual(['Maya']);
    expect(call).not.toHaveBeenCalled();
  },
);

test('a tab that awaits confirmation ignores a change', () => {
  open(AWAITING, 'verify');
  const call = serve({ [READ]: EXPIRED });
  hear('changed');
  expect(call).not.toHaveBeenCalled();
  expect(document.body.textContent).toContain(EMAIL);
  expect(sessionStorage.getItem('kidlab-reg')).toContain(EMAIL);
});

test('a tab that hears of a change while it sends the agreement waits for its own response', async () => {
  open(SEEN, 'agreement');
  // By now, the server has no draft any more, and a read would get a 401.
  const { call, release } = hold({
    '/send-confirmation-email': { status: 200 },
    '/update-family-details': { status: 200 },
    [READ]: EXPIRED,
  });
  await press(user, 'I agree');
  hear('changed');
  release();
  await screen.findByRole('heading', { level: 1, name: 'Your registration is almost complete' });
  expect(call.mock.calls.filter(([address]) => address.includes(READ))).toEqual([]);
  expect(document.body.textContent).toContain(EMAIL);
});

test('a tab says that another one has changed the address, and sends its children again', async () => {
  open(SEEN, 'agreement');
  const email = 'other@example.org';
  // The server drops the children when the address changes.
  serve({ [READ]: answer({ ...DRAFT, email, version: '2' }) });
  hear('changed');
  await waitFor(() => expect(document.body.textContent).toContain(email));
  await press(user, 'I agree');
  expect(screen.getByRole('alert').textContent).toBe(
    `This registration was changed in another tab. Please check its email address and your children before you continue: ${email}`,
  );
  expect(names(3)).toEqual(['Maya']);

  const saved: string[] = [];
  const call = serve({
    '/families/guid': { status: 200, body: JSON.stringify(DRAFT.guid) },
    '/children': () => ({ status: 201, body: saved.push('Maya') }),
    [READ]: () => answer({ ...DRAFT, email, version: '3', children: savedChildren(...saved) }),
  });
  await press(user, 'Continue');
  await screen.findByRole('button', { name: 'I agree' });
  const [, sent] = call.mock.calls.find(([address]) => address.endsWith('/children')) ?? [];
  expect(JSON.parse(sent?.body as string)).toMatchObject({ email, firstName: 'Maya' });
  expect(screen.getByRole('status').textContent).toBe('');
});

test('the dialog that offers more time closes when another tab has asked for it', async () => {
  keep(SEEN);
  const long = { wall: Date.now() - 56 * 60_000, steady: 0 };
  updateRegistration((state) => ({ ...withDraft(state, SEEN), lastCall: long }));
  user = show(<RegistrationApp />, 'agreement');
  await screen.findByRole('dialog', { name: 'Do you need more time?' });
  serve({ [READ]: answer(SEEN) });
  hear('changed');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('a tab tells the others that it has more time', async () => {
  keep(SEEN);
  const long = { wall: Date.now() - 56 * 60_000, steady: 0 };
  updateRegistration((state) => ({ ...state, lastCall: long }));
  user = show(<RegistrationApp />, 'agreement');
  serve({ '/registration/extend': { status: 204 } });
  await user.click(await screen.findByRole('button', { name: 'Stay on this page' }));
  await waitFor(() => expect(told).toEqual([{ kind: 'changed', whose: DRAFT.guid }]));
  expect(moment().wall - (registration().lastCall?.wall ?? 0)).toBeLessThan(60_000);
});

test.each<[string, Answer, string]>([
  ['was accepted', { status: 200 }, 'verify-registration'],
  ['met an expired session', EXPIRED, 'session-expired'],
])('a tab tells the others when its agreement %s', async (_, sent, path) => {
  open(SEEN, 'agreement');
  serve({ '/send-confirmation-email': sent, '/update-family-details': { status: 200 } });
  await press(user, 'I agree');
  await waitFor(() => expect(page()).toBe(path));
  expect(told).toEqual([{ kind: 'changed', whose: DRAFT.guid }]);
});

test('a tab tells the others of a cancellation once the server has erased the family', async () => {
  keep(SEEN);
  serve({ '/families/by-email': refused(404, 'There is none.') });
  expect(await eraseDraft()).toBe(false);
  expect(told).toEqual([]);
  serve({ '/families/by-email': { status: 204 } });
  expect(await eraseDraft()).toBe(true);
  expect(told).toEqual([{ kind: 'cancelled', whose: DRAFT.guid }]);
});
