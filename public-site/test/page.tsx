import { expect, type Mock, vi } from 'vitest';
import type { DraftChild, RegistrationDraft } from '@kidlab/contract';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';

import { type FieldMessage } from '../../e2e/specification.js';
import { aGuardian, THIS_YEAR } from '../../e2e/support/people.js';
import { PAGES } from '../src/pages.js';
import { EMPTY_STATE, type KeptState, withDraft } from '../src/registration/state.js';
import { updateRegistration } from '../src/registration/store.js';
import { SiteContext, siteOf } from '../src/site/site.js';

/** The site in June, without a bot check. */
export const SITE = siteOf({
  botCheck: 'off',
  botCheckSiteKey: null,
  labName: 'Kid Lab',
  productName: 'Kid Lab',
  employeeReferralLabel: 'Employee',
  supportEmail: 'support@example.org',
  agreementVersion: '1',
  registrationTokenHours: 1,
  confirmationWindowHours: 72,
  today: { year: THIS_YEAR, month: 6 },
});

/** Shows a page without any state of an earlier one. */
export function show(page: ReactNode, path: keyof typeof PAGES, query = ''): UserEvent {
  window.history.replaceState(null, '', `/kidlab-reg${PAGES[path].path}${query}`);
  document.title = PAGES[path].title;
  render(<SiteContext value={SITE}>{page}</SiteContext>);
  return userEvent.setup();
}

export const EMAIL = 'parent@example.org';

export const TOO_MANY =
  'Too many requests have come from your connection or for this email address. Nothing is lost: please try again in a few minutes.';
export const CONNECTION_LOST =
  'We could not reach the server. Please check your internet connection and try again.';

/** An error response with a message. */
export const refused = (status: number, message: string): Answer => ({
  status,
  body: { statusCode: status, message },
});

export const press = (user: UserEvent, name: string): Promise<void> =>
  user.click(screen.getByRole('button', { name }));

/** The draft of the test family. */
export const DRAFT: RegistrationDraft = {
  guid: '6f1c7d0e-3b0a-4c63-9d5e-0a4f6b1c2d3e',
  version: '1',
  awaitingConfirmation: false,
  email: EMAIL,
  zipCode: '94608',
  referredBy: 'Friend',
  guardianFirstName: 'Renée',
  guardianLastName: 'O’Brien-Smith',
  primaryPhone: '(510) 555-0100',
  relationshipToChild: 'Mother',
  children: [],
};

/** Children that are saved on the server. */
export const savedChildren = (...names: readonly string[]): DraftChild[] =>
  names.map((firstName, index) => ({
    id: index + 1,
    idempotencyKey: `key-${String(index)}`,
    email: EMAIL,
    firstName,
    gender: 'Female',
    monthOfBirth: '03',
    mob: 'March',
    yearOfBirth: String(THIS_YEAR - 4),
    whichHandId: 'Left-handed',
    languageSpokenAtHome: 'English',
    additionalLanguage1: null,
    additionalLanguage2: null,
    createdDate: '',
    createdBy: '',
    modifiedDate: '',
    modifiedBy: '',
  }));

/** Sets the tab's state: a loaded draft and unsent input. */
export function keep(draft: RegistrationDraft | null, typed: Partial<KeptState> = {}): void {
  updateRegistration(() => {
    const state =
      draft === null ? EMPTY_STATE : withDraft({ ...EMPTY_STATE, guid: draft.guid }, draft);
    return { ...state, ...typed };
  });
}

/** Removes one stored value of the tab. */
export function forgetEntry(name: string): void {
  const kept = JSON.parse(sessionStorage.getItem('kidlab-reg') ?? '{}') as object;
  sessionStorage.setItem('kidlab-reg', JSON.stringify({ ...kept, [name]: null }));
}

export interface Answer {
  readonly status: number;
  readonly body?: unknown;
}

type Calls = Mock<(address: string, request?: RequestInit) => Promise<object>>;

/** Stubs `fetch` by the end of the path. Other calls fail as if there were no network. */
export function serve(answers: Readonly<Record<string, Answer | (() => Answer)>>): Calls {
  const call: Calls = vi.fn((address) => {
    const [path = ''] = address.split('?');
    const found = Object.entries(answers).find(([end]) => path.endsWith(end))?.[1];
    const answer = typeof found === 'function' ? found() : found;
    if (answer === undefined) return Promise.reject(new TypeError('Failed to fetch'));
    const { status, body = '' } = answer;
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    return Promise.resolve({
      ok: status < 300,
      status,
      text: () => Promise.resolve(text),
    });
  });
  Object.assign(globalThis, { fetch: call });
  return call;
}

/** Like `serve`, but holds the responses until they are released. Calls count when they are released. */
export function hold(answers: Parameters<typeof serve>[0]): { call: Calls; release: () => void } {
  const call = serve(answers);
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  const fetch: typeof call = vi.fn((...request) => released.then(() => call(...request)));
  Object.assign(globalThis, { fetch });
  return { call, release };
}

export function field(label: string): HTMLInputElement {
  return screen.getByLabelText<HTMLInputElement>(label);
}

/** The options of a list, without its empty first entry. */
export const optionsOf = (label: string): (string | null)[] =>
  [...field(label).querySelectorAll('option')].slice(1).map(({ textContent }) => textContent);

export async function enter(user: UserEvent, control: HTMLElement, value: string): Promise<void> {
  if (control instanceof HTMLSelectElement) {
    await user.selectOptions(control, value);
    return;
  }
  await user.clear(control);
  await user.click(control);
  await user.paste(value);
}

/** Waits until the banner has exactly these sentences below its heading. */
export function expectBanner(...sentences: readonly string[]): Promise<HTMLElement> {
  return waitFor(() => {
    const banner = screen.getByText('Oops!').closest<HTMLElement>('[role=alert]');
    const said = [...(banner?.querySelectorAll('p, li') ?? [])].map(
      ({ textContent }) => textContent,
    );
    expect(said).toEqual(sentences);
    if (banner === null) throw new Error('the banner is no alert');
    return banner;
  });
}

/** Enters one bad value after another into an otherwise valid form, and checks the messages. */
export async function expectMessages<Field extends string>(
  user: UserEvent,
  messages: readonly FieldMessage<Field>[],
  controlOf: (field: Field) => HTMLInputElement | HTMLSelectElement,
  submit: string,
): Promise<void> {
  for (const { field: name, value, message } of messages) {
    const control = controlOf(name);
    const good = control.value;
    await enter(user, control, value);
    await user.click(screen.getByRole('button', { name: submit }));

    const banner = await expectBanner(message);
    await waitFor(() => expect(document.activeElement).toBe(banner));
    expect(document.title).toMatch(/^Error: /);
    expect(control.getAttribute('aria-invalid')).toBe('true');
    const described = control.getAttribute('aria-describedby')?.split(' ') ?? [];
    const texts = described.map((id) => document.getElementById(id)?.textContent);
    expect(texts).toContain(`Error: ${message}`);

    await user.click(within(banner).getByRole('link', { name: message }));
    expect(document.activeElement).toBe(control);
    await enter(user, control, good);
    expect(control.hasAttribute('aria-invalid')).toBe(false);
    expect(screen.queryByText('Oops!')).toBeNull();
    expect(document.title).not.toMatch(/^Error: /);
  }
}

/** The labels of step 1 by field name, as in the specification's table. */
export const GUARDIAN_LABELS = {
  firstName: 'First name',
  lastName: 'Last name',
  email: 'Email',
  zipCode: 'Zip code',
  phone: 'Primary phone',
  yearOfBirth: 'Parent year of birth',
  relationship: 'Relationship to the child',
  heardFrom: 'How did you hear about the Lab?',
} as const;

/** Fills in step 1, except for values that the tab already has. */
export async function fillGuardian(user: UserEvent): Promise<void> {
  const guardian = aGuardian(EMAIL);
  for (const [name, label] of Object.entries(GUARDIAN_LABELS)) {
    const control = field(label);
    const value = guardian[name as keyof typeof GUARDIAN_LABELS];
    if (control.value !== value) await enter(user, control, value);
  }
}
