import { beforeEach, expect, test } from 'vitest';
import { act, cleanup, screen, waitFor } from '@testing-library/react';

import { InvitationPage } from '../src/invitation/invitation-page.js';
import { AlmostCompletePage } from '../src/outcomes/almost-complete-page.js';
import { AgreementStep } from '../src/registration/agreement/agreement-step.js';
import { ChildrenStep } from '../src/registration/children/children-step.js';
import { GuardianStep } from '../src/registration/guardian/guardian-step.js';
import { updateRegistration } from '../src/registration/store.js';
import {
  CONNECTION_LOST,
  DRAFT,
  EMAIL,
  enter,
  field,
  keep,
  press,
  refused,
  savedChildren,
  serve,
  show,
} from './page.js';

/** Replaces all text nodes, like a browser that translates the page, but keeps the words so that tests find them. */
function translatePage(): void {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found: Text[] = [];
  while (texts.nextNode()) found.push(texts.currentNode as Text);
  for (const text of found.filter(({ data }) => data.trim() !== '')) {
    const translated = document.createElement('span');
    translated.textContent = text.data;
    text.replaceWith(translated);
  }
}

const text = (id: string): string | undefined => document.getElementById(id)?.textContent;

beforeEach(() => {
  keep(null);
  serve({});
});

test('the hint for a likely typo disappears with the typo', async () => {
  const user = show(<GuardianStep />, 'registration');
  await enter(user, field('Email'), 'parent@gmial.com');
  await user.tab();
  await screen.findByText(/Did you mean/);
  translatePage();

  await user.clear(screen.getByRole('textbox', { name: 'Email' }));
  expect(screen.queryByText(/Did you mean/)).toBeNull();
});

test('a field shows its next error instead of the last one', async () => {
  const user = show(<GuardianStep />, 'registration');
  await press(user, 'Continue');
  await waitFor(() => expect(text('zipCode-error')).toBe('Error: Please enter your zip code'));
  translatePage();

  await user.type(screen.getByRole('textbox', { name: 'Zip code' }), '9');
  expect(text('zipCode-error')).toMatch(/Zip Code should contain 5 digits only\.$/);
});

test('a deleted child can be restored', async () => {
  keep({ ...DRAFT, children: savedChildren('Maya', 'Leo') });
  const user = show(<ChildrenStep />, 'children');
  await press(user, 'Delete Leo');
  translatePage();

  await press(user, 'Undo');
  expect(screen.getByRole('status').textContent).toBe('Leo is back.');
});

test('"Send it again" shows its result each time', async () => {
  keep({ ...DRAFT, awaitingConfirmation: true });
  const user = show(<AlmostCompletePage />, 'verify');
  translatePage();
  const send = (): Promise<void> => press(user, 'Send it again');
  const news = screen.getByRole('status');

  await send();
  await waitFor(() => expect(news.textContent).toBe(CONNECTION_LOST));
  translatePage();
  const help = 'Please write to support@example.org.';
  serve({ '/registration/resend-confirmation-email': refused(429, help) });
  await send();
  await waitFor(() => expect(news.textContent).toBe(help));
});

test('names and addresses are not translated', () => {
  keep({ ...DRAFT, children: savedChildren('Rose') });
  show(<AgreementStep />, 'agreement');
  const kept = [...document.querySelectorAll('[translate="no"]')];
  expect(kept.map(({ textContent }) => textContent)).toEqual([
    'Renée O’Brien-Smith',
    EMAIL,
    'Rose',
  ]);
});

test('the names of invited children are not translated, before and after the answer', async () => {
  const rose = { participationId: 1, firstName: 'Rose', slots: [], cancelled: null };
  const slot = { id: 8, startsLocal: '2027-03-13T09:30', endsLocal: '2027-03-13T10:30' };
  const offered = { ...slot, seatsLeft: 1, waiting: 0, ageQuestion: null };
  const lily = { ...rose, participationId: 2, firstName: 'Lily', slot: null, waitingBefore: null };
  const names = (): (string | null)[] =>
    [...document.querySelectorAll('h2[translate="no"]')].map(({ textContent }) => textContent);
  const view = (child: object) => ({
    '/invitations': {
      status: 200,
      body: {
        studyName: 'Blocks',
        place: '',
        note: '',
        sequence: 0,
        expiresLocal: '2027-03-07T12:00',
        children: [child],
      },
    },
  });

  serve(view({ ...lily, state: 'invited', slots: [offered] }));
  show(<InvitationPage />, 'invitation', '?guid=g');
  await waitFor(() => expect(names()).toEqual(['Lily']));
  cleanup();
  serve(view({ ...rose, slot: offered, state: 'accepted', waitingBefore: null }));
  show(<InvitationPage />, 'invitation', '?guid=g');
  await waitFor(() => expect(names()).toEqual(['Rose']));
});

test('an address that another tab changes again is shown', () => {
  keep({ ...DRAFT, children: savedChildren('Maya') });
  updateRegistration((state) => ({ ...state, isAddressChanged: true }));
  show(<ChildrenStep />, 'children');
  expect(screen.getByRole('alert').textContent).toContain(EMAIL);
  translatePage();

  act(() => updateRegistration((state) => ({ ...state, email: 'other@example.org' })));
  expect(screen.getByRole('alert').textContent).toMatch(/continue: other@example.org$/);
});

test('"Change it" leads to step 1 without an error', async () => {
  keep({ ...DRAFT, awaitingConfirmation: true });
  const user = show(<AlmostCompletePage />, 'verify');
  expect(document.body.textContent).toContain(EMAIL);
  translatePage();
  serve({
    '/registration/draft': { status: 200, body: { ...DRAFT, awaitingConfirmation: true } },
    '/families/by-email': { status: 204 },
  });

  await press(user, 'Change it');
  await waitFor(() => expect(window.location.pathname).toBe('/kidlab-reg/registration'));
  expect(document.body.textContent).toContain('We have sent an email to your email address.');
});
