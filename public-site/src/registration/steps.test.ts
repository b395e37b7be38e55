import { expect, test } from 'vitest';
import type { DraftChild, RegistrationDraft } from '@kidlab/contract';

import { PAGES } from '../pages.js';
import { EMPTY_CHILD, EMPTY_STATE, type RegistrationState, withChild, withDraft } from './state.js';
import { isUnread, pathAfter, pathAllowed, stepNumber } from './steps.js';

const DRAFT = { guid: 'guid-1', email: 'ana@example.org' } as RegistrationDraft;
const CHILD = { ...EMPTY_CHILD, idempotencyKey: 'key-1', id: 7 } as unknown as DraftChild;

const KNOWN = { ...EMPTY_STATE, guid: 'guid-1' };
const REGISTERED = withDraft(KNOWN, { ...DRAFT, children: [] });
const WITH_CHILD = withChild(REGISTERED, { key: 'key-1', values: EMPTY_CHILD, state: 'typed' });
const SAVED = withDraft(KNOWN, { ...DRAFT, children: [CHILD] });
const AWAITING: RegistrationState = { ...SAVED, awaitingConfirmation: true };

const [STEP1, STEP2, STEP3] = [PAGES.registration.path, PAGES.children.path, PAGES.agreement.path];

test.each([
  ['nothing entered', EMPTY_STATE, [STEP1, STEP1, STEP1]],
  ['step 1 accepted', REGISTERED, [STEP1, STEP2, STEP2]],
  ['an unsent child', WITH_CHILD, [STEP1, STEP2, STEP2]],
  ['all children sent', SAVED, [STEP1, STEP2, STEP3]],
  ['agreement accepted', AWAITING, [STEP1, PAGES.verify.path, PAGES.verify.path]],
  ['e-mail lost', { ...SAVED, email: null }, [STEP1, STEP1, STEP1]],
])('opening a step directly with %s leads to the first unfinished one', (_, state, expected) =>
  expect([STEP1, STEP2, STEP3].map((path) => pathAllowed(path, state))).toEqual(expected),
);

test.each([
  ['nothing entered', EMPTY_STATE, [false, false, false]],
  ['a draft after a refresh', KNOWN, [true, true, true]],
  ['a draft that was read', SAVED, [false, false, false]],
  ['an "I agree" in doubt', { ...SAVED, isAgreementInDoubt: true }, [true, true, false]],
  ['agreement accepted', { ...KNOWN, awaitingConfirmation: true }, [false, false, false]],
])('with %s, the right steps wait for the server', (_, state, expected) =>
  expect([STEP1, STEP2, STEP3].map((path) => isUnread(path, state))).toEqual(expected),
);

test('each step has a number and a next page', () => {
  expect([STEP1, STEP2, STEP3].map(stepNumber)).toEqual([1, 2, 3]);
  expect(stepNumber(PAGES.verify.path)).toBe(0);
  expect([STEP1, STEP2, STEP3].map(pathAfter)).toEqual([STEP2, STEP3, PAGES.verify.path]);
});
