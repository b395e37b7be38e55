import { beforeEach, expect, test, vi } from 'vitest';
import { screen } from '@testing-library/react';

import { RegistrationApp } from '../src/browser-app.js';
import { withListKept } from '../src/registration/state.js';
import { updateRegistration } from '../src/registration/store.js';
import { DRAFT, keep, press, savedChildren, serve, show } from './page.js';

const heading = (): string | null => screen.getByRole('heading', { level: 1 }).textContent;
const path = (): string => window.location.pathname.slice('/kidlab-reg/'.length);

beforeEach(() => {
  keep(null);
  serve({});
});

test.each([
  ['children', 'registration'],
  ['agreement', 'registration'],
] as const)('without a registration, step "%s" leads to step 1', (step, first) => {
  show(<RegistrationApp />, step);
  expect(path()).toBe(first);
  expect(heading()).toBe('Parent / Guardian Information');
});

test.each(['agreement', 'verify'] as const)(
  'with a child that is not sent yet, the page "%s" leads to step 2',
  (step) => {
    keep({ ...DRAFT, children: savedChildren('Maya') });
    updateRegistration(withListKept);
    show(<RegistrationApp />, step);
    expect(path()).toBe('children-step');
    expect(screen.getByRole('heading', { level: 3 }).textContent).toBe('Maya');
  },
);

test('Delete and Undo keep the list, even if Forward leads to the address of a form', async () => {
  keep({ ...DRAFT, children: savedChildren('Maya', 'Leo', 'Ana', 'Tom', 'Zoë') });
  const listed = (): number => screen.queryAllByRole('heading', { level: 3 }).length;
  // The form of a sixth child stays closed.
  const user = show(<RegistrationApp />, 'children', '?child=new');
  await press(user, 'Delete Maya');
  expect(listed()).toBe(4);
  window.history.replaceState(null, '', '?child=key-0');
  await press(user, 'Undo');
  expect(listed()).toBe(5);
});

test('a page that fails shows its error inside the site’s layout', () => {
  const logged = vi.spyOn(console, 'error').mockReturnValue();
  keep({ ...DRAFT, children: savedChildren('Maya') });
  // Something else has corrupted the stored state.
  updateRegistration((state) => ({ ...state, children: [{ key: 'spoilt' }] as never }));
  show(<RegistrationApp />, 'children');
  expect(heading()).toBe('Unexpected Application Error!');
  expect(screen.getByRole('main').textContent).toContain('Cannot read properties of undefined');
  expect(screen.getByRole('contentinfo')).toBeTruthy();
  const start = screen.getByRole('link', { name: 'Back to the start' });
  expect(start.getAttribute('href')).toBe('/kidlab-reg/');
  logged.mockRestore();
});
