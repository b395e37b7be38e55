import { expect, test, vi } from 'vitest';
import { PORTAL_ROUTES, STAFF_MESSAGES } from '@kidlab/contract';
import { act, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';

import { HEADER } from '../../e2e/portal-specification.js';
import { EXPORT_TEXTS } from '../src/texts/export.js';
import { INVITE_TEXTS } from '../src/texts/inviting.js';
import { OPERATIONS_TEXTS } from '../src/texts/operations.js';
import { EDIT_TEXTS } from '../src/texts/portal.js';
import { ERASURE_SCOPE_NAMES, REQUEST_TEXTS } from '../src/texts/privacy.js';
import { SECOND_FACTOR_TEXTS } from '../src/texts/sign-in.js';
import {
  alertsSay,
  aLateAnswer,
  CONNECTION_LOST,
  enter,
  expectFault,
  field,
  heading,
  press,
  refused,
  rows,
  rowsShown,
  serve,
  expectFocus,
} from './page.js';
import { aChild, aFamily, aGuardian, open, opened, stopTheDate } from './portal.js';
import { anInvitation, PAGE } from './study-records.js';

test('a failed export stops its worker and shows an error', async () => {
  const workers: StubWorker[] = [];
  class StubWorker {
    onerror = (): void => undefined;
    readonly postMessage = vi.fn();
    readonly terminate = vi.fn();
    constructor() {
      workers.push(this);
    }
  }
  vi.stubGlobal('Worker', StubWorker);
  serve({ 'GET /families': { body: [aFamily()] } });
  const { user } = open('/families');
  await screen.findByRole('row', { name: /Doe/ });
  await press(user, EXPORT_TEXTS.csv);
  expect(workers[0]?.terminate).not.toHaveBeenCalled();
  act(() => workers[0]?.onerror());
  await alertsSay(EXPORT_TEXTS.failed);
  expect(workers[0]?.terminate).toHaveBeenCalled();
});

const NOTHING_FOUND = {
  email: 'jane@example.org',
  suppressedAt: null,
  families: [],
  mails: [],
  links: [],
  invitations: [],
  events: [],
  staffUser: null,
};

/** Searches the privacy page for the address. */
async function searchJane(): Promise<UserEvent> {
  const { user } = open('/privacy');
  await screen.findByRole('button', { name: REQUEST_TEXTS.search });
  await enter(user, 'email', 'jane@example.org');
  await press(user, REQUEST_TEXTS.search);
  return user;
}

async function askToErase(): Promise<{ user: UserEvent; dialog: HTMLElement }> {
  const user = await searchJane();
  await user.click(await screen.findByRole('button', { name: REQUEST_TEXTS.erase }));
  const dialog = await screen.findByRole('dialog', { name: REQUEST_TEXTS.eraseHeading });
  return { user, dialog };
}

test('the confirmation of an erasure names the seats in upcoming sessions', async () => {
  stopTheDate();
  const found = { family: aFamily(), consent: null, guardians: [], otherGuardians: [] };
  const seat = { state: 'accepted', slotId: 8, startsLocal: '2027-01-12T09:30' } as const;
  serve({
    'GET /privacy/receipts': { body: [] },
    'POST /privacy/searches': {
      body: {
        ...NOTHING_FOUND,
        families: [{ ...found, children: [aChild(21)], scopes: ['family'] }],
        invitations: [{}],
      },
    },
    'GET /invitations': { body: [anInvitation(31, seat)] },
  });
  const { dialog } = await askToErase();
  await within(dialog).findByText(
    'Maya has a seat in Blocks 3 on Tue, Jan 12, 2027, 9:30 AM. This frees the seat.',
  );
});

test('an erasure is confirmed by typing the address, whatever its case', async () => {
  const server = serve({
    'GET /privacy/receipts': { body: [] },
    'POST /privacy/searches': { body: NOTHING_FOUND },
  });
  const { user, dialog } = await askToErase();
  const input = within(dialog).getByRole<HTMLInputElement>('textbox');
  const confirm = within(dialog).getByRole('button', { name: REQUEST_TEXTS.erase });
  await user.type(input, 'Jane@exampleXorg');
  await user.click(confirm);
  await within(dialog).findByText(STAFF_MESSAGES.confirmErasure);
  expect(server.calls('POST /privacy/erasures')).toEqual([]);
  await user.clear(input);
  await user.type(input, 'Jane@Example.org');
  expect(input.value).toBe('Jane@Example.org');
  await user.click(confirm);
  await waitFor(() => {
    expect(server.calls('POST /privacy/erasures')).toHaveLength(1);
  });
});

test('after an erasure with a lost response, the receipts show it', async () => {
  const server = serve({
    'GET /privacy/receipts': { body: [] },
    'POST /privacy/searches': { body: NOTHING_FOUND },
    'POST /privacy/erasures': null,
  });
  const { user, dialog } = await askToErase();
  await user.type(within(dialog).getByRole('textbox'), 'jane@example.org');
  const number = 'E-K7QW3-H2M9X';
  server.answer({
    'GET /privacy/receipts': {
      body: [{ number, erasedAt: '2026-03-01T17:00:00.000Z', erasedBy: 1, counts: {} }],
    },
  });
  await user.click(within(dialog).getByRole('button', { name: REQUEST_TEXTS.erase }));
  await screen.findByText(CONNECTION_LOST);
  await screen.findByText(number);
});

test('after a lost response, the page shows who is left; a retry is the same', async () => {
  const server = serve({
    ...PAGE,
    'POST /invitations': () => {
      server.answer({ 'GET /candidates': { body: [], total: 0 } });
      return null;
    },
  });
  const { user } = await opened('/invite?id=3', 'Blocks 3');
  await rowsShown(1);
  await press(user, INVITE_TEXTS.send);
  const dialog = within(await screen.findByRole('dialog', { name: INVITE_TEXTS.send }));
  const send = dialog.getByRole('button', { name: INVITE_TEXTS.send });
  await user.click(send);
  await alertsSay(CONNECTION_LOST);
  await waitFor(() => expect(rows()).toEqual([]));
  await user.click(send);
  await waitFor(() => expect(server.calls('POST /invitations')).toHaveLength(2));
  const [first, second] = server.calls('POST /invitations').map(({ body }) => body);
  expect(second).toEqual(first);
});

// 409: an earlier try lifted the block, but its response was lost.
test.each([204, 409])('mail to an erased address is allowed again: %i', async (status) => {
  serve({
    'GET /privacy/receipts': { body: [] },
    'POST /privacy/searches': {
      body: { ...NOTHING_FOUND, suppressedAt: '2026-03-01T17:00:00.000Z' },
    },
    'POST /privacy/suppressions/lift':
      status === 204 ? { status } : refused(status, 'This email address is not blocked.'),
  });
  const user = await searchJane();
  await user.click(await screen.findByRole('button', { name: REQUEST_TEXTS.lift }));
  const dialog = await screen.findByRole('alertdialog');
  await user.click(within(dialog).getByRole('button', { name: REQUEST_TEXTS.lift }));
  await screen.findByText(REQUEST_TEXTS.lifted);
  await waitFor(() => {
    expect(screen.queryByRole('button', { name: REQUEST_TEXTS.lift })).toBeNull();
  });
});

test('the confirmation of an erasure names what is erased', async () => {
  const found = { family: aFamily(), consent: null, otherGuardians: [aGuardian(12)] };
  serve({
    'GET /privacy/receipts': { body: [] },
    'POST /privacy/searches': {
      body: {
        ...NOTHING_FOUND,
        families: [
          { ...found, guardians: [aGuardian(11)], children: [], scopes: ['family', 'guardian'] },
        ],
      },
    },
  });
  const user = await searchJane();
  for (const [choice, said] of [
    [ERASURE_SCOPE_NAMES.family, 'The whole Doe family is erased, with its children.'],
    [ERASURE_SCOPE_NAMES.guardian, 'Only this guardian of the Doe family is erased;'],
  ] as const) {
    await user.click(await screen.findByRole('radio', { name: choice }));
    await press(user, REQUEST_TEXTS.erase);
    const dialog = await screen.findByRole('dialog', { name: REQUEST_TEXTS.eraseHeading });
    expect(dialog.textContent).toContain(said);
    expect(dialog.textContent).toContain('Emails and links of this address are erased too.');
    expect(dialog.textContent).not.toContain('Everything above');
    await press(user, EDIT_TEXTS.cancel);
    await waitFor(() => {
      expect(screen.queryByRole('dialog')).toBeNull();
    });
  }
});

test.each([
  [null, REQUEST_TEXTS.erase],
  ['2026-03-01T17:00:00.000Z', REQUEST_TEXTS.lift],
])(
  'an address with nothing stored (blocked: %s) offers no download, only "%s"',
  async (suppressedAt, offer) => {
    serve({
      'GET /privacy/receipts': { body: [] },
      'POST /privacy/searches': { body: { ...NOTHING_FOUND, suppressedAt } },
    });
    await searchJane();
    await screen.findByText(REQUEST_TEXTS.nothing);
    const { downloadJson, downloadHtml, erase, lift } = REQUEST_TEXTS;
    const offered = [downloadJson, downloadHtml, erase, lift].filter(
      (name) => screen.queryByRole('button', { name }) !== null,
    );
    expect(offered).toEqual([offer]);
  },
);

const COLLEAGUE = {
  id: 2,
  email: 'other@example.org',
  enabled: true,
  hasPassword: true,
  hasSecondFactor: true,
  isUserAdmin: false,
};
const RESET_COLLEAGUE = `${SECOND_FACTOR_TEXTS.reset} ${COLLEAGUE.email}`;

test('resetting a colleague’s second factor needs your own password and code', async () => {
  const server = serve({
    'GET /users': { body: [COLLEAGUE] },
    'GET /second-factor': { body: { isOn: true } },
  });
  const { user } = open('/users');
  await user.click(await screen.findByRole('button', { name: RESET_COLLEAGUE }));
  await screen.findByLabelText(new RegExp(SECOND_FACTOR_TEXTS.currentCode));
  const dialog = screen.getByRole('dialog');
  await user.click(within(dialog).getByRole('button', { name: SECOND_FACTOR_TEXTS.reset }));
  await expectFault('password', STAFF_MESSAGES.passwordNeeded);
  await expectFault('code', STAFF_MESSAGES.codeNeeded);
  expect(server.calls('POST /users/2/second-factor/reset')).toEqual([]);
});

test('a double click deletes once', async () => {
  const { late, release } = aLateAnswer();
  const server = serve({ 'GET /users': { body: [COLLEAGUE] }, 'DELETE /users/2': () => late });
  const { user } = open('/users');
  await screen.findByText(COLLEAGUE.email);
  await press(user, `Delete ${COLLEAGUE.email}`);
  const dialog = await screen.findByRole('alertdialog');
  await user.dblClick(within(dialog).getByRole('button', { name: 'Delete' }));
  release({ body: COLLEAGUE });
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(server.calls('DELETE /users/2')).toHaveLength(1);
});

test('the button that enables a user keeps the focus, and works once', async () => {
  const { late, release } = aLateAnswer();
  const server = serve({
    'GET /users': { body: [{ ...COLLEAGUE, enabled: false }] },
    'PUT /users/2': () => late,
  });
  const { user } = open('/users');
  const button = await screen.findByRole('button', {
    name: `${OPERATIONS_TEXTS.enable} ${COLLEAGUE.email}`,
  });
  const calls = (): number => server.calls('PUT /users/2').length;
  await user.click(button);
  await waitFor(() => {
    expect(calls()).toBe(1);
  });
  // Browsers take the focus from a button that is disabled.
  expect(button.hasAttribute('disabled')).toBe(false);
  await user.click(button);
  server.answer({ 'GET /users': { body: [COLLEAGUE] } });
  release({ body: COLLEAGUE });
  await waitFor(() => {
    expect(document.activeElement?.textContent).toBe(OPERATIONS_TEXTS.disable);
  });
  expect(calls()).toBe(1);
});

test('a wrong code is reported at its input', async () => {
  const wrong = 'This code is not right.';
  const server = serve({
    'GET /users': { body: [COLLEAGUE] },
    'GET /second-factor': { body: { isOn: true } },
    'POST /users/2/second-factor/reset': refused(400, wrong, {
      errors: [{ field: 'code', message: wrong }],
    }),
  });
  const { user } = open('/users');
  await user.click(await screen.findByRole('button', { name: RESET_COLLEAGUE }));
  await screen.findByLabelText(new RegExp(SECOND_FACTOR_TEXTS.currentCode));
  await enter(user, 'password', 'a secret');
  await enter(user, 'code', '123456');
  await user.click(
    within(screen.getByRole('dialog')).getByRole('button', { name: SECOND_FACTOR_TEXTS.reset }),
  );
  await expectFault('code', wrong);
  await expectFocus(() => field('code'));
  expect(server.calls('POST /users/2/second-factor/reset')).toHaveLength(1);
});

test.each([
  [HEADER.entries[1], PORTAL_ROUTES.addFamily],
  [HEADER.logOut, PORTAL_ROUTES.login],
])('Space chooses %s in the Menu', async (entry, path) => {
  serve();
  const { user, address } = open('/search-page');
  await user.click(await screen.findByRole('button', { name: HEADER.menu }));
  (await screen.findByRole('menuitem', { name: entry })).focus();
  await user.keyboard(' ');
  await waitFor(() => {
    expect(address()).toBe(path);
  });
});

test('after a lost response, Cancel shows that two-step sign-in is on', async () => {
  const off = { policy: 'optional', isOn: false, confirmedAt: null, recoveryCodesLeft: 0 };
  const server = serve({
    'GET /second-factor': { body: off },
    'POST /second-factor/setup': { body: { key: 'ABCD', uri: 'otpauth://x', qrCode: 'data:,' } },
    'POST /second-factor/confirm': () => {
      server.answer({ 'GET /second-factor': { body: { ...off, isOn: true } } });
      return null;
    },
  });
  const { user } = open('/second-factor');
  await user.click(await screen.findByRole('button', { name: SECOND_FACTOR_TEXTS.switchOn }));
  await enter(user, 'password', 'A calm long sentence');
  await press(user, SECOND_FACTOR_TEXTS.goOn);
  await screen.findByText(SECOND_FACTOR_TEXTS.confirmHeading);
  await enter(user, 'code', '123456');
  await press(user, SECOND_FACTOR_TEXTS.confirm);
  await alertsSay(CONNECTION_LOST);
  await press(user, EDIT_TEXTS.cancel);
  await screen.findByText(SECOND_FACTOR_TEXTS.isOn);
  await expectFocus(heading);
});

test('once two-step sign-in is on in another tab, turning it on asks for a code', async () => {
  const status = { policy: 'optional', isOn: false, confirmedAt: null, recoveryCodesLeft: 0 };
  const { codeNeeded } = STAFF_MESSAGES;
  const server = serve({
    'GET /second-factor': { body: status },
    'POST /second-factor/setup': refused(400, codeNeeded, {
      errors: [{ field: 'code', message: codeNeeded }],
    }),
  });
  const { user } = open('/second-factor');
  await user.click(await screen.findByRole('button', { name: SECOND_FACTOR_TEXTS.switchOn }));
  server.answer({ 'GET /second-factor': { body: { ...status, isOn: true } } });
  await enter(user, 'password', 'A calm long sentence');
  await press(user, SECOND_FACTOR_TEXTS.goOn);
  await screen.findByLabelText(SECOND_FACTOR_TEXTS.currentCode);
  await expectFault('code', codeNeeded);
});
