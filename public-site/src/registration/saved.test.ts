import { expect, test } from '@jest/globals';

import { withSaved } from './saved.js';
import {
  accepted,
  EMPTY_CHILD,
  EMPTY_GUARDIAN,
  EMPTY_STATE,
  type ListedChild,
  type RegistrationState,
} from './state.js';

const ANA = { ...EMPTY_GUARDIAN, guardianFirstName: 'Ana', email: 'ana@example.org' };

function child(key: string, firstName: string, sent = true): ListedChild {
  return { key, values: { ...EMPTY_CHILD, firstName }, id: sent ? 7 : null, tried: sent, sent };
}

function tabWith(...children: ListedChild[]): RegistrationState {
  return { ...accepted(EMPTY_STATE, ANA, 'guid-1'), children, savedAt: 100 };
}

const noKey = (): string => {
  throw new Error('No key is needed.');
};
const FROM_OTHER = {
  registeredUser: { values: { ...ANA, email: 'anna@example.org' }, guid: 'guid-1' },
  children: [child('b', 'Leo')],
};

test('a tab with nothing of its own to send shows what the other one has sent', () => {
  const next = withSaved(tabWith(child('a', 'Maya')), 101, FROM_OTHER, noKey);
  expect(next).toMatchObject({ ...FROM_OTHER, email: 'anna@example.org', savedAt: 101 });
});

test('a tab with something to send keeps it, and takes in what it did not know', () => {
  const next = withSaved(tabWith(child('a', 'Maya', false)), 101, FROM_OTHER, noKey);
  expect(next.children.map(({ key, sent }) => [key, sent])).toEqual([
    ['a', false],
    ['b', true],
  ]);
});

test('without children only step 1 is news', () => {
  const state = tabWith(child('a', 'Maya'));
  const registeredUser = { values: { ...ANA, guardianFirstName: 'Anna' }, guid: 'guid-1' };
  const next = withSaved(state, 101, { registeredUser, children: null }, noKey);
  expect(next.children).toBe(state.children);
  expect(next.registeredUser).toBe(registeredUser);
});

test('with another address the server has none of the children any more: they wait to be sent again', () => {
  const state = { ...tabWith(child('a', 'Maya')), removedChildren: [child('b', 'Leo')] };
  const next = withSaved(state, 101, { ...FROM_OTHER, children: null }, noKey);
  expect(next.children).toEqual([{ ...child('a', 'Maya', false), id: null }]);
  expect(next.removedChildren).toEqual([]);
  expect(next.email).toBe('anna@example.org');
});

test.each([
  ['old news', tabWith(), 100],
  ['news after the agreement', { ...tabWith(), awaitingConfirmation: true }, 101],
  ['news of another draft', { ...tabWith(), guid: 'guid-2' }, 101],
])('%s changes nothing', (_, state, at) => {
  expect(withSaved(state, at, FROM_OTHER, noKey)).toBe(state);
});
