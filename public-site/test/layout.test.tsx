import { beforeEach, expect, test, vi } from 'vitest';
import { cleanup, createEvent, fireEvent, screen } from '@testing-library/react';

import { PAGES } from '../src/pages.js';
import { Link } from '../src/site/location.js';
import { Layout } from '../src/ui/layout.js';
import { show } from './page.js';

const remove = vi.fn();

beforeEach(() => {
  remove.mockClear();
  show(
    <Layout path={PAGES.registration.path}>
      <h1>Page</h1>
      <button type="button">Save</button>
      <button type="button" onClick={remove}>
        Delete
      </button>
      <Link to={PAGES.children.path}>Children</Link>
    </Layout>,
    'registration',
  );
});

const click = (name: string, init: MouseEventInit): boolean => {
  const target = screen.getByText(name);
  return fireEvent(target, createEvent.click(target, init));
};

test('the second click of a double click does not hit what has replaced its target', () => {
  click('Save', { detail: 1 });
  click('Delete', { detail: 2 });
  expect(remove).not.toHaveBeenCalled();
  click('Delete', { detail: 1 });
  click('Delete', { detail: 2 });
  expect(remove).toHaveBeenCalledTimes(2);
});

test.each([
  ['of a form', 'registration', '_blank'],
  ['of another page', 'sessionExpired', ''],
] as const)('the privacy link %s opens where no input is lost', (_, path, target) => {
  cleanup();
  show(<Layout path={PAGES[path].path}>{null}</Layout>, path);
  const privacy = screen.getByRole<HTMLAnchorElement>('link', { name: /^Privacy/ });
  expect(privacy.target).toBe(target);
  expect(privacy.textContent.includes('(opens in a new tab)')).toBe(target === '_blank');
});

test.each<[string, MouseEventInit]>([
  ['Ctrl', { ctrlKey: true }],
  ['Cmd', { metaKey: true }],
  ['Shift', { shiftKey: true }],
  ['Alt', { altKey: true }],
  ['another button', { button: 1 }],
])('a click on a link with %s is left to the browser', (_, init) => {
  expect(click('Children', { ...init, cancelable: true, bubbles: true })).toBe(true);
  expect(window.location.pathname).toBe('/kidlab-reg/registration');
  expect(click('Children', { cancelable: true, bubbles: true })).toBe(false);
  expect(window.location.pathname).toBe('/kidlab-reg/children-step');
});
