import { describe, expect, test, vi } from 'vitest';
import { screen, waitFor } from '@testing-library/react';

import { BANNER_MESSAGES, CONFIRM_MESSAGES, WORDS } from '../../e2e/specification.js';
import { ConfirmForm, ConfirmPage } from '../src/confirmation/confirm-page.js';
import {
  type Answer,
  CONNECTION_LOST,
  EMAIL,
  enter,
  expectBanner,
  expectMessages,
  field,
  press,
  refused,
  serve,
  show,
} from './page.js';

const NO_LONGER_VALID = 'The account you are attempting to access is no longer valid.';
const NEW_LINK = 'Send me a new link';
const MISMATCH_BODY = {
  statusCode: 400,
  message: 'Not the same.',
  errors: [{ field: 'email', message: 'Not the same.' }],
  triesLeft: 4,
};
const MISMATCH: Answer = { status: 400, body: MISMATCH_BODY };
const VALID: Answer = { status: 200, body: { valid: true } };
const CHECK = '/families/confirm';
const CONFIRM = '/families/confirmAndRegister';
const LABELS = { email: 'Confirm email address', zipCode: 'Confirm zip code' } as const;

describe('the account is shown as no longer valid', () => {
  test.each<[string, string, Answer]>([
    ['without a guid', '', VALID],
    ['with an empty guid', '?guid=', VALID],
    ['with an unknown guid', '?guid=g', { status: 200, body: { valid: false } }],
    ['with a malformed guid', '?guid=%00', refused(400, 'guid must be text.')],
    ['with a guid that is not found', '?guid=g', refused(404, 'Not found.')],
  ])('%s', async (_, query, answer) => {
    serve({ [CHECK]: answer });
    show(<ConfirmPage />, 'confirm', query);
    const heading = await screen.findByRole('heading', { level: 1, name: NO_LONGER_VALID });
    await waitFor(() => expect(document.activeElement).toBe(heading));
    expect(document.title).toBe(`${NO_LONGER_VALID} – Kid Lab`);
    expect(screen.getByText(/follow the instructions in the email/)).toBeTruthy();
    const again = screen.getByRole('link', { name: 'Register again' });
    expect(again.getAttribute('href')).toBe('/kidlab-reg/registration');
    expect(screen.queryByRole('textbox')).toBeNull();
    const support = screen.getByRole('link', { name: 'support@example.org' });
    expect(support.getAttribute('href')).toBe('mailto:support@example.org');
  });
});

test('the link of a confirmed family leads to the last page', async () => {
  serve({ [CHECK]: { status: 200, body: { valid: false, reason: 'confirmed' } } });
  show(<ConfirmPage />, 'confirm', '?guid=g');
  await waitFor(() => {
    expect(window.location.pathname).toBe('/kidlab-reg/registration-confirmation');
  });
});

test('the form ignores values in the address', async () => {
  serve({ [CHECK]: VALID });
  show(<ConfirmPage />, 'confirm', `?guid=g&email=${EMAIL}&zipCode=94608`);
  await screen.findByLabelText('Confirm email address');
  expect([field('Confirm email address').value, field('Confirm zip code').value]).toEqual(['', '']);
});

test('a link that could not be checked can be checked again', async () => {
  serve({});
  const user = show(<ConfirmPage />, 'confirm', '?guid=g');
  const heading = await screen.findByRole('heading', { name: 'We could not check your link' });
  await waitFor(() => expect(document.activeElement).toBe(heading));
  expect(screen.getByRole('alert').textContent).toBe(CONNECTION_LOST);
  serve({ [CHECK]: VALID });
  expect(document.title).toBe('We could not check your link – Kid Lab');
  await press(user, 'Try again');
  await screen.findByLabelText(WORDS.confirmEmail);
  const title = screen.getByRole('heading', { level: 1, name: WORDS.confirmTitle });
  await waitFor(() => expect(document.activeElement).toBe(title));
  expect(document.title).toBe(`${WORDS.confirmTitle} – Kid Lab`);
});

async function openFilled(): Promise<ReturnType<typeof show>> {
  const user = show(
    <ConfirmForm guid="made-up" zipCodeMayChange={false} onDead={vi.fn()} />,
    'confirm',
  );
  await enter(user, field(LABELS.email), 'parent@example.org');
  await enter(user, field(LABELS.zipCode), '94608');
  return user;
}

test('each field shows its own message', async () => {
  serve({});
  const user = await openFilled();
  await expectMessages(user, CONFIRM_MESSAGES, (name) => field(LABELS[name]), 'Continue');
});

test('a browser error without a message is shown with the specified one', async () => {
  serve({});
  Object.assign(globalThis, { fetch: () => undefined });
  const user = await openFilled();
  const { stringify } = JSON;
  const broken = vi.spyOn(JSON, 'stringify').mockImplementation((value: unknown) => {
    if (typeof value === 'object' && value !== null && 'zipCode' in value) throw new Error('');
    return stringify(value);
  });
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  await expectBanner(BANNER_MESSAGES.confirmFailed);
  broken.mockRestore();
});

test('the server’s message is shown for every response', async () => {
  serve({ [CHECK]: VALID });
  const user = show(<ConfirmPage />, 'confirm', '?guid=g');
  await enter(user, await screen.findByLabelText('Confirm email address'), EMAIL);
  await enter(user, field('Confirm zip code'), '94608');
  for (const [answer, message] of [
    [{ status: 200, body: {} }, BANNER_MESSAGES.unexpectedResponse],
    [{ status: 403 }, BANNER_MESSAGES.confirmFailed],
    [refused(503, 'We are moving house.'), 'We are moving house.'],
    [refused(410, 'Too late.'), 'Too late.'],
    [MISMATCH, 'Not the same.'],
  ] as const) {
    serve({ [CONFIRM]: answer });
    await press(user, 'Continue');
    await expectBanner(message);
    const isTooLate = answer.status === 410;
    expect(screen.queryAllByRole('button', { name: NEW_LINK })).toHaveLength(isTooLate ? 1 : 0);
  }
  // A wrong answer marks no field, because that would help someone who guesses.
  expect(document.querySelector('[aria-invalid]')).toBeNull();
  expect(
    screen.getByText(
      '4 tries are left. After that, this link will stop working, but we can send you a new one.',
    ),
  ).toBeTruthy();
});

test.each<[string, Answer, boolean]>([
  ['the last wrong answer', { status: 400, body: { ...MISMATCH_BODY, triesLeft: 0 } }, true],
  ['any answer to a link that has died meanwhile', refused(404, NO_LONGER_VALID), false],
])('the form is gone after %s', async (_, answer, byWrongAnswers) => {
  serve({ [CHECK]: VALID });
  const user = show(<ConfirmPage />, 'confirm', '?guid=g');
  await enter(user, await screen.findByLabelText('Confirm email address'), EMAIL);
  await enter(user, field('Confirm zip code'), '94608');
  serve({ [CONFIRM]: { status: 400, body: { ...MISMATCH_BODY, triesLeft: 1 } } });
  await press(user, 'Continue');
  await screen.findByText(/^One try is left\./);
  serve({ [CONFIRM]: answer });
  await press(user, 'Continue');
  const heading = await screen.findByRole('heading', { level: 1, name: NO_LONGER_VALID });
  await waitFor(() => expect(document.activeElement).toBe(heading));
  expect(screen.queryAllByText(/was wrong 5 times/)).toHaveLength(byWrongAnswers ? 1 : 0);
  expect(screen.queryByRole('textbox')).toBeNull();
  screen.getByRole('button', { name: NEW_LINK });
});

test('a confirmation clears the complete registration of this tab', async () => {
  sessionStorage.setItem(
    'kidlab-reg',
    JSON.stringify({ awaitingConfirmation: true, email: EMAIL }),
  );
  serve({ [CHECK]: VALID, [CONFIRM]: { status: 200, body: { message: 'Registered.' } } });
  const user = show(<ConfirmPage />, 'confirm', '?guid=g');
  await enter(user, await screen.findByLabelText('Confirm email address'), ` ${EMAIL} `);
  await enter(user, field('Confirm zip code'), '94608');
  await press(user, 'Continue');
  await waitFor(() => {
    expect(window.location.pathname).toBe('/kidlab-reg/registration-confirmation');
  });
  expect(sessionStorage.getItem('kidlab-reg')).toBeNull();
});
