import { beforeEach, describe, expect, test } from 'vitest';
import { act, screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';

import { AlmostCompletePage } from '../src/outcomes/almost-complete-page.js';
import { guardianValues } from '../src/registration/state.js';
import { clearRegistration, registration, updateRegistration } from '../src/registration/store.js';
import {
  type Answer,
  CONNECTION_LOST,
  DRAFT,
  EMAIL,
  expectBanner,
  keep,
  press,
  refused,
  serve,
  show,
} from './page.js';

const RESEND = '/registration/resend-confirmation-email';
const AGAIN = 'Send it again';
const NO_LONGER_CHANGEABLE =
  'Your registration can no longer be changed here: it was confirmed or removed, or your session expired.';

let user: UserEvent;
function open(mailedAt: number | null = null): void {
  keep({ ...DRAFT, awaitingConfirmation: true }, { mailedAt });
  user = show(<AlmostCompletePage />, 'verify');
}
const expectNews = (sentence: string): Promise<void> =>
  waitFor(() => {
    expect(screen.getByRole('status').textContent).toBe(sentence);
  });

beforeEach(() => {
  keep(null);
  serve({});
});

test('the page shows the address, how long the link is valid, and what to do if no mail arrives', () => {
  open();
  const text = document.body.textContent;
  for (const part of [EMAIL, 'within 72 hours', 'within a few minutes', 'spam']) {
    expect(text).toContain(part);
  }
  const support = screen.getByRole('link', { name: 'support@example.org' });
  expect(support.getAttribute('href')).toBe('mailto:support@example.org');
});

test.each([
  ['verify', <AlmostCompletePage key="verify" />],
  ['complete', <AlmostCompletePage key="complete" />],
] as const)('the page "%s" can also be opened without a registration', (path, page) => {
  show(page, path);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(
    'Your registration is almost complete',
  );
  expect(document.body.textContent).toContain('72 hours');
  expect(screen.queryByRole('button')).toBeNull();
});

test('a countdown shows when the mail can be sent again; the server decides', async () => {
  open(Date.now() - 60_000);
  expect(screen.getByRole('timer').textContent).toMatch(
    /^You can send it again in (4:00|3:5\d)\.$/,
  );
  const soon = 'We sent the email a moment ago. Please wait a few minutes before sending it again.';
  serve({ [RESEND]: refused(429, soon) });
  await press(user, AGAIN);
  await expectNews(soon);
  serve({ [RESEND]: { status: 200, body: {} } });
  await press(user, AGAIN);
  await expectNews('A confirmation email is on its way.');
  expect(screen.getByRole('timer').textContent).toMatch(/ in (5:00|4:5\d)\.$/);
});

test('the countdown stands below the button, which would otherwise move when it ends', () => {
  open(Date.now());
  const button = screen.getByRole('button', { name: AGAIN });
  const { DOCUMENT_POSITION_FOLLOWING } = Node;
  expect(button.compareDocumentPosition(screen.getByRole('timer'))).toBe(
    DOCUMENT_POSITION_FOLLOWING,
  );
});

test('a clock that was set back does not lengthen the countdown', () => {
  open(Date.now() + 3_600_000);
  expect(screen.getByRole('timer').textContent).toMatch(/ in 5:00\.$/);
});

test('before the agreement, the page leads to it', () => {
  keep(DRAFT);
  show(<AlmostCompletePage />, 'verify');
  expect(window.location.pathname).toBe('/kidlab-reg/registration-agreement');
});

test('there is no countdown once the mail may be sent again', () => {
  open(Date.now() - 300_000);
  expect(screen.queryByRole('timer')).toBeNull();
});

test('a lost connection is reported next to the button, which stays', async () => {
  open();
  await press(user, AGAIN);
  await expectNews(CONNECTION_LOST);
  expect(screen.getByRole('button', { name: AGAIN })).toBeTruthy();
});

test.each<[string, Answer, string]>([
  [
    'the session has expired',
    refused(401, 'Your session has expired.'),
    'It can no longer be sent from this page. The link in our email works until it expires. If no email came, please sign up again with the same address.',
  ],
  ['the registration was removed', refused(404, 'It no longer exists.'), 'It no longer exists.'],
  [
    'the registration is confirmed',
    refused(409, 'It is confirmed already.'),
    'It is confirmed already.',
  ],
])('"Send it again" is no longer offered when %s', async (_, answer, sentence) => {
  open(Date.now());
  serve({ [RESEND]: answer });
  await press(user, AGAIN);
  await expectNews(sentence);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('status')));
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.queryByRole('timer')).toBeNull();
});

test('the page reports when the address can no longer be changed, and keeps its state', async () => {
  open();
  serve({ '/registration/draft': refused(401, 'Your session has expired.') });
  await press(user, 'Change it');
  await expectBanner(NO_LONGER_CHANGEABLE, 'If you need help, please contact support@example.org.');
  expect(document.body.textContent).toContain(EMAIL);
});

test.each<[string, () => Answer]>([
  ['the family has just been confirmed', () => refused(404, 'There is none.')],
  [
    'another tab has ended the registration meanwhile',
    () => {
      clearRegistration();
      return { status: 204 };
    },
  ],
])('"Change it" shows nothing that was entered when %s', async (_, erase) => {
  open();
  serve({
    '/registration/draft': { status: 200, body: { ...DRAFT, awaitingConfirmation: true } },
    '/families/by-email': erase,
  });
  await press(user, 'Change it');
  await expectBanner(NO_LONGER_CHANGEABLE, 'If you need help, please contact support@example.org.');
  expect(registration().guardianDraft).toBeNull();
});

describe('"Change it" after a lost response', () => {
  const READ = '/registration/draft';
  const ERASE = '/families/by-email';

  beforeEach(async () => {
    open();
    serve({ [READ]: { status: 200, body: { ...DRAFT, awaitingConfirmation: true } } });
    await press(user, 'Change it');
    await expectBanner(CONNECTION_LOST);
    expect(sessionStorage.getItem('kidlab-reg')).not.toContain(DRAFT.primaryPhone);
    serve({ [READ]: refused(401, 'Your session has expired.'), [ERASE]: refused(404, 'Gone.') });
  });

  test('continues to step 1 when pressed again, with all input', async () => {
    await press(user, 'Change it');
    await waitFor(() => expect(window.location.pathname).toBe('/kidlab-reg/registration'));
    expect(guardianValues(registration())).toMatchObject({
      email: EMAIL,
      primaryPhone: DRAFT.primaryPhone,
    });
  });

  test('does not prolong the time for which the input is kept', async () => {
    const { lastCall } = registration();
    serve({});
    await press(user, 'Change it');
    await waitFor(() =>
      expect(screen.getByRole('button', { name: AGAIN }).ariaDisabled).not.toBe('true'),
    );
    expect(registration().lastCall).toBe(lastCall);
  });

  test('shows no personal data once the session has expired', async () => {
    act(() => updateRegistration((state) => ({ ...state, lastCall: { wall: 0, steady: 0 } })));
    await press(user, 'Change it');
    await expectBanner(
      NO_LONGER_CHANGEABLE,
      'If you need help, please contact support@example.org.',
    );
    expect(registration().draft).toBeNull();
  });
});
