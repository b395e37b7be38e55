import { beforeEach, expect, test, vi } from 'vitest';
import { act, fireEvent, screen } from '@testing-library/react';

import { RegistrationApp } from '../src/browser-app.js';
import type { PAGES } from '../src/pages.js';
import { DRAFT, keep, refused, savedChildren, serve, show } from './page.js';

/** A draft expires after an hour. The tests set the browser's clock, which may be wrong: only the server knows. */

const READ = '/registration/draft';
const EXTEND = '/registration/extend';
const EXPIRED = refused(401, 'Your session has expired.');
const ALIVE = { status: 200, body: { ...DRAFT, children: savedChildren('Maya') } };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'performance', 'setInterval', 'clearInterval'] });
  keep(null);
});

/** Passes time at once, like a laptop that sleeps. */
const sleep = (minutes: number): Promise<void> =>
  act(async () => {
    vi.setSystemTime(Date.now() + minutes * 60_000);
    await vi.advanceTimersByTimeAsync(1_000);
  });
const wait = (seconds: number): Promise<void> =>
  act(async () => {
    await vi.advanceTimersByTimeAsync(seconds * 1_000);
  });
const dialog = (): HTMLElement | null =>
  screen.queryByRole('dialog', { name: 'Do you need more time?' });

/** Opens a step, which reads its draft. */
async function open(path: keyof typeof PAGES): Promise<void> {
  keep(null, { guid: DRAFT.guid, email: DRAFT.email });
  serve({ [READ]: ALIVE });
  show(<RegistrationApp />, path);
  await wait(1);
  expect(document.body.textContent).not.toContain('still loading');
}

function expectSessionExpired(): void {
  expect(window.location.pathname).toBe('/kidlab-reg/session-expired');
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Session Expired!');
  expect(dialog()).toBeNull();
}

test.each(['registration', 'children', 'agreement'] as const)(
  'a laptop that slept past the end shows the session-expired page instead of step "%s"',
  async (path) => {
    await open(path);
    serve({ [EXTEND]: EXPIRED });
    await sleep(540);
    expectSessionExpired();
    expect(sessionStorage.getItem('kidlab-reg')).toBeNull();
  },
);

test('staying fails when the server has already ended the session', async () => {
  await open('children');
  serve({ [EXTEND]: EXPIRED });
  await sleep(56);
  fireEvent.click(screen.getByRole('button', { name: 'Stay on this page' }));
  await wait(1);
  expectSessionExpired();
});

test('a clock that is ahead does not end a valid draft', async () => {
  await open('children');
  const call = serve({ [EXTEND]: { status: 204 } });
  await sleep(90);
  expect(call).toHaveBeenCalledTimes(1);
  expect(screen.getByRole('heading', { level: 3 }).textContent).toBe('Maya');
  expect(dialog()).toBeNull();
  await sleep(54);
  expect(dialog()).toBeNull();
  await sleep(2);
  expect(dialog()).not.toBeNull();
});

test('while offline, the page keeps asking until the server answers', async () => {
  await open('children');
  const call = serve({});
  await sleep(90);
  expect(dialog()?.textContent).toContain('unless we can reach the server soon');
  await wait(150);
  expect(call.mock.calls.length).toBeGreaterThan(9);
  expect(screen.getByRole('heading', { level: 3 }).textContent).toBe('Maya');
  serve({ [EXTEND]: EXPIRED });
  await wait(15);
  expectSessionExpired();
});

test('a clock that is set back does not hide the end of the draft', async () => {
  await open('children');
  vi.setSystemTime(Date.now() - 5 * 3_600_000);
  await wait(54 * 60);
  expect(dialog()).toBeNull();
  await wait(2 * 60);
  expect(dialog()).not.toBeNull();
});
