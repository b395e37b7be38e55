import { expect, test } from '@jest/globals';

import { PAGES } from '../pages.js';
import {
  accepted,
  EMPTY_CHILD,
  EMPTY_GUARDIAN,
  EMPTY_STATE,
  type RegistrationState,
  withChild,
  withSentChild,
} from './state.js';
import { pathAfter, pathAllowed, pathBefore, stepNumber } from './steps.js';

const REGISTERED = accepted(EMPTY_STATE, { ...EMPTY_GUARDIAN, email: 'ana@example.org' }, 'guid-1');
const WITH_CHILD = withChild(REGISTERED, 'key-1', EMPTY_CHILD);
const SAVED = WITH_CHILD.children.reduce(
  (state, child) => withSentChild(state, child, 7),
  WITH_CHILD,
);
const AWAITING: RegistrationState = { ...SAVED, awaitingConfirmation: true };

const [STEP1, STEP2, STEP3] = [PAGES.registration.path, PAGES.children.path, PAGES.agreement.path];

test.each([
  ['nothing entered', EMPTY_STATE, [STEP1, STEP1, STEP1]],
  ['step 1 accepted', REGISTERED, [STEP1, STEP2, STEP2]],
  ['a child that is not sent yet', WITH_CHILD, [STEP1, STEP2, STEP2]],
  ['all children sent', SAVED, [STEP1, STEP2, STEP3]],
  ['agreement accepted', AWAITING, [STEP1, PAGES.verify.path, PAGES.verify.path]],
  ['e-mail lost', { ...SAVED, email: null }, [STEP1, STEP1, STEP1]],
])('who opens a step directly with %s comes to the first unfinished one', (_, state, expected) => {
  expect([STEP1, STEP2, STEP3].map((path) => pathAllowed(path, state))).toEqual(expected);
});

test('the table of steps gives number, next and back', () => {
  expect([STEP1, STEP2, STEP3].map(stepNumber)).toEqual([1, 2, 3]);
  expect(stepNumber(PAGES.verify.path)).toBe(0);
  expect([STEP1, STEP2, STEP3].map(pathAfter)).toEqual([STEP2, STEP3, PAGES.verify.path]);
  expect([STEP1, STEP2, STEP3].map(pathBefore)).toEqual([PAGES.landing.path, STEP1, STEP2]);
});
