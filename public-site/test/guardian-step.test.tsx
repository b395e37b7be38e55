import { beforeEach, describe, expect, test, vi } from 'vitest';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';

import {
  BANNER_MESSAGES,
  CHOICES,
  GUARDIAN_MESSAGES,
  LIMITS,
  WORDS,
  YEARS,
} from '../../e2e/specification.js';
import { GuardianStep } from '../src/registration/guardian/guardian-step.js';
import { DraftWatch } from '../src/registration/draft-watch.js';
import { registration } from '../src/registration/store.js';
import {
  type Answer,
  CONNECTION_LOST,
  DRAFT,
  enter,
  expectBanner,
  expectMessages,
  field,
  fillGuardian,
  GUARDIAN_LABELS,
  hold,
  keep,
  optionsOf,
  refused as refusal,
  savedChildren,
  serve,
  show,
  TOO_MANY,
} from './page.js';

const REGISTER = '/registerAndLinkGuardian';

let user: UserEvent;
beforeEach(() => {
  keep(null);
  serve({});
  user = show(<GuardianStep />, 'registration');
});

const phone = (): HTMLInputElement => field(GUARDIAN_LABELS.phone);
const zipCode = (): HTMLInputElement => field(GUARDIAN_LABELS.zipCode);
const send = (): Promise<void> => user.click(screen.getByRole('button', { name: 'Continue' }));

test('the wording and the options are as specified', () => {
  for (const words of [WORDS.step1, WORDS.step2, WORDS.step3, WORDS.continue]) {
    screen.getByText(words);
  }
  screen.getByText('Bay Area only');
  expect(optionsOf(GUARDIAN_LABELS.relationship)).toEqual(CHOICES.relationship);
  // The wording of the employee option is configurable.
  const heardFrom = optionsOf(GUARDIAN_LABELS.heardFrom).map((text, index) =>
    CHOICES.heardFrom[index] === null ? null : text,
  );
  expect(heardFrom).toEqual(CHOICES.heardFrom);
  const { first, last } = YEARS.parent;
  const years = optionsOf(GUARDIAN_LABELS.yearOfBirth).map(Number);
  expect(years).toEqual(Array.from({ length: first - last + 1 }, (_, index) => first - index));
});

describe('messages', () => {
  test('each field shows its own message', async () => {
    await fillGuardian(user);
    await expectMessages(
      user,
      GUARDIAN_MESSAGES,
      (name) => field(GUARDIAN_LABELS[name]),
      'Continue',
    );
  });

  test('all errors are shown at once, in page order', async () => {
    await send();
    const empty = GUARDIAN_MESSAGES.filter(({ value }) => value === '');
    expect(empty).toHaveLength(8);
    await expectBanner(...empty.map(({ message }) => message));
  });

  test('the banner lists the remaining errors, and disappears with the last one', async () => {
    await fillGuardian(user);
    await enter(user, zipCode(), '1');
    await enter(user, phone(), '5');
    await send();
    await expectBanner(
      'Zip Code should contain 5 digits only.',
      'Primary phone number must be in the format: (123) 456-7890.',
    );
    // A screen reader says what changes, not the whole banner again.
    expect(screen.getByRole('alert').getAttribute('aria-atomic')).toBe('false');
    await enter(user, zipCode(), '94608');
    await expectBanner('Primary phone number must be in the format: (123) 456-7890.');
    await user.clear(phone());
    await expectBanner('Please enter your primary phone number');
    await user.type(phone(), '5105550100');
    expect(screen.queryByText('Oops!')).toBeNull();
    expect(document.title).toMatch(/^Parent/);
    expect(document.activeElement).toBe(phone());
  });

  test('a name may have 31 characters, but not 32', async () => {
    await fillGuardian(user);
    await enter(user, field('First name'), 'x'.repeat(LIMITS.name + 1));
    await send();
    await expectBanner('First name must be ≤ 31 characters.');
    await enter(user, field('First name'), 'x'.repeat(LIMITS.name));
    expect(screen.queryByText('Oops!')).toBeNull();
  });

  test('fields have autocomplete names', () => {
    expect(
      ['firstName', 'lastName', 'email', 'zipCode', 'phone', 'yearOfBirth'].map((name) =>
        field(GUARDIAN_LABELS[name as keyof typeof GUARDIAN_LABELS]).getAttribute('autocomplete'),
      ),
    ).toEqual(['given-name', 'family-name', 'email', 'postal-code', 'tel-national', 'bday-year']);
    expect(zipCode().getAttribute('inputmode')).toBe('numeric');
  });

  test('empty fields are required, but not invalid yet', () => {
    expect(phone().getAttribute('aria-required')).toBe('true');
    expect(phone().form?.checkValidity()).toBe(true);
  });

  test('a likely typo in the address’s domain gets a hint, which does not block', async () => {
    const email = field('Email');
    await user.type(email, 'somebody@gmial.com');
    expect(screen.queryByText(/Did you mean/)).toBeNull();
    await user.click(zipCode());
    await user.click(await screen.findByRole('button', { name: 'somebody@gmail.com' }));
    expect(email.value).toBe('somebody@gmail.com');
    expect(document.activeElement).toBe(email);
    expect(screen.queryByText(/Did you mean/)).toBeNull();
  });

  test('that hint does not appear while a button is pressed, which it would move', async () => {
    await user.type(field('Email'), 'somebody@gmial.com');
    const target = screen.getByRole('button', { name: 'Continue' });
    await user.pointer({ keys: '[MouseLeft>]', target });
    expect(document.activeElement).toBe(target);
    expect(screen.queryByText(/Did you mean/)).toBeNull();
  });

  test('nor does it appear if the pressed button takes no focus, as in Safari', async () => {
    await user.type(field('Email'), 'somebody@gmial.com');
    fireEvent.blur(field('Email'), { relatedTarget: null });
    expect(screen.queryByText(/Did you mean/)).toBeNull();
  });
});

test('values that the server has do not count as input', () => {
  cleanup();
  keep(DRAFT);
  show(<GuardianStep />, 'registration');
  expect(field('Email').value).toBe(DRAFT.email);
  expect(registration().guardianDraft).toBeNull();
});

test('a value that the browser has filled in without an event is sent', async () => {
  const call = serve({});
  await fillGuardian(user);
  // React gets no event.
  Reflect.set(HTMLInputElement.prototype, 'value', '94704', zipCode());
  Reflect.set(HTMLInputElement.prototype, 'value', '5105551234', phone());
  await send();
  await expectBanner(CONNECTION_LOST);
  const body = call.mock.lastCall?.[1]?.body;
  expect(body).toContain('"zipCode":"94704"');
  expect(body).toContain('"primaryPhone":"(510) 555-1234"');
});

test('a form that is filled in all at once keeps every value', () => {
  const values = { 'First name': 'Renée', 'Last name': 'O’Brien', Email: 'renee@example.org' };
  // Like autofill programs: one field after another, without a pause.
  act(() => {
    for (const [label, value] of Object.entries(values)) {
      fireEvent.input(field(label), { target: { value } });
    }
  });
  for (const [label, value] of Object.entries(values)) expect(field(label).value).toBe(value);
});

describe('input masks', () => {
  test('the phone number is formatted while it is typed', async () => {
    const seen: string[] = [];
    await user.click(phone());
    for (const key of '5105550100') {
      await user.keyboard(key);
      seen.push(phone().value);
    }
    expect(seen).toEqual([
      '(5',
      '(51',
      '(510',
      '(510) 5',
      '(510) 55',
      '(510) 555',
      '(510) 555-0',
      '(510) 555-01',
      '(510) 555-010',
      '(510) 555-0100',
    ]);
    await user.keyboard('9x');
    expect(phone().value).toBe('(510) 555-0100');
    await user.keyboard('{Backspace>10/}');
    expect(phone().value).toBe('');
  });

  test('the caret stays in place in the middle of the phone number', async () => {
    await user.type(phone(), '5105550100');
    phone().setSelectionRange(3, 3); // (51|0) 555-0100
    await user.keyboard('{Backspace}');
    expect([phone().value, phone().selectionStart]).toEqual(['(505) 550-100', 2]);
    await user.keyboard('9');
    expect([phone().value, phone().selectionStart]).toEqual(['(590) 555-0100', 3]);
    await user.keyboard('{Delete}');
    expect([phone().value, phone().selectionStart]).toEqual(['(595) 550-100', 3]);
  });

  test.each([
    ['+1 510 555 0100', '(510) 555-0100'],
    ['1-510-555-0100', '(510) 555-0100'],
    ['510.555.0100', '(510) 555-0100'],
    [' (510) 555 0100 ', '(510) 555-0100'],
    ['0015105550100', '(510) 555-0100'],
    // These must never become a different number.
    ['+44 20 7946 0958', '+44 20 7946 0958'],
    ['510 555 0100 77', '510 555 0100 77'],
  ])('show a pasted "%s" as %s', async (pasted, shown) => {
    await user.click(phone());
    await user.paste(pasted);
    expect(phone().value).toBe(shown);
    await send();
    await screen.findByText('Oops!');
    expect(phone().hasAttribute('aria-invalid')).toBe(!shown.startsWith('('));
  });

  test('a foreign number can be typed, and is refused', async () => {
    await user.type(phone(), '+44 20 7946 0958');
    expect(phone().value).toBe('+44 20 7946 0958');
    await send();
    await screen.findByText('Oops!');
    expect(phone().getAttribute('aria-invalid')).toBe('true');
  });

  test('a complete number ignores further digits', async () => {
    for (const [control, typed, complete, at] of [
      [phone(), '5105550100', '(510) 555-0100', 3],
      [zipCode(), '94608', '94608', 2],
    ] as const) {
      await user.type(control, typed);
      control.setSelectionRange(at, at);
      await user.keyboard('9');
      expect([control.value, control.selectionStart]).toEqual([complete, at]);
    }
  });

  test('the zip code accepts only five digits', async () => {
    await user.type(zipCode(), '9a4-6 08123');
    expect(zipCode().value).toBe('94608');
    zipCode().setSelectionRange(1, 1);
    await user.keyboard('x');
    expect([zipCode().value, zipCode().selectionStart]).toEqual(['94608', 1]);
  });
});

describe('sending step 1', () => {
  const refused: [string, Answer, string][] = [
    ['too many requests', refusal(429, TOO_MANY), TOO_MANY],
    ['an unreadable body', { status: 400 }, BANNER_MESSAGES.unexpectedError],
    ['no guid', { status: 201, body: {} }, BANNER_MESSAGES.unexpectedResponse],
    [
      'a message instead of a guid',
      { status: 200, body: { message: 'Please come back tomorrow.' } },
      'Please come back tomorrow.',
    ],
    [
      'a server error in HTML',
      { status: 500, body: '<h1>Bad</h1>' },
      'Something went wrong on our side. Please try again.',
    ],
    [
      'a server error with a message',
      { status: 503, body: { statusCode: 503, message: 'We are moving house.' } },
      'We are moving house.',
    ],
  ];
  test.each(refused)('shows a banner for a response with %s', async (_, answer, message) => {
    serve({ [REGISTER]: answer });
    await fillGuardian(user);
    await send();
    const banner = await expectBanner(message);
    await waitFor(() => expect(document.activeElement).toBe(banner));
    expect(field('Email').value).toBe('parent@example.org');
  });

  test('shows the address in a message as a link', async () => {
    serve({ [REGISTER]: refusal(409, 'Please contact support@example.org.') });
    await fillGuardian(user);
    await send();
    await expectBanner('Please contact support@example.org.');
    const support = screen.getByRole('link', { name: 'support@example.org' });
    expect(support.getAttribute('href')).toBe('mailto:support@example.org');
  });

  test('succeeds on the next try after too many requests', async () => {
    serve({ [REGISTER]: refusal(429, TOO_MANY) });
    await fillGuardian(user);
    await send();
    await expectBanner(TOO_MANY);
    serve({
      [REGISTER]: { status: 201, body: { guid: DRAFT.guid } },
      '/registration/draft': { status: 200, body: DRAFT },
    });
    await send();
    await waitFor(() => {
      expect(window.location.pathname).toBe('/kidlab-reg/children-step');
    });
    // From now on the server's values are shown, with changes by other tabs.
    expect(registration().guardianDraft).toBeNull();
  });

  test('can be sent again when it was saved, but its draft could not be read', async () => {
    cleanup();
    user = show(
      <>
        <GuardianStep />
        <DraftWatch />
      </>,
      'registration',
    );
    const saved = { [REGISTER]: { status: 201, body: { guid: DRAFT.guid } } };
    serve(saved);
    await fillGuardian(user);
    await send();
    await expectBanner(CONNECTION_LOST);
    serve({ ...saved, '/registration/draft': { status: 200, body: DRAFT } });
    await send();
    await waitFor(() => expect(window.location.pathname).toBe('/kidlab-reg/children-step'));
  });

  test('keeps the focus on its button while the draft is read', async () => {
    await fillGuardian(user);
    let release = (): void => undefined;
    serve({
      [REGISTER]: () => {
        ({ release } = hold({ '/registration/draft': { status: 200, body: DRAFT } }));
        return { status: 201, body: { guid: DRAFT.guid } };
      },
    });
    await send();
    await waitFor(() => expect(registration().guid).toBe(DRAFT.guid));
    const button = screen.getByRole('button', { name: 'Submitting...' });
    expect(button).toHaveProperty('disabled', false);
    expect(screen.queryByText(/still loading/)).toBeNull();
    release();
    await waitFor(() => expect(window.location.pathname).toBe('/kidlab-reg/children-step'));
  });

  test('shows a status message while it is in progress', async () => {
    let loseConnection = (): void => undefined;
    const answer = new Promise((_, reject) => (loseConnection = reject));
    const call = vi.fn(() => answer);
    Object.assign(globalThis, { fetch: call });
    const status = screen.getByRole('status');
    expect(status.textContent).toBe('');
    await fillGuardian(user);
    const relationship = field(GUARDIAN_LABELS.relationship).value;
    await send();
    await waitFor(() => {
      expect(status.textContent).toBe('One moment, please: your information is being sent.');
    });
    expect(field('First name').readOnly).toBe(true);
    await user.selectOptions(field(GUARDIAN_LABELS.relationship), 'Nanny');
    expect(field(GUARDIAN_LABELS.relationship).value).toBe(relationship);
    // As Enter in a field does.
    fireEvent.submit(field('Email'));
    loseConnection();
    await expectBanner(CONNECTION_LOST);
    expect(call).toHaveBeenCalledTimes(1);
    expect(status.textContent).toBe('');
  });

  test('with another address keeps the children, to be sent again', async () => {
    cleanup();
    keep({ ...DRAFT, children: savedChildren('Maya') });
    user = show(<GuardianStep />, 'registration');
    const email = 'new@example.org';
    await fillGuardian(user);
    await enter(user, field('Email'), email);
    // The server drops the children when the address changes.
    serve({
      [REGISTER]: { status: 201, body: { guid: DRAFT.guid } },
      '/registration/draft': { status: 200, body: { ...DRAFT, email } },
    });
    await send();
    await waitFor(() => expect(window.location.pathname).toBe('/kidlab-reg/children-step'));
    const { children, isAddressChanged } = registration();
    expect(children.map(({ values, state }) => [values.firstName, state])).toEqual([
      ['Maya', 'typed'],
    ]);
    expect(isAddressChanged).toBe(false);
  });

  test('reports blocked cookies and keeps the input', async () => {
    serve({
      [REGISTER]: { status: 201, body: { guid: DRAFT.guid } },
      '/registration/draft': refusal(401, 'Your session has expired.'),
    });
    await fillGuardian(user);
    await send();
    await expectBanner(
      'Your browser did not keep this form’s cookie. Please allow cookies and try again.',
    );
    expect(window.location.pathname).toBe('/kidlab-reg/registration');
    expect(field('Email').value).toBe('parent@example.org');
    expect(sessionStorage.getItem('kidlab-reg')).not.toContain(DRAFT.guid);
  });

  test('shows a field error at its field', async () => {
    const message = 'Primary phone number must be in the format: (123) 456-7890.';
    const body = { statusCode: 400, message, errors: [{ field: 'primaryPhone', message }] };
    serve({ [REGISTER]: { status: 400, body } });
    await fillGuardian(user);
    await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
    await expectBanner(message);
    expect(phone().getAttribute('aria-invalid')).toBe('true');
  });
});
