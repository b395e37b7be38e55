import { expect, test, vi } from 'vitest';
import type { MailPreferences } from '@kidlab/contract';
import { screen, waitFor } from '@testing-library/react';

import { monthsFrom, PreferencesPage } from '../src/invitation/preferences-page.js';
import { type Answer, CONNECTION_LOST, expectBanner, press, refused, serve, show } from './page.js';

const CALL = '/mail-preferences';
const ON = 'You are signed up for invitations';
const OFF = 'You will not get any more invitations';
const PAUSED = 'Your invitations are paused until March 1, 2027';

const preferences = (isSubscribed: boolean, pausedUntil: string | null = null): Answer => ({
  status: 200,
  body: { isSubscribed, pausedUntil } satisfies MailPreferences,
});
const heading = (name: string | RegExp): Promise<HTMLElement> =>
  screen.findByRole('heading', { level: 1, name });
const body = (call: ReturnType<typeof serve>): unknown =>
  JSON.parse(call.mock.calls.at(-1)?.[1]?.body as string);

async function open(answer: Answer, name: string | RegExp): Promise<ReturnType<typeof show>> {
  serve({ [CALL]: answer });
  const user = show(<PreferencesPage />, 'mailPreferences', '?guid=g');
  await heading(name);
  return user;
}

test('one tap stops invitations, and Undo resumes them', async () => {
  const user = await open(preferences(true), ON);
  let call = serve({ [CALL]: preferences(false) });
  await press(user, 'Stop all invitations');
  await heading(OFF);
  await waitFor(() => expect(document.activeElement?.textContent).toBe(OFF));
  expect(body(call)).toEqual({ unsubscribe: true });
  // Undo does the same, so there is no second button.
  expect(screen.queryByRole('button', { name: 'Invite us again' })).toBeNull();

  call = serve({ [CALL]: preferences(true) });
  await press(user, 'Undo');
  await heading(ON);
  expect(body(call)).toEqual({ resume: true });
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
});

test.each([1, 3, 6])('invitations can be paused for %i months', async (months) => {
  const user = await open(preferences(true), ON);
  const call = serve({ [CALL]: preferences(true, '2027-03-01') });
  await press(user, months === 1 ? '1 month' : `${String(months)} months`);
  await heading(PAUSED);
  // Neither a pause nor a stop gives up a seat.
  expect(screen.getByText(/^You will still get emails about a test session/)).toBeTruthy();
  expect(body(call)).toEqual({ pauseUntil: monthsFrom(new Date(), months) });
});

test('a pause can be ended, and that can be undone', async () => {
  const user = await open(preferences(true, '2027-03-01'), PAUSED);
  let call = serve({ [CALL]: preferences(true) });
  await press(user, 'Invite us again');
  await heading(ON);
  expect(body(call)).toEqual({ resume: true });
  call = serve({ [CALL]: preferences(true, '2027-03-01') });
  await press(user, 'Undo');
  await heading(PAUSED);
  await waitFor(() => expect(body(call)).toEqual({ pauseUntil: '2027-03-01' }));
});

test('a stop can be ended on a later visit, which has nothing to undo', async () => {
  const user = await open(preferences(false), OFF);
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  const call = serve({ [CALL]: preferences(true) });
  await press(user, 'Invite us again');
  await heading(ON);
  expect(body(call)).toEqual({ resume: true });
});

test('Undo after a stop subscribes again and restores the pause', async () => {
  const user = await open(preferences(true, '2027-03-01'), PAUSED);
  serve({ [CALL]: preferences(false, '2027-03-01') });
  await press(user, 'Stop all invitations');
  await heading(OFF);
  // Undo only restores the pause, so this button is needed, too.
  screen.getByRole('button', { name: 'Invite us again' });
  const call = serve({ [CALL]: preferences(true, '2027-03-01') });
  await press(user, 'Undo');
  await heading(PAUSED);
  await waitFor(() => expect(body(call)).toEqual({ pauseUntil: '2027-03-01' }));
  expect(call.mock.calls.map(([, sent]) => JSON.parse(sent?.body as string) as unknown)).toEqual([
    { resume: true },
    { pauseUntil: '2027-03-01' },
  ]);
});

test('Undo restores a pause that staff set for longer than parents may, up to a year', async () => {
  vi.useFakeTimers({ now: new Date(2026, 10, 27), toFake: ['Date'] });
  const user = await open(preferences(true, '2099-03-01'), /^Your invitations are paused until /);
  serve({ [CALL]: preferences(true) });
  await press(user, 'Invite us again');
  await heading(ON);
  const call = serve({ [CALL]: preferences(true, '2027-03-01') });
  await press(user, 'Undo');
  await heading(PAUSED);
  await waitFor(() => expect(body(call)).toEqual({ pauseUntil: '2027-11-26' }));
});

test('a pause ends on the same day of a later month', () => {
  expect(monthsFrom(new Date(2026, 10, 23), 1)).toBe('2026-12-23');
  expect(monthsFrom(new Date(2026, 10, 30), 3)).toBe('2027-02-28');
  expect(monthsFrom(new Date(2026, 7, 31), 6)).toBe('2027-02-28');
});

test('an unknown link is explained', async () => {
  await open(refused(404, 'Unknown.'), 'We don’t recognize this link');
});

test('a lost connection is reported, and the button works again', async () => {
  const user = await open(preferences(true), ON);
  serve({});
  await press(user, 'Stop all invitations');
  await expectBanner(CONNECTION_LOST);
  serve({ [CALL]: preferences(false) });
  await press(user, 'Stop all invitations');
  await heading(OFF);
});
