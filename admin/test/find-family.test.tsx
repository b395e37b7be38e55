import { expect, test } from 'vitest';
import { PORTAL_ROUTES } from '@kidlab/contract';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';

import { FIND_TEXTS } from '../src/texts/portal.js';
import {
  aLateAnswer,
  type Answer,
  expectFocus,
  expectHeading,
  heading,
  refused,
  serve,
  type Server,
  SERVER_ERROR,
  type Shown,
} from './page.js';
import { aFamily, GUID, opened } from './portal.js';

const SEARCH = 'GET /family-guardian-child/summary';

function found(familyName: string, guid: string): Answer {
  const row = { guid, familyName, allGuardians: 'Jane Doe', allChildren: 'Maya', children: [] };
  return { body: [{ ...row, id: guid, email: 'jane@example.org' }] };
}

type Searching = Shown &
  Pick<ReturnType<typeof aLateAnswer>, 'release'> & { readonly server: Server };

/** Opens "Find a family", and types. The server answers when it is told to. */
async function searching(text: string): Promise<Searching> {
  const { late, release } = aLateAnswer();
  const server = serve({ 'GET /users': { body: [] }, [SEARCH]: () => late });
  const shown = await opened('/users', 'User Administration');
  // A capital K, as with Caps Lock.
  await shown.user.keyboard('{Control>}K{/Control}');
  await screen.findByRole('combobox', { name: FIND_TEXTS.label });
  await shown.user.keyboard(text);
  expect(screen.getByText(FIND_TEXTS.searching)).toBeDefined();
  return { ...shown, server, release };
}

test('Enter before the results opens the first one when they arrive', async () => {
  const { user, address, server, release } = await searching(' doe');
  await user.keyboard('{Enter}');
  expect(address()).toBe('/users');
  release(found('Doe', GUID));
  await waitFor(() => expect(address()).toBe(`/family-details-page?guid=${GUID}`));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(server.calls(SEARCH).map(({ query }) => query.get('q'))).toEqual(['doe']);
});

test('Enter opens no result once the text has changed', async () => {
  const { user, address, server, release } = await searching('do');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(server.calls(SEARCH)).toHaveLength(1));
  server.answer({ [SEARCH]: found('Doering', GUID) });
  await user.keyboard('er');
  release(found('Doe', GUID));
  expect(await screen.findByRole('option', { name: /Doering/ })).toBeDefined();
  expect(address()).toBe('/users');
});

test('from one family to another, the focus goes to its heading', async () => {
  const other = GUID.replace('6', '7');
  serve({
    [`GET /families/getByGuid/${GUID}`]: { body: aFamily() },
    [`GET /families/getByGuid/${other}`]: { body: aFamily({ guid: other, familyName: 'Roe' }) },
    [SEARCH]: found('Roe', other),
    'GET /mails': { body: [] },
  });
  const { user } = await opened(`/family-details-page?guid=${GUID}`, 'Doe');
  await user.keyboard('{Control>}k{/Control}roe{Enter}');
  await expectHeading('Roe');
  await expectFocus(heading);
});

test('a page that loads behind the dialog does not take its focus', async () => {
  const { router } = await searching('do');
  await act(() => router.navigate(PORTAL_ROUTES.landing));
  await waitFor(() => expect(document.querySelector('h1')?.textContent).toBe('Dashboard'));
  expect(document.activeElement).toBe(screen.getByRole('combobox', { name: FIND_TEXTS.label }));
});

test('an Enter that only ends an IME composition opens nothing', async () => {
  const { address, release } = await searching('doe');
  fireEvent.keyDown(screen.getByRole('combobox'), { key: 'Enter', isComposing: true });
  release(found('Doe', GUID));
  expect(await screen.findByRole('option', { name: /Doe/ })).toBeDefined();
  expect(address()).toBe('/users');
});

test('Enter is forgotten when the search fails', async () => {
  const { user, address, server, release } = await searching('doe');
  await user.keyboard('{Enter}');
  release(refused(500, SERVER_ERROR));
  await screen.findByText(FIND_TEXTS.failed);
  // The portal tries again.
  const again = aLateAnswer();
  server.answer({ [SEARCH]: () => again.late });
  window.dispatchEvent(new Event('offline'));
  window.dispatchEvent(new Event('online'));
  await screen.findByText(FIND_TEXTS.searching);
  again.release(found('Doe', GUID));
  expect(await screen.findByRole('option', { name: /Doe/ })).toBeDefined();
  expect(address()).toBe('/users');
});
