import { expect, test, vi } from 'vitest';
import {
  ADMIN_BASE_PATH,
  LOGOUT_PATH,
  MESSAGES,
  PORTAL_ROUTES,
  SESSION_CALLS,
  STAFF_MESSAGES,
} from '@kidlab/contract';
import { cleanup, screen, waitFor } from '@testing-library/react';

import { HEADER, LOGIN, LOGIN_MESSAGES, PORTAL_HEADINGS } from '../../e2e/portal-specification.js';
import { pageAfterLogin } from '../src/providers/session.js';
import { KeyStep } from '../src/second-factor/steps.js';
import { ForgotPasswordPage } from '../src/sign-in/forgot-password-page.js';
import { LoginPage } from '../src/sign-in/login-page.js';
import { SetPasswordPage } from '../src/sign-in/set-password-page.js';
import { SECOND_FACTOR_TEXTS } from '../src/texts/sign-in.js';
import {
  aLateAnswer,
  CONNECTION_LOST,
  descriptionOf,
  enter,
  expectHeading,
  field,
  press,
  refused,
  serve,
  SERVER_ERROR,
  show,
  STAFF,
  expectFocus,
  heading,
} from './page.js';
import { open, opened } from './portal.js';

const PASSWORD = 'nine green bottles';
const { login, setPassword, forgotPassword, expiredToken, ...GUARDED } = PORTAL_ROUTES;
const ROUTES = [
  { path: login, element: <LoginPage /> },
  { path: forgotPassword, element: <ForgotPasswordPage /> },
  { path: setPassword, element: <SetPasswordPage /> },
  { path: '*', element: <h1>{PORTAL_HEADINGS['/search-page']}</h1> },
];

const email = (): HTMLInputElement => screen.getByLabelText(LOGIN.email);
const password = (): HTMLInputElement => screen.getByLabelText(LOGIN.password);
const submit = (): HTMLElement => screen.getByRole('button', { name: LOGIN.submit });

test.each(LOGIN_MESSAGES)(
  '"$email" and "$password": $message',
  async ({ email: address, password: secret, message, field }) => {
    const server = serve();
    const { user } = show(ROUTES, login);
    await expectHeading(LOGIN.heading);
    if (address !== '') await user.type(email(), address);
    if (secret !== '') await user.type(password(), secret);
    await user.click(submit());
    await screen.findByText(message);
    const wrong = field === 'email' ? email() : password();
    await expectFocus(() => wrong);
    expect(wrong.getAttribute('aria-invalid')).toBe('true');
    expect(descriptionOf(wrong)).toBe(message);
    expect(server.calls('POST /login')).toEqual([]);
  },
);

test('a field without a hint or an error has no description', async () => {
  serve();
  show(ROUTES, login);
  await expectHeading(LOGIN.heading);
  expect(email().hasAttribute('aria-describedby')).toBe(false);
});

test('a password can be pasted', async () => {
  serve();
  const { user } = show(ROUTES, login);
  await expectHeading(LOGIN.heading);
  await user.click(password());
  await user.paste(PASSWORD);
  expect(password().value).toBe(PASSWORD);
});

test('too many failures, a server error and a lost connection are reported, and the next try succeeds', async () => {
  const tooMany = 'Too many failed attempts. Please try again in a few minutes.';
  const server = serve();
  const { user, address } = show(ROUTES, login);
  await expectHeading(LOGIN.heading);
  await user.type(email(), STAFF.email);
  await user.type(password(), PASSWORD);
  for (const [answer, message] of [
    [refused(429, tooMany), tooMany],
    [{ status: 500, body: '<h1>oops</h1>' }, SERVER_ERROR],
    [null, CONNECTION_LOST],
  ] as const) {
    server.answer({ 'POST /login': answer });
    await user.click(submit());
    await waitFor(() => {
      expect(screen.getByRole('alert').textContent).toBe(message);
    });
  }
  server.answer({ 'POST /login': { body: STAFF } });
  await user.click(submit());
  await expectHeading(PORTAL_HEADINGS['/search-page']);
  expect(address()).toBe(PORTAL_ROUTES.search);
});

test('a second submit is blocked while one is in flight', async () => {
  const { late, release } = aLateAnswer();
  const server = serve({ 'POST /login': () => late });
  const { user } = show(ROUTES, login);
  await expectHeading(LOGIN.heading);
  const button = submit();
  await user.type(email(), STAFF.email);
  await user.type(password(), `${PASSWORD}{Enter}`);
  expect(button.getAttribute('aria-disabled')).toBe('true');
  await user.click(button);
  await user.type(password(), '{Enter}');
  release({ body: STAFF });
  await expectHeading(PORTAL_HEADINGS['/search-page']);
  expect(server.calls('POST /login').map(({ body }) => body)).toEqual([
    { username: STAFF.email, password: PASSWORD },
  ]);
});

test('a login tells the other tabs', async () => {
  const told = vi.spyOn(Storage.prototype, 'setItem');
  serve({ 'POST /login': { body: STAFF } });
  const { user } = show(ROUTES, login);
  await expectHeading(LOGIN.heading);
  await user.type(email(), STAFF.email);
  await user.type(password(), `${PASSWORD}{Enter}`);
  await expectHeading(PORTAL_HEADINGS['/search-page']);
  expect(told).toHaveBeenCalledWith('kidlab.ended', 'login');
  told.mockRestore();
});

test('a failed check of a link can be repeated', async () => {
  const server = serve();
  const { user } = show(ROUTES, `${PORTAL_ROUTES.setPassword}?token=unknown`);
  await waitFor(() => {
    expect(screen.getByRole('alert').textContent).toContain(CONNECTION_LOST);
  });
  server.answer({ 'GET /set-password': { body: { valid: false } } });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => {
    expect(screen.getByRole('alert').textContent).toBe(
      'This link is no longer valid. If you set your password with it, please log in. If not, please use “Forgot password?” on the login page to get a new one.',
    );
  });
  // The link may have set the password already.
  screen.getByRole('link', { name: 'Forgot password?' });
  screen.getByRole('link', { name: 'Back to login' });
});

test('a new password is set once, and the heading gets the focus', async () => {
  const server = serve({
    'GET /set-password': { body: { valid: true } },
    'POST /set-password': { status: 204 },
  });
  const { user } = show(ROUTES, `${PORTAL_ROUTES.setPassword}?token=known`);
  await user.type(await screen.findByLabelText('New password'), PASSWORD);
  await user.type(screen.getByLabelText('Repeat the new password'), `${PASSWORD}{Enter}`);
  await screen.findByRole('status');
  await expectFocus(heading);
  expect(server.calls('POST /set-password')).toHaveLength(1);
});

test('an unknown address gets the same answer as a known one', async () => {
  const server = serve({ 'POST /forgot-password': { status: 204 } });
  const { user } = show(ROUTES, PORTAL_ROUTES.forgotPassword);
  await user.type(screen.getByLabelText('Email Address'), 'nobody@example.org');
  await press(user, 'Email me a link');
  await waitFor(() => {
    expect(screen.getByRole('status').textContent).toContain('an email with a link is on its way');
  });
  await expectFocus(heading);
  expect(server.calls('POST /forgot-password').map(({ body }) => body)).toEqual([
    { email: 'nobody@example.org' },
  ]);
});

test('the code step leads back to the password, and reports failures and a time-out', async () => {
  const server = serve({ 'POST /login': { body: { secondFactor: 'required' } } });
  const { user } = show(ROUTES, login);
  const givePassword = async (): Promise<HTMLElement> => {
    await expectHeading(LOGIN.heading);
    await user.type(email(), STAFF.email);
    await user.type(password(), `${PASSWORD}{Enter}`);
    return screen.findByLabelText('Code');
  };
  await givePassword();
  await press(user, 'Back to login');
  await expectHeading(LOGIN.heading);
  await expectFocus(email);

  const tooMany = 'Too many failed attempts. Please try again in a few minutes.';
  server.answer({ 'POST /login/second-factor': refused(429, tooMany) });
  const code = await givePassword();
  await user.type(code, '123456{Enter}');
  await waitFor(() => {
    expect(screen.getByRole('alert').textContent).toBe(tooMany);
  });
  server.answer({ 'POST /login/second-factor': refused(401, 'Please log in.') });
  await user.type(code, '{Enter}');
  await expectHeading(LOGIN.heading);
  expect(screen.getByRole('alert').textContent).toBe(
    'This login is over. Please log in again, with a new code.',
  );
});

test.each(['//evil.example', '/\t/evil.example', '/\\evil.example', 'https://evil.example', login])(
  'a link with the next page %j leads to the search after the login',
  (next) => {
    window.name = '';
    expect(pageAfterLogin(new URLSearchParams({ next }))).toBe(PORTAL_ROUTES.search);
    const ours = '/families?filter=%7B%7D';
    expect(pageAfterLogin(new URLSearchParams({ next: ours }))).toBe(ours);
  },
);

test.each(['/', '/no-such-page', ...Object.values(GUARDED)])(
  'without a session, %s leads to the login page and names the page to return to',
  async (path) => {
    const replace = vi.fn();
    const place = new URL(ADMIN_BASE_PATH + path, 'http://localhost');
    vi.stubGlobal('location', Object.assign(place, { replace }));
    serve({ [`GET ${SESSION_CALLS.whoami}`]: refused(401, 'Please log in.') });
    open(path);
    await waitFor(() => {
      const next = encodeURIComponent(path);
      expect(replace).toHaveBeenCalledWith(`${ADMIN_BASE_PATH}${login}?next=${next}`);
    });
    expect(screen.queryByRole('heading')).toBeNull();
  },
);

test('when the session is over, several refused reads redirect to the login once', async () => {
  const replace = vi.fn();
  const place = new URL(ADMIN_BASE_PATH + PORTAL_ROUTES.landing, 'http://localhost');
  vi.stubGlobal('location', Object.assign(place, { replace }));
  const over = refused(401, 'Please log in.');
  const whoami = `GET ${SESSION_CALLS.whoami}`;
  const figures = ['children', 'hands', 'waiting', 'registrations', 'languages', 'referrals'];
  const reads = aLateAnswer();
  const server = serve(
    Object.fromEntries(figures.map((name) => [`GET /figures/${name}`, () => reads.late])),
  );
  open(PORTAL_ROUTES.landing);
  await waitFor(() => {
    for (const name of figures) expect(server.calls(`GET /figures/${name}`)).toHaveLength(1);
  });
  const before = server.calls(whoami).length;
  const check = aLateAnswer();
  server.answer({ [whoami]: () => check.late });
  reads.release(over);
  // All reads have been refused by now.
  await waitFor(() => {
    expect(screen.getAllByText('This figure could not be loaded.')).toHaveLength(figures.length);
  });
  expect(server.calls(whoami)).toHaveLength(before + 1);
  check.release(over);
  await waitFor(() => {
    expect(replace).toHaveBeenCalledTimes(1);
  });
});

test('the heading gets the focus after a sign-in, but not after a page load', async () => {
  serve({ 'POST /login': { body: STAFF } });
  const { user } = open(login);
  await user.type(await screen.findByLabelText(LOGIN.email), STAFF.email);
  await user.type(password(), `${PASSWORD}{Enter}`);
  await expectHeading(PORTAL_HEADINGS['/search-page']);
  await expectFocus(heading);
  cleanup();
  open(PORTAL_ROUTES.search);
  await expectHeading(PORTAL_HEADINGS['/search-page']);
  expect(document.activeElement).toBe(document.body);
});

test('after an expired session, the next user finds nothing of it in the tab', async () => {
  serve();
  sessionStorage.setItem('registrationReport', 'Doe');
  open(`${login}?expired=`);
  await screen.findByText(MESSAGES.sessionExpired);
  expect(sessionStorage).toHaveLength(0);
});

test('a response that arrives after Log Out does not sign in again', async () => {
  const { late, release } = aLateAnswer();
  const whoami = `GET ${SESSION_CALLS.whoami}`;
  const server = serve({ 'GET /families': { body: [] }, [`POST ${LOGOUT_PATH}`]: { status: 204 } });
  const { user } = await opened('/families', 'Families');
  expect(sessionStorage.getItem('loggedInAs')).toBe(STAFF.email);
  server.answer({ [whoami]: () => late, 'POST /login': refused(401, LOGIN.failed) });
  const before = server.calls(whoami).length;
  await press(user, 'Refresh');
  await waitFor(() => {
    expect(server.calls(whoami).length).toBeGreaterThan(before);
  });
  await user.click(screen.getByRole('link', { name: HEADER.logOut }));
  await expectHeading(LOGIN.heading);
  release({ body: STAFF });
  // By the end of another call, the late response has been handled.
  await user.type(email(), STAFF.email);
  await user.type(password(), 'wrong{Enter}');
  await screen.findByText(LOGIN.failed);
  expect(sessionStorage.getItem('loggedInAs')).toBeNull();
});

test('Log Out asks before unsaved input is lost, then logs out at once', async () => {
  const asked = vi.spyOn(window, 'confirm').mockReturnValueOnce(false).mockReturnValueOnce(true);
  const logout = `POST ${LOGOUT_PATH}`;
  const server = serve({ [logout]: { status: 204 } });
  const { user } = await opened('/add-family', 'Add Family');
  await enter(user, 'family.familyName', 'Okafor');
  const logOut = screen.getByRole('link', { name: HEADER.logOut });
  await user.click(logOut);
  expect(asked).toHaveBeenCalledTimes(1);
  // Nothing has happened: the person is signed in and can save.
  await screen.findByText(`Logged In As: ${STAFF.email}`);
  expect(field('family.familyName').value).toBe('Okafor');
  expect(server.calls(logout)).toEqual([]);

  await user.click(logOut);
  await expectHeading(LOGIN.heading);
  expect(asked).toHaveBeenCalledTimes(2);
  await waitFor(() => expect(server.calls(logout)).toHaveLength(1));
  expect(sessionStorage).toHaveLength(0);
  asked.mockRestore();
});

test('a recovery code is refused as the first code of a new app', async () => {
  serve();
  const onCode = vi.fn<() => Promise<void>>();
  const setup = { key: 'ABCDEFGH', uri: 'otpauth://totp/x', qrCode: 'data:,' };
  const element = <KeyStep setup={setup} onCode={onCode} onCancel={() => undefined} />;
  const { user } = show([{ path: '*', element }], '/two-step');
  const code = screen.getByRole('textbox');
  for (const entered of ['12345', 'abcd-efgh-jkmn-pqrs-tvwx-yz12']) {
    await user.clear(code);
    await user.type(code, entered);
    await press(user, SECOND_FACTOR_TEXTS.confirm);
    expect(descriptionOf(code)).toContain(STAFF_MESSAGES.appCodeUnreadable);
  }
  expect(onCode).not.toHaveBeenCalled();
});
