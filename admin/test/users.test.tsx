import { expect, test } from 'vitest';
import { IDEMPOTENCY_HEADER } from '@kidlab/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';

import { USERS } from '../../e2e/portal-specification.js';
import { OPERATIONS_TEXTS } from '../src/texts/operations.js';
import { USERS_TEXTS } from '../src/texts/portal.js';
import { alertsSay, enter, expectFocus, heading, press, refused, serve } from './page.js';
import { open } from './portal.js';

const COLLEAGUE = {
  id: 2,
  email: 'other@example.org',
  enabled: true,
  hasPassword: true,
  hasSecondFactor: false,
  isUserAdmin: false,
};

test('deleting a user that is already deleted is not an error', async () => {
  const server = serve({
    'GET /users': { body: [COLLEAGUE] },
    'DELETE /users/2': refused(404, 'There is no such user.'),
  });
  const { user } = open('/users');
  await screen.findByText(COLLEAGUE.email);
  await press(user, `Delete ${COLLEAGUE.email}`);
  const dialog = await screen.findByRole('alertdialog');
  server.answer({ 'GET /users': { body: [] } });
  await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
  await screen.findByText(OPERATIONS_TEXTS.userDeleted);
  await waitFor(() => expect(screen.queryByText(COLLEAGUE.email)).toBeNull());
});

test('after a lost response, the list shows the new user; the next gets a new key', async () => {
  const server = serve({ 'GET /users': { body: [] }, 'POST /users': null });
  const { user } = open('/users');
  await screen.findByText(USERS_TEXTS.empty);
  server.answer({ 'GET /users': { body: [COLLEAGUE] } });
  await enter(user, 'email', COLLEAGUE.email);
  await press(user, USERS_TEXTS.added.add);
  await screen.findByText(COLLEAGUE.email);
  await enter(user, 'email', 'third@example.org');
  await press(user, USERS_TEXTS.added.add);
  await waitFor(() => expect(server.calls('POST /users')).toHaveLength(2));
  const [first, second] = server
    .calls('POST /users')
    .map(({ headers }) => headers.get(IDEMPOTENCY_HEADER));
  expect(second).not.toBe(first);
});

test('a refused address is announced although the focus stays in its field', async () => {
  serve({ 'GET /users': { body: [] } });
  const { user } = open('/users');
  await screen.findByText(USERS_TEXTS.empty);
  await enter(user, 'email', 'nobody');
  await user.keyboard('{Enter}');
  await alertsSay(USERS.invalid);
});

test('the focus stays in the page when the user of the pressed button is gone', async () => {
  const server = serve({
    'GET /users': { body: [{ ...COLLEAGUE, enabled: false }] },
    'PUT /users/2': refused(404, 'There is no such user.'),
  });
  const { user } = open('/users');
  await screen.findByText(COLLEAGUE.email);
  server.answer({ 'GET /users': { body: [] } });
  await press(user, `${OPERATIONS_TEXTS.enable} ${COLLEAGUE.email}`);
  await screen.findByText(USERS_TEXTS.empty);
  await expectFocus(heading);
});

test('a fast double click mails one link', async () => {
  const server = serve({
    'GET /users': { body: [{ ...COLLEAGUE, hasPassword: false }] },
    'POST /forgot-password': { status: 204 },
  });
  open('/users');
  const again = await screen.findByRole('button', {
    name: `${OPERATIONS_TEXTS.sendLinkAgain} ${COLLEAGUE.email}`,
  });
  fireEvent.click(again);
  fireEvent.click(again);
  await screen.findByText(OPERATIONS_TEXTS.linkSent);
  expect(server.calls('POST /forgot-password')).toHaveLength(1);
});
