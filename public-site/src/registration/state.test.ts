import { expect, test } from '@jest/globals';

import {
  accepted,
  childrenAreSaved,
  EMPTY_CHILD,
  EMPTY_GUARDIAN,
  EMPTY_STATE,
  guardianValues,
  type ListedChild,
  type RegistrationState,
  unsent,
  withChild,
  withChildBack,
  withChildField,
  withoutChild,
  withoutRemovedChild,
  withSentChild,
  withTriedChild,
} from './state.js';

const ANA = { ...EMPTY_GUARDIAN, guardianFirstName: 'Ana', email: 'ana@example.org' };
const MAYA = { ...EMPTY_CHILD, firstName: 'Maya' };

function onlyChild(state: RegistrationState): ListedChild {
  const [child] = state.children;
  if (child === undefined) throw new Error('There is no child.');
  return child;
}

/** One child that the server has under id 7. */
function withMayaSent(): RegistrationState {
  const listed = withChild(accepted(EMPTY_STATE, ANA, 'guid-1'), 'key-1', MAYA);
  return withSentChild(withTriedChild(listed, 'key-1'), onlyChild(listed), 7);
}

test('a deleted child comes back to its place, and is not deleted on the server any more', () => {
  const first = withMayaSent();
  const both = withChild(first, 'key-2', { ...MAYA, firstName: 'Leo' });
  const maya = both.children[0];
  if (maya === undefined) throw new Error('There is no child.');
  const back = withChildBack(withoutChild(both, 'key-1'), maya, 0);
  expect(back.children).toEqual(both.children);
  expect(back.removedChildren).toEqual([]);
});

test('the last child comes back in place of the empty form, not of one that was begun', () => {
  const state = withMayaSent();
  const gone = withoutChild(state, 'key-1');
  expect(withChildBack(gone, onlyChild(state), 0).openChild).toBeNull();
  const begun = withChildField(gone, 'firstName', 'Leo');
  expect(withChildBack(begun, onlyChild(state), 0).openChild).toEqual(begun.openChild);
});

test('an edited child keeps its key and id and has to be sent again', () => {
  const edited = withChild(withMayaSent(), 'key-1', { ...MAYA, firstName: 'Maja' });
  expect(onlyChild(edited)).toMatchObject({ key: 'key-1', id: 7, sent: false });
  expect(childrenAreSaved(withMayaSent())).toBe(true);
  expect(childrenAreSaved(edited)).toBe(false);
});

test('a child that was edited while it was sent has to be sent again', () => {
  const listed = withChild(accepted(EMPTY_STATE, ANA, 'guid-1'), 'key-1', MAYA);
  const edited = withChild(listed, 'key-1', { ...MAYA, firstName: 'Maja' });
  expect(onlyChild(withSentChild(edited, onlyChild(listed), 7))).toMatchObject({
    id: 7,
    sent: false,
  });
});

test('a sent child that is deleted is remembered until the server has deleted it', () => {
  const deleted = withoutChild(withMayaSent(), 'key-1');
  expect(deleted.removedChildren.map(({ id }) => id)).toEqual([7]);
  expect(childrenAreSaved(withChild(deleted, 'key-2', MAYA))).toBe(false);
  expect(withoutRemovedChild(deleted, 'key-1').removedChildren).toEqual([]);
});

test('a child whose answer was lost is remembered too, one that was never sent is not', () => {
  const listed = withChild(EMPTY_STATE, 'key-1', MAYA);
  expect(withoutChild(listed, 'key-1').removedChildren).toEqual([]);
  expect(withoutChild(withTriedChild(listed, 'key-1'), 'key-1').removedChildren).toHaveLength(1);
});

test('after the last child was deleted the empty form is open', () => {
  expect(withoutChild(withMayaSent(), 'key-1').openChild).toEqual({
    key: null,
    values: EMPTY_CHILD,
  });
});

test('step 1 again with the same guid keeps what was sent, with another guid nothing counts as sent', () => {
  expect(onlyChild(accepted(withMayaSent(), ANA, 'guid-1'))).toMatchObject({ id: 7, sent: true });
  expect(onlyChild(accepted(withMayaSent(), ANA, 'guid-2'))).toMatchObject({
    values: MAYA,
    id: null,
    tried: false,
    sent: false,
  });
});

test('going back to the time before step 1 keeps what was typed and forgets the draft', () => {
  const back = unsent({ ...withMayaSent(), awaitingConfirmation: true, lastCallAt: 1 });
  expect(guardianValues(back)).toEqual(ANA);
  expect(onlyChild(back)).toMatchObject({ values: MAYA, id: null, sent: false });
  expect(back).toMatchObject({
    guid: null,
    email: null,
    registeredUser: null,
    awaitingConfirmation: false,
    lastCallAt: null,
  });
});
