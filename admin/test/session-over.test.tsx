import { beforeEach, expect, test, vi } from 'vitest';
import { ADMIN_BASE_PATH, PORTAL_ROUTES } from '@kidlab/contract';
import { act, screen, waitFor, within } from '@testing-library/react';

import { INVITE_TEXTS } from '../src/texts/inviting.js';
import { HEADER_TEXTS, USERS_TEXTS } from '../src/texts/portal.js';
import { RECORD_FORM_TEXTS } from '../src/texts/record.js';
import { alertsSay, enter, field, press, refused, rowsShown, serve } from './page.js';
import { opened } from './portal.js';
import { PAGE } from './study-records.js';

const OVER = refused(401, 'Please log in.');
const replace = vi.fn();

beforeEach(() => {
  replace.mockReset();
});

function at(address: string): void {
  const place = new URL(ADMIN_BASE_PATH + address, 'http://localhost');
  vi.stubGlobal('location', Object.assign(place, { replace }));
}

/** Asks the server who is signed in, like activity once a minute. */
async function keepAlive({ calls }: ReturnType<typeof serve>): Promise<void> {
  const before = calls('GET /whoami').length;
  const login = { key: 'kidlab.ended', newValue: 'login' };
  act(() => void window.dispatchEvent(new StorageEvent('storage', login)));
  await waitFor(() => expect(calls('GET /whoami')).toHaveLength(before + 1));
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
  expect(calls('GET /whoami')).toHaveLength(before + 1);
}

test('activity after the end of the session keeps the entries of a form', async () => {
  at(PORTAL_ROUTES.addFamily);
  const server = serve();
  const { user } = await opened(PORTAL_ROUTES.addFamily, HEADER_TEXTS.addFamily);
  server.answer({ 'GET /whoami': OVER });
  await enter(user, 'guardian.firstName', 'Jane');
  await keepAlive(server);
  expect(field('guardian.firstName').value).toBe('Jane');
  expect(replace).not.toHaveBeenCalled();
});

test('without entries, it leads to the login page', async () => {
  at(PORTAL_ROUTES.addFamily);
  const server = serve();
  await opened(PORTAL_ROUTES.addFamily, HEADER_TEXTS.addFamily);
  server.answer({ 'GET /whoami': OVER });
  await keepAlive(server);
  expect(replace).toHaveBeenCalledOnce();
});

test('a dialog keeps its entries, and is sent after another login', async () => {
  at('/invite?id=3');
  const server = serve({ ...PAGE, 'POST /invitations': OVER });
  const { user } = await opened('/invite?id=3', 'Blocks 3');
  await rowsShown(1);
  await press(user, INVITE_TEXTS.send);
  const dialog = within(await screen.findByRole('dialog', { name: INVITE_TEXTS.send }));
  await enter(user, 'take', '2');
  server.answer({ 'GET /whoami': OVER, 'GET /candidates': OVER });
  const send = dialog.getByRole('button', { name: INVITE_TEXTS.send });
  await user.click(send);
  await dialog.findByRole('link', { name: RECORD_FORM_TEXTS.logIn });
  await keepAlive(server);
  expect(field('take').value).toBe('2');
  expect(replace).not.toHaveBeenCalled();
  await user.click(send);
  await waitFor(() => expect(server.calls('POST /invitations')).toHaveLength(2));
});

test('the address of a new user is kept', async () => {
  at('/users');
  const server = serve({ 'GET /users': { body: [] }, 'POST /users': OVER });
  const { user } = await opened('/users', 'User Administration');
  await enter(user, 'email', 'new@example.org');
  server.answer({ 'GET /whoami': OVER, 'GET /users': OVER });
  await press(user, USERS_TEXTS.added.add);
  await alertsSay('Please log in.');
  // The list can’t be read either, and has the link to the login page.
  await screen.findByRole('link', { name: RECORD_FORM_TEXTS.logIn });
  await keepAlive(server);
  expect(field('email').value).toBe('new@example.org');
  expect(replace).not.toHaveBeenCalled();
});
