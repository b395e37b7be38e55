import { beforeEach, expect, test, vi } from 'vitest';
import { ADMIN_BASE_PATH, PORTAL_ROUTES } from '@kidlab/contract';
import { act, waitFor } from '@testing-library/react';

import { LOGGED_IN_AS } from '../src/providers/login-page.js';
import { INACTIVITY_TEXTS } from '../src/texts/portal.js';
import { aLateAnswer, serve, STAFF } from './page.js';
import { opened, stopTheDate } from './portal.js';

beforeEach(stopTheDate);

test('after the time-out, a late response stores nothing; a hidden tab has no alert', async () => {
  const replace = vi.fn();
  const place = new URL(`${ADMIN_BASE_PATH}/users`, 'http://localhost');
  vi.stubGlobal('location', Object.assign(place, { replace }));
  const alert = vi.spyOn(window, 'alert').mockReturnValue();
  const server = serve({ 'GET /users': { body: [] } });
  const { user } = await opened('/users', 'User Administration');
  localStorage.setItem('something', 'kept');
  const passMinutes = (minutes: number): void => {
    vi.setSystemTime(Date.now() + minutes * 60_000);
  };
  const look = (): unknown => act(() => window.dispatchEvent(new Event('focus')));

  // Activity makes the portal ask who is signed in. The response arrives after the time-out.
  const { late, release } = aLateAnswer();
  server.answer({ 'GET /whoami': () => late });
  const before = server.calls('GET /whoami').length;
  passMinutes(2);
  await user.keyboard('{Shift}');
  look();
  await waitFor(() => expect(server.calls('GET /whoami').length).toBeGreaterThan(before));
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  passMinutes(STAFF.idleTimeoutMinutes);
  look();
  expect(document.querySelector('h1')).toBeNull();
  release({ body: STAFF });
  await new Promise((resolve) => setTimeout(resolve));
  expect([sessionStorage.getItem(LOGGED_IN_AS), localStorage.length]).toEqual([null, 0]);
  expect(alert).not.toHaveBeenCalled();

  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible');
  document.dispatchEvent(new Event('visibilitychange'));
  await waitFor(() => expect(replace).toHaveBeenCalledWith(ADMIN_BASE_PATH + PORTAL_ROUTES.login));
  expect(alert).toHaveBeenCalledWith(INACTIVITY_TEXTS.loggedOut);
});
