import { describe, expect, test } from 'vitest';
import { PORTAL_ROUTES, SESSION_CALLS, type StaffUser } from '@kidlab/contract';
import { act, screen, waitFor, within } from '@testing-library/react';

import { FOLLOW_UP, HEADER, PORTAL_HEADINGS, USERS } from '../../e2e/portal-specification.js';
import { OPERATIONS_TEXTS } from '../src/texts/operations.js';
import { THEME_TEXTS } from '../src/texts/portal.js';
import {
  alertsSay,
  aLateAnswer,
  type Answer,
  CONNECTION_LOST,
  descriptionOf,
  enter,
  expectFormKeys,
  expectHeading,
  field,
  press,
  refused,
  serve,
  STAFF,
  expectFocus,
  heading,
} from './page.js';
import { aFamily, GUID, open, opened } from './portal.js';

const FIGURES = Object.fromEntries(
  ['children', 'registrations', 'waiting', 'referrals', 'languages', 'hands'].map((name) => [
    `GET /figures/${name}`,
    { body: [] },
  ]),
);
/** Data for the landing page. */
const LANDING = { ...FIGURES, 'GET /families': { body: [] }, 'GET /mails': { body: [] } };

const WHOAMI = `GET ${SESSION_CALLS.whoami}`;

const menuButton = (): HTMLElement => screen.getByRole('button', { name: HEADER.menu });
const menuEntry = (name: string): Promise<HTMLElement> => screen.findByRole('menuitem', { name });

async function expectNoMenu(): Promise<void> {
  await waitFor(() => {
    expect(screen.queryByRole('menu')).toBeNull();
  });
}

describe('the frame', () => {
  test.each(['/', '/no-such-page', '/families/no/such/page?guid=1', '/landing-page/'])(
    '%s leads to the landing page',
    async (path) => {
      serve(LANDING);
      const { address } = open(path);
      await expectHeading('Dashboard');
      expect(address().replace(/\/$/, '')).toBe(PORTAL_ROUTES.landing);
    },
  );

  test.each([
    ['Search Families and Children', '/search-page', PORTAL_HEADINGS['/search-page']],
    ['Registration Report', '/registration-report', PORTAL_HEADINGS['/registration-report']],
    ['User Administration', '/users', PORTAL_HEADINGS['/users']],
  ])('the menu opens %s, by mouse and by keyboard', async (entry, path, heading) => {
    serve({ ...LANDING, 'GET /users': { body: [] } });
    const { user, address } = open(PORTAL_ROUTES.landing);
    await expectHeading('Dashboard');
    await user.click(menuButton());
    await user.click(await menuEntry(entry));
    await expectHeading(heading);
    expect(address()).toBe(path);
    await expectNoMenu();

    const sideBar = screen.getByRole('navigation', { name: 'All pages' });
    await user.click(within(sideBar).getByRole('link', { name: 'Dashboard' }));
    await expectHeading('Dashboard');
    act(() => menuButton().focus());
    await user.keyboard('{Enter}');
    const wanted = await menuEntry(entry);
    for (let presses = 0; document.activeElement !== wanted; presses += 1) {
      expect(presses).toBeLessThan(HEADER.entries.length);
      await user.keyboard('{ArrowDown}');
    }
    await user.keyboard('{Enter}');
    await expectHeading(heading);
    expect(address()).toBe(path);
  });

  test('the theme is light, dark or the system’s', async () => {
    serve();
    const { user } = open('/landing-page');
    for (const [choice, chosen] of [
      [THEME_TEXTS.dark, 'dark'],
      [THEME_TEXTS.light, 'light'],
      [THEME_TEXTS.system, 'system'],
    ] as const) {
      await user.click(await screen.findByRole('button', { name: THEME_TEXTS.heading }));
      await user.click(await screen.findByRole('menuitemradio', { name: choice }));
      await waitFor(() => {
        expect(document.documentElement.dataset['theme']).toBe(chosen);
      });
    }
    // react-admin follows the system only while nothing is chosen.
    expect(localStorage.getItem('RaStore.portal.theme')).toBeNull();
  });

  test('the menu closes on Esc and on a click outside it', async () => {
    serve(LANDING);
    const { user } = open(PORTAL_ROUTES.landing);
    await expectHeading('Dashboard');
    await user.click(menuButton());
    await screen.findByRole('menu');
    expect(document.querySelector('[aria-expanded="true"]')?.textContent).toBe(HEADER.menu);
    await user.keyboard('{Escape}');
    await expectNoMenu();
    await expectFocus(menuButton);
    await user.keyboard('{ArrowDown}');
    await screen.findByRole('menu');
    // The backdrop covers everything outside the menu.
    await user.click(document.querySelector('.MuiBackdrop-root') ?? document.body);
    await expectNoMenu();
  });

  test('only user administrators see User Administration', async () => {
    serve({ ...LANDING, 'GET /whoami': { body: { ...STAFF, isUserAdmin: false } } });
    const { user } = open(PORTAL_ROUTES.landing);
    await screen.findByText(`Logged In As: ${STAFF.email}`);
    await user.click(menuButton());
    await menuEntry('Add Family');
    expect(screen.queryByRole('menuitem', { name: 'User Administration' })).toBeNull();
    for (const entry of ['User Administration', 'Audit Trail', 'Privacy']) {
      expect(screen.queryByRole('link', { name: entry })).toBeNull();
    }
  });

  test.each(['/users', '/audit-events', '/privacy'])(
    'without that right, %s leads to the login page, which says why',
    async (path) => {
      serve({ 'GET /whoami': { body: { ...STAFF, isUserAdmin: false } } });
      const { address } = open(path);
      await expectHeading(PORTAL_HEADINGS['/login']);
      await screen.findByText('Only user administrators may do this.');
      expect(address()).toBe(PORTAL_ROUTES.login);
    },
  );

  test('a user who must set up a second factor can open only that page', async () => {
    serve({
      'GET /whoami': { body: { ...STAFF, mustSetUpSecondFactor: true } },
      'GET /second-factor': {
        body: {
          policy: 'required',
          isOn: false,
          confirmedAt: null,
          recoveryCodesLeft: 0,
          isRequired: true,
        },
      },
    });
    const { user, address } = open('/families');
    await expectHeading('Two-Step Sign-In');
    expect(address()).toBe(PORTAL_ROUTES.secondFactor);
    await user.click(menuButton());
    await user.click(await menuEntry('Add Family'));
    await expectNoMenu();
    await expectHeading('Two-Step Sign-In');
    expect(address()).toBe(PORTAL_ROUTES.secondFactor);
  });

  test.each([
    ['forbidden', refused(403, 'Only user administrators may do this.')],
    // A call that began in an earlier session.
    ['refused', refused(401, 'Only user administrators may do this.')],
  ])('a %s call does not log the user out', async (_, answer) => {
    const server = serve({ 'GET /families': answer });
    const { user } = open('/families');
    await screen.findByText('Only user administrators may do this.');
    await screen.findByText(`Logged In As: ${STAFF.email}`);
    server.answer({ 'GET /families': { body: [], total: 0 } });
    await press(user, 'Refresh');
    await screen.findByText('0 families');
  });

  test('the follow-up page opens only after a confirmation', async () => {
    const server = serve(LANDING);
    const { user, address } = open(PORTAL_ROUTES.landing);
    await expectHeading('Dashboard');
    await press(user, 'Send Follow-Up Emails');
    let dialog = await screen.findByRole('alertdialog');
    expect(dialog.textContent).toContain('Send follow-up emails now?');
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => {
      expect(screen.queryByRole('alertdialog')).toBeNull();
    });
    expect(address()).toBe(PORTAL_ROUTES.landing);
    expect(server.calls('POST /emails/send-follow-up-emails')).toEqual([]);
    await press(user, 'Send Follow-Up Emails');
    dialog = await screen.findByRole('alertdialog');
    await user.click(within(dialog).getByRole('button', { name: 'Send' }));
    await expectHeading('Follow-Up Emails');
    await expectFocus(heading);
  });

  test('the follow-up page shows that it is sending', async () => {
    const { late, release } = aLateAnswer();
    serve({ 'POST /emails/send-follow-up-emails': () => late });
    open('/send-follow-up-email');
    await screen.findByText(FOLLOW_UP.sending);
    release({ body: { message: '', queued: 2 } });
    await screen.findByText(FOLLOW_UP.many(2));
    expect(screen.queryByText(FOLLOW_UP.sending)).toBeNull();
  });
});

describe('the dashboard', () => {
  const DAY_TEXT = expect.stringMatching(/^\d{4}-\d\d-\d\d$/) as unknown;

  test.each([
    ['children we can invite', '/children', { contactable: 'Y' }],
    ['not confirmed for over 7 days', '/families', { state: 'awaiting', signedUpTo: DAY_TEXT }],
    ['failed emails', '/mails', { state: 'failed' }],
    ['new families this week', '/families', { signedUpFrom: DAY_TEXT }],
  ])('the number of %s leads to the list of them', async (label, path, filter) => {
    const server = serve({ ...LANDING, 'GET /children': { body: [] } });
    const { user, address } = open(PORTAL_ROUTES.landing);
    await user.click(
      await screen.findByRole('link', { name: new RegExp(`^[\\d,]+\\+? ${label}$`) }),
    );
    await waitFor(() => {
      expect(address().split('?')[0]).toBe(path);
    });
    const query = new URLSearchParams(address().split('?')[1]);
    expect(JSON.parse(query.get('filter') ?? 'null')).toEqual(filter);
    await waitFor(() => {
      const [call] = server.calls(`GET ${path}`).slice(-1);
      expect(JSON.parse(call?.query.get('filter') ?? 'null')).toEqual(filter);
    });
  });

  const filterAt = (address: string): unknown =>
    JSON.parse(new URLSearchParams(address.split('?')[1]).get('filter') ?? 'null');

  test('a bar of waiting families opens exactly the families it counts', async () => {
    serve({
      ...LANDING,
      'GET /figures/waiting': {
        body: [
          {
            stage: 'first-mail-sent',
            families: 3,
            medianHours: 5,
            longestHours: 30,
            byWaiting: [2, 1, 0, 0, 0],
          },
        ],
      },
    });
    const { user, address } = open(PORTAL_ROUTES.landing);
    await user.click(await screen.findByRole('link', { name: 'First email sent 3' }));
    await expectHeading('Families');
    expect(filterAt(address())).toEqual({ waitingStage: 'first-mail-sent' });
    await waitFor(() => {
      expect(field('waitingStage').value).toBe('first-mail-sent');
    });
  });

  test('a week counts erased families, too, says so, and opens the others', async () => {
    const week = {
      week: '2026-03-09',
      registrations: 4,
      erased: 1,
      confirmed: 2,
      addedByStaff: 1,
    };
    serve({ ...LANDING, 'GET /figures/registrations': { body: [week] } });
    const { user, address } = open(PORTAL_ROUTES.landing);
    const name = 'Weekly registrations';
    const card = await screen.findByRole('region', { name });
    within(card).getByText(/even if erased since/);
    // The erased one will never confirm, so not "Not confirmed yet".
    await within(card).findByText('Not confirmed');
    await user.click(await within(card).findByRole('link', { name: '03/09/2026 4' }));
    await expectHeading('Families');
    expect(filterAt(address())).toEqual({
      origin: 'registration',
      signedUpFrom: '2026-03-09',
      signedUpTo: '2026-03-15',
    });
    await waitFor(() => {
      expect(field('origin').value).toBe('registration');
    });
  });

  test('a failed figure shows an error and can be retried; the others stay', async () => {
    const server = serve({ ...LANDING, 'GET /figures/referrals': refused(500, 'No.') });
    const { user } = open(PORTAL_ROUTES.landing);
    await screen.findByText('This figure could not be loaded.');
    server.answer(FIGURES);
    await press(user, 'Try again');
    await waitFor(() => {
      expect(screen.queryByText('This figure could not be loaded.')).toBeNull();
    });
  });
});

describe('user administration', () => {
  const aUser = (id: number, email: string, more: Partial<StaffUser> = {}): StaffUser => ({
    id,
    email,
    enabled: true,
    hasPassword: true,
    hasSecondFactor: false,
    isUserAdmin: false,
    ...more,
  });
  const OTHER = 'other@example.org';
  const USERS_LIST = [aUser(1, STAFF.email, { isUserAdmin: true }), aUser(2, OTHER)];
  const row = (email: string): Promise<HTMLElement> =>
    waitFor(() => {
      const [found] = screen
        .getAllByRole('listitem')
        .filter(({ textContent }) => textContent.includes(`${email} (enabled`));
      if (found === undefined) throw new Error(`${email} is not listed`);
      return found;
    });

  test.each(['', 'nobody', 'a@b', 'a b@example.org'])('"%s" is not an address', async (wrong) => {
    const server = serve({ 'GET /users': { body: USERS_LIST } });
    const { user } = open('/users');
    await row(OTHER);
    if (wrong !== '') await enter(user, 'email', wrong);
    await press(user, 'Add User');
    await screen.findByText(USERS.invalid);
    await expectFocus(() => field('email'));
    expect(field('email').getAttribute('aria-invalid')).toBe('true');
    expect(descriptionOf(field('email'))).toBe(USERS.invalid);
    expect(server.calls('POST /users')).toEqual([]);
  });

  test('a duplicate is reported until the next action, and the input stays', async () => {
    const taken = 'A user with this email address already exists.';
    const server = serve({
      'GET /users': { body: USERS_LIST },
      'POST /users': refused(409, taken),
      'DELETE /users/2': { body: USERS_LIST[1] },
    });
    const { user } = open('/users');
    await row(OTHER);
    await enter(user, 'email', `  ${OTHER.toUpperCase()} `);
    await press(user, 'Add User');
    await screen.findByText(USERS.addFailed);
    screen.getByText(taken);
    expect(field('email').value.trim()).toBe(OTHER.toUpperCase());
    expect(server.calls('POST /users')[0]?.body).toEqual({ email: OTHER, enabled: true });

    await user.clear(field('email'));
    await press(user, 'Add User');
    await screen.findByText(USERS.invalid);
    expect(screen.queryByText(USERS.addFailed)).toBeNull();

    await enter(user, 'email', OTHER);
    await press(user, 'Add User');
    await screen.findByText(USERS.addFailed);
    await press(user, `${USERS.delete} ${OTHER}`);
    const dialog = await screen.findByRole('alertdialog');
    server.answer({ 'GET /users': { body: USERS_LIST.slice(0, 1) } });
    await user.click(within(dialog).getByRole('button', { name: USERS.delete }));
    await waitFor(() => {
      expect(screen.queryByText(USERS.addFailed)).toBeNull();
      expect(document.body.textContent).not.toContain(OTHER);
    });
  });

  test('a retry after a lost response uses the same idempotency key; the next user gets a new one', async () => {
    const server = serve({ 'GET /users': { body: USERS_LIST }, 'POST /users': null });
    const { user } = open('/users');
    await row(OTHER);
    await enter(user, 'email', 'third@example.org');
    await press(user, 'Add User');
    await alertsSay(CONNECTION_LOST);
    server.answer({ 'POST /users': { status: 201, body: aUser(3, 'third@example.org') } });
    await press(user, 'Add User');
    await waitFor(() => {
      expect(field('email').value).toBe('');
    });
    await enter(user, 'email', 'fourth@example.org');
    await press(user, 'Add User');
    await waitFor(() => {
      expect(server.calls('POST /users')).toHaveLength(3);
    });
    expectFormKeys(server.calls('POST /users'));
  });

  test('users can’t disable or delete themselves, and their own row says so', async () => {
    serve({ 'GET /users': { body: USERS_LIST } });
    open('/users');
    const own = await row(STAFF.email);
    await waitFor(() => {
      expect(own.textContent).toContain(OPERATIONS_TEXTS.you);
    });
    expect(within(own).queryByRole('button')).toBeNull();
    within(await row(OTHER)).getByRole('button', { name: `${USERS.delete} ${OTHER}` });
  });

  test.each<[string, Answer]>([
    ['is empty', { body: [] }],
    ['fails to load', { status: 500, body: {} }],
  ])('a list that %s says that there are none', async (_, answer) => {
    serve({ 'GET /users': answer });
    open('/users');
    await screen.findByText(USERS.none);
  });

  test('a list that failed to load can be retried', async () => {
    const server = serve({ 'GET /users': { status: 500, body: {} } });
    const { user } = open('/users');
    await screen.findByText(USERS.none);
    server.answer({ 'GET /users': { body: USERS_LIST } });
    await press(user, 'Try again');
    await row(STAFF.email);
    // The button is gone.
    await expectFocus(heading);
  });
});

test('Refresh reloads the data and keeps form input', async () => {
  const path = `GET /families/getByGuid/${GUID}`;
  const server = serve({ [path]: { body: aFamily() } });
  const { user } = await opened(`/edit-family?guid=${GUID}`, 'Edit Family');
  await enter(user, 'family.familyName', 'Roe');
  server.answer({ [path]: { body: aFamily({ version: 9, familyName: 'Poe' }) } });
  const before = server.calls(WHOAMI).length;
  await press(user, 'Refresh');
  await waitFor(() => {
    expect(server.calls(WHOAMI).length).toBeGreaterThan(before);
  });
  expect(server.calls(path)).toHaveLength(1);
  expect(field('family.familyName').value).toBe('Roe');
});
