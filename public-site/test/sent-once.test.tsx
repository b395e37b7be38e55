import { beforeEach, expect, test, vi } from 'vitest';
import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';

import { ConfirmForm } from '../src/confirmation/confirm-page.js';
import { AlmostCompletePage } from '../src/outcomes/almost-complete-page.js';
import { PAGES } from '../src/pages.js';
import { AgreementStep } from '../src/registration/agreement/agreement-step.js';
import { ChildrenStep } from '../src/registration/children/children-step.js';
import { navigate } from '../src/site/location.js';
import {
  DRAFT,
  EMAIL,
  enter,
  expectBanner,
  field,
  hold,
  keep,
  press as pressAs,
  refused,
  savedChildren,
  show,
} from './page.js';

/** While a submission is in flight, pressing a button again sends nothing. */

const SEEN = { ...DRAFT, children: savedChildren('Maya', 'Leo') };
const SENDING = 'One moment, please: your information is being sent.';

let user: UserEvent;
beforeEach(() => {
  keep(null);
});
function open(page: ReactNode, path: keyof typeof PAGES): void {
  keep(SEEN);
  user = show(page, path);
}
const button = (name: string): HTMLElement => screen.getByRole('button', { name });
const press = (name: string): Promise<void> => pressAs(user, name);
const expectPath = (path: string): Promise<void> =>
  waitFor(() => {
    expect(window.location.pathname).toBe(`/kidlab-reg/${path}`);
  });

test('the children are sent, but a user who has left the step is not moved on', async () => {
  open(<ChildrenStep />, 'children');
  const { call, release } = hold({
    '/families/guid': { status: 200, body: JSON.stringify(DRAFT.guid) },
    '/registration/draft': { status: 200, body: SEEN },
  });
  await press('Continue');
  navigate(PAGES.registration.path);
  release();
  await waitFor(() => {
    expect(call).toHaveBeenCalledTimes(3);
    expect(button('Continue').ariaDisabled).toBe('false');
  });
  await expectPath('registration');
});

test('the children are sent once, and their list is read-only meanwhile', async () => {
  open(<ChildrenStep />, 'children');
  const { call, release } = hold({
    '/families/guid': { status: 200, body: JSON.stringify(DRAFT.guid) },
    '/registration/draft': { status: 200, body: SEEN },
  });
  await user.dblClick(button('Continue'));
  expect(button('Continue').ariaDisabled).toBe('true');
  expect(button('Continue').ariaBusy).toBe('true');
  expect(button('Cancel registration').ariaBusy).toBe('false');
  expect(screen.getByRole('status').textContent).toBe(SENDING);
  await press('Continue');
  // Nor can the list be changed, or left.
  for (const name of ['+ Add another child', 'Edit Maya', 'Delete Leo', 'Cancel registration']) {
    expect(button(name).ariaDisabled).toBe('true');
    await press(name);
  }
  await user.click(screen.getByRole('link', { name: 'Back to your information' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.getAllByRole('heading', { level: 3 })).toHaveLength(2);
  expect(window.location.pathname).toBe('/kidlab-reg/children-step');
  release();
  await expectPath('registration-agreement');
  expect(call.mock.calls.filter(([address]) => address.includes('guid?email'))).toHaveLength(1);
});

test('a cancellation is sent once, and nothing else meanwhile', async () => {
  open(<ChildrenStep />, 'children');
  const { call, release } = hold({ '/families/by-email': { status: 204 } });
  await press('Cancel registration');
  await user.dblClick(screen.getByRole('button', { name: 'Yes, cancel my registration' }));
  await press('Cancel registration');
  await press('Continue');
  expect(screen.queryByRole('dialog')).toBeNull();
  release();
  await expectPath('cancel-registration');
  expect(call).toHaveBeenCalledTimes(1);
  expect(sessionStorage.getItem('kidlab-reg')).toBeNull();
});

test('the agreement is sent once, and "I do not agree" has no effect meanwhile', async () => {
  open(<AgreementStep />, 'agreement');
  const { call, release } = hold({
    '/send-confirmation-email': { status: 200 },
    '/update-family-details': { status: 200 },
  });
  const yes = button('I agree');
  const no = button('I do not agree');
  await user.dblClick(yes);
  expect([yes.ariaDisabled, yes.ariaBusy]).toEqual(['true', 'true']);
  expect(no.ariaBusy).toBe('false');
  expect(screen.getByRole('status').textContent).toBe(SENDING);
  await user.click(yes);
  await user.click(no);
  release();
  await expectPath('verify-registration');
  expect(call.mock.calls.map(([, request]) => request?.method)).toEqual(['POST', 'PUT']);
});

test('the confirmation is sent once, and its fields are read-only meanwhile', async () => {
  const { call, release } = hold({
    '/families/confirmAndRegister': refused(503, 'We are moving house.'),
  });
  open(<ConfirmForm guid="made-up" zipCodeMayChange={false} onDead={vi.fn()} />, 'confirm');
  const [email, zipCode] = [field('Confirm email address'), field('Confirm zip code')];
  await enter(user, email, EMAIL);
  await enter(user, zipCode, '94608');
  const go = button('Continue');
  await user.dblClick(go);
  expect([go.ariaDisabled, go.ariaBusy]).toEqual(['true', 'true']);
  await user.click(go);
  expect([email.readOnly, zipCode.readOnly]).toEqual([true, true]);
  release();
  await expectBanner('We are moving house.');
  expect(call).toHaveBeenCalledTimes(1);
});

test('"Send it again" is sent once', async () => {
  keep({ ...SEEN, awaitingConfirmation: true });
  user = show(<AlmostCompletePage />, 'verify');
  const { call, release } = hold({
    '/registration/resend-confirmation-email': { status: 200, body: {} },
  });
  const again = button('Send it again');
  await user.dblClick(again);
  expect(again.ariaDisabled).toBe('true');
  await user.click(again);
  release();
  await screen.findByText('A confirmation email is on its way.');
  expect(call).toHaveBeenCalledTimes(1);
});
