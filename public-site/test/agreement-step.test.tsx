import { beforeEach, describe, expect, test } from 'vitest';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';

import { BANNER_MESSAGES, WORDS } from '../../e2e/specification.js';
import { aGuardian } from '../../e2e/support/people.js';
import { RegistrationApp } from '../src/browser-app.js';
import { AgreementStep } from '../src/registration/agreement/agreement-step.js';
import { childrenAreSaved } from '../src/registration/state.js';
import { registration } from '../src/registration/store.js';
import {
  CONNECTION_LOST,
  DRAFT,
  EMAIL,
  enter,
  expectBanner,
  field,
  fillGuardian,
  forgetEntry,
  GUARDIAN_LABELS,
  keep,
  press,
  refused,
  savedChildren,
  serve,
  show,
  TOO_MANY,
} from './page.js';

const CHANGED =
  'Your information was changed in another tab. Please check it again before you agree.';
const SEEN = { ...DRAFT, children: savedChildren('Maya') };

let user: UserEvent;
beforeEach(() => {
  keep(null);
  keep(SEEN);
  serve({});
  user = show(<AgreementStep />, 'agreement');
});

const agree = (): Promise<void> => user.click(screen.getByRole('button', { name: WORDS.agree }));
const children = (): (string | null)[] =>
  screen.getAllByRole('heading', { level: 4 }).map(({ textContent }) => textContent);

test.each([
  ['email', BANNER_MESSAGES.emailMissing],
  ['guid', BANNER_MESSAGES.guidMissing],
])('without the %s in the browser’s storage nothing is sent', async (entry, message) => {
  const call = serve({});
  forgetEntry(entry);
  await agree();
  await expectBanner(message);
  expect(call).not.toHaveBeenCalled();
});

test.each([
  ['a server error', { status: 500 }, 'Something went wrong on our side. Please try again.'],
  [
    'a page of a network instead of an answer',
    { status: 200, body: '<h1>Welcome to our wireless network</h1>' },
    BANNER_MESSAGES.unexpectedResponse,
  ],
])('%s is shown, and the button works again', async (_, answer, message) => {
  serve({ '/send-confirmation-email': answer });
  await agree();
  await expectBanner(message);
  expect(screen.getByRole('button', { name: 'I agree' }).getAttribute('aria-disabled')).toBe(
    'false',
  );
});

test('the version shown to the family is sent; if it is outdated, the newer one is shown', async () => {
  const newer = { ...SEEN, version: '2', children: savedChildren('Maya', 'Leo') };
  const call = serve({
    '/send-confirmation-email': { status: 412, body: { statusCode: 412, message: CHANGED } },
    '/registration/draft': { status: 200, body: newer },
  });
  await agree();
  await expectBanner(CHANGED);
  expect(children()).toEqual(['Maya', 'Leo']);
  await agree();
  await expectBanner(CHANGED);
  const versions = call.mock.calls
    .filter(([address]) => address.endsWith('/send-confirmation-email'))
    .map(([, request]) => new Headers(request?.headers).get('If-Match'));
  expect(versions).toEqual(['"1"', '"2"']);
});

test('children that the server no longer has are listed again, and sent again', async () => {
  cleanup();
  user = show(<RegistrationApp />, 'agreement');
  serve({
    '/send-confirmation-email': refused(409, 'Please add at least one child.'),
    '/registration/draft': { status: 200, body: { ...DRAFT, version: '2' } },
  });
  await agree();
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toMatch(new RegExp(`changed in another tab.*: ${EMAIL}$`));
  expect(window.location.pathname).toBe('/kidlab-reg/children-step');
  expect(screen.getByRole('heading', { level: 3 }).textContent).toBe('Maya');
  expect(childrenAreSaved(registration())).toBe(false);
});

test('after a refresh, the step shows what the server has', async () => {
  cleanup();
  keep(null, { guid: DRAFT.guid, email: EMAIL });
  serve({
    '/registration/draft': {
      status: 200,
      body: { ...SEEN, children: savedChildren('Maya', 'Leo') },
    },
  });
  show(<RegistrationApp />, 'agreement');
  await screen.findByRole('button', { name: WORDS.agree });
  expect(children()).toEqual(['Maya', 'Leo']);
});

describe('a session that has expired', () => {
  beforeEach(async () => {
    cleanup();
    user = show(<RegistrationApp />, 'agreement');
    serve({ '/send-confirmation-email': refused(401, 'Your session has expired.') });
    await agree();
    await screen.findByRole('heading', { level: 1, name: 'Session Expired!' });
    expect(document.body.textContent).toContain(
      'Nothing was registered, and we will not contact you. What you entered is still here.',
    );
  });

  test('lets the family begin again with what it entered', async () => {
    await press(user, 'Begin again with what you entered');
    expect(field('Email').value).toBe(EMAIL);
    expect(field(GUARDIAN_LABELS.yearOfBirth).value).toBe('');
    await enter(user, field(GUARDIAN_LABELS.yearOfBirth), aGuardian(EMAIL).yearOfBirth);
    const guid = 'guid-2';
    serve({
      '/registerAndLinkGuardian': { status: 201, body: { guid } },
      '/registration/draft': { status: 200, body: { ...DRAFT, guid } },
    });
    await press(user, 'Continue');
    expect((await screen.findByRole('heading', { level: 3 })).textContent).toBe('Maya');
  });

  test('clears the input when the family signs up again', async () => {
    const signUp = screen.getByRole('link', { name: WORDS.signUp });
    expect(signUp.getAttribute('href')).toBe('/kidlab-reg/');
    signUp.addEventListener('click', (event) => event.preventDefault());
    await user.click(signUp);
    expect(sessionStorage.getItem('kidlab-reg')).toBeNull();
  });
});

test('"I do not agree" shows the cancellation page even after the draft has expired', async () => {
  serve({ '/families/by-email': refused(404, 'There is no such family.') });
  await press(user, WORDS.disagree);
  await waitFor(() => {
    expect(window.location.pathname).toBe('/kidlab-reg/cancel-registration');
  });
  expect(registration().draft).toBeNull();
});

test('earlier steps are ticked and link back', async () => {
  const steps = within(screen.getByRole('navigation', { name: 'Registration steps' }));
  expect(steps.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'Step 1 of 3, completed: Parent / Guardian',
    'Step 2 of 3, completed: Children',
  ]);
  const current = steps.getByText('Agreement').closest('li');
  expect(current?.getAttribute('aria-current')).toBe('step');
  await user.click(steps.getByRole('link', { name: /Parent/ }));
  expect(window.location.pathname).toBe('/kidlab-reg/registration');
});

test('each child has a Change link that opens its form', async () => {
  await user.click(screen.getByRole('link', { name: 'Change Maya' }));
  expect(window.location.pathname).toBe('/kidlab-reg/children-step');
  expect(window.location.search).toBe('?child=key-0');
});

test('too many requests: a message is shown, and the next try succeeds', async () => {
  serve({ '/send-confirmation-email': refused(429, TOO_MANY) });
  await agree();
  await expectBanner(TOO_MANY);
  serve({ '/send-confirmation-email': { status: 200 }, '/update-family-details': { status: 200 } });
  await agree();
  await waitFor(() => {
    expect(window.location.pathname).toBe('/kidlab-reg/verify-registration');
  });
  // The next page counts down from it.
  expect(registration().mailedAt).toBeTypeOf('number');
});

describe('after an "I agree" whose response was lost', () => {
  const READ = '/registration/draft';
  const VERIFY = { level: 1, name: 'Your registration is almost complete' } as const;
  const accepted = { status: 200, body: { ...SEEN, awaitingConfirmation: true } };
  const change = (what: string): Promise<void> =>
    user.click(screen.getByRole('link', { name: `Change ${what}` }));

  beforeEach(async () => {
    cleanup();
    user = show(<RegistrationApp />, 'agreement');
    await agree();
    await expectBanner(CONNECTION_LOST);
  });

  test('the page shows a banner, and the button can be pressed again', async () => {
    const call = serve({});
    await agree();
    await expectBanner(CONNECTION_LOST);
    expect(call).toHaveBeenCalledTimes(1);
    serve({ '/send-confirmation-email': { status: 200 } });
    await agree();
    await screen.findByRole('heading', VERIFY);
  });

  test.each(['your information', 'your children', 'Maya'])(
    'changing %s leads to the next page if the server has accepted the agreement',
    async (what) => {
      serve({ [READ]: accepted });
      await change(what);
      await screen.findByRole('heading', VERIFY);
      expect(window.location.pathname).toBe('/kidlab-reg/verify-registration');
    },
  );

  test('changing is possible if the server has not', async () => {
    serve({ [READ]: { status: 200, body: SEEN } });
    await change('Maya');
    expect(await screen.findByLabelText('Child’s first name')).toHaveProperty('value', 'Maya');
  });

  test('the children cannot be changed until the server is reachable', async () => {
    await change('your children');
    const again = await screen.findByRole('button', { name: 'Try again' });
    serve({ [READ]: accepted });
    await user.click(again);
    await screen.findByRole('heading', VERIFY);
  });

  test('step 1 is not sent until the server is reachable', async () => {
    await change('your information');
    await fillGuardian(user);
    const call = serve({ [READ]: accepted });
    await press(user, 'Continue');
    await screen.findByRole('heading', VERIFY);
    expect(call).toHaveBeenCalledTimes(1);
  });
});
