import { beforeEach, expect, test, vi } from 'vitest';
import { ADMIN_BASE_PATH, PORTAL_ROUTES } from '@kidlab/contract';
import { screen, waitFor, within } from '@testing-library/react';

import { SIGNED_IN_USER } from '../src/providers/auth-provider.js';
import { newQueryClient } from '../src/providers/query-client.js';
import { INVITE_TEXTS } from '../src/texts/inviting.js';
import { HEADER_TEXTS, USERS_TEXTS } from '../src/texts/portal.js';
import { RECORD_FORM_TEXTS } from '../src/texts/record.js';
import { SECOND_FACTOR_TEXTS } from '../src/texts/sign-in.js';
import { STUDY_TEXTS } from '../src/texts/studies.js';
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

/** What activity does once a minute, and each read that gets a 401. It never settles if it leaves the page. */
const keepAlive = (): Promise<unknown> => newQueryClient().query(SIGNED_IN_USER);

async function expectToStay(): Promise<void> {
  await expect(keepAlive()).rejects.toMatchObject({ status: 401 });
  expect(replace).not.toHaveBeenCalled();
}

test('activity after the end of the session keeps the entries of a form', async () => {
  at(PORTAL_ROUTES.addFamily);
  const server = serve();
  const { user } = await opened(PORTAL_ROUTES.addFamily, HEADER_TEXTS.addFamily);
  server.answer({ 'GET /whoami': OVER });
  await enter(user, 'guardian.firstName', 'Jane');
  await expectToStay();
  expect(field('guardian.firstName').value).toBe('Jane');
});

test('a study keeps its entries, although its list of studies is read again', async () => {
  at('/add-study');
  const server = serve({ ...PAGE, 'POST /studies': OVER });
  const { user } = await opened('/add-study', STUDY_TEXTS.add);
  await enter(user, 'study.name', 'Blocks 3');
  await enter(user, 'study.publicName', 'Building with blocks');
  server.answer({ 'GET /whoami': OVER, 'GET /studies': OVER });
  await press(user, 'Submit');
  await screen.findByText(/What you entered is still here/);
  await waitFor(() => expect(server.calls('GET /studies')).toHaveLength(2));
  await expectToStay();
  expect(field('study.name').value).toBe('Blocks 3');
});

test('without entries, it leads to the login page', async () => {
  at(PORTAL_ROUTES.addFamily);
  const server = serve();
  await opened(PORTAL_ROUTES.addFamily, HEADER_TEXTS.addFamily);
  server.answer({ 'GET /whoami': OVER });
  void keepAlive();
  await waitFor(() => expect(replace).toHaveBeenCalledOnce());
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
  await expectToStay();
  expect(field('take').value).toBe('2');
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
  await expectToStay();
  expect(field('email').value).toBe('new@example.org');
});

test('two-step sign-in keeps the password, and links to the login', async () => {
  at(PORTAL_ROUTES.secondFactor);
  const status = 'GET /second-factor';
  const off = {
    body: { policy: 'optional', isOn: false, confirmedAt: null, recoveryCodesLeft: 0 },
  };
  const server = serve({ [status]: off, 'POST /second-factor/setup': OVER });
  const { user } = await opened(PORTAL_ROUTES.secondFactor, SECOND_FACTOR_TEXTS.menu);
  await press(user, SECOND_FACTOR_TEXTS.switchOn);
  await enter(user, 'password', 'made up');
  server.answer({ 'GET /whoami': OVER, [status]: OVER });
  await press(user, SECOND_FACTOR_TEXTS.goOn);
  await screen.findByRole('link', { name: RECORD_FORM_TEXTS.logIn });
  await expectToStay();
  expect(field('password').value).toBe('made up');
});

test('a 401 of the call that asks who is signed in does not repeat that call', async () => {
  at('/users');
  const server = serve({ 'GET /users': { body: [] } });
  const { user } = await opened('/users', 'User Administration');
  await enter(user, 'email', 'new@example.org');
  server.answer({ 'GET /whoami': OVER });
  const before = server.calls('GET /whoami').length;
  await expectToStay();
  expect(server.calls('GET /whoami')).toHaveLength(before + 1);
});
