import { expect, test } from '@jest/globals';
import type { DraftChild } from '@kidlab/contract';

import { reconciled } from './reconcile.js';
import {
  accepted,
  type ChildValues,
  EMPTY_CHILD,
  EMPTY_GUARDIAN,
  EMPTY_STATE,
  type ListedChild,
  type RegistrationState,
} from './state.js';

const DRAFT = accepted(EMPTY_STATE, { ...EMPTY_GUARDIAN, email: 'ana@example.org' }, 'guid-1');
const MAYA: ChildValues = {
  firstName: 'Maya',
  gender: 'Female',
  monthOfBirth: '03',
  yearOfBirth: '2022',
  whichHandId: 'Left-handed',
  languageSpokenAtHome: 'English',
  additionalLanguage1: 'Spanish',
  additionalLanguage2: '',
};

function onServer(id: number, idempotencyKey: string | null, firstName = 'Maya'): DraftChild {
  return {
    id,
    idempotencyKey,
    firstName,
    email: 'ana@example.org',
    gender: 'Female',
    monthOfBirth: '03',
    yearOfBirth: '2022',
    mob: 'March',
    whichHandId: 'Left-handed',
    languageSpokenAtHome: 'English',
    additionalLanguage1: 'Spanish',
    additionalLanguage2: null,
    createdDate: '2026-01-01T00:00:00.000Z',
    createdBy: 'Registration Site',
    modifiedDate: '2026-01-01T00:00:00.000Z',
    modifiedBy: 'Registration Site',
  };
}

function listed(key: string, overrides: Partial<ListedChild> = {}): ListedChild {
  return { key, values: MAYA, id: 7, tried: true, sent: true, ...overrides };
}

function withListed(...children: ListedChild[]): RegistrationState {
  return { ...DRAFT, children };
}

/** Keys `new-1`, `new-2` and so on. */
function keys(): () => string {
  let count = 0;
  return () => {
    count += 1;
    return `new-${String(count)}`;
  };
}

test('a child that another tab has sent is taken over as sent', () => {
  const { children, removedChildren } = reconciled(DRAFT, [onServer(7, 'key-1')], keys());
  expect(children).toEqual([listed('key-1')]);
  expect(removedChildren).toEqual([]);
});

test('children of both sides stand side by side, one’s own first', () => {
  const own = listed('key-9', { id: null, tried: false, sent: false });
  const { children } = reconciled(withListed(own), [onServer(7, 'key-1', 'Leo')], keys());
  expect(children.map(({ key, sent }) => [key, sent])).toEqual([
    ['key-9', false],
    ['key-1', true],
  ]);
});

test('a child without a key is replaced by one that has a key', () => {
  const state = reconciled(DRAFT, [onServer(7, null)], keys());
  expect(state.children).toEqual([
    listed('new-1', { id: null, tried: false, sent: false, values: MAYA }),
  ]);
  expect(state.removedChildren).toEqual([listed('new-2', { id: 7 })]);
  // Step 1 again, before it is replaced: it is not taken over twice.
  const again = reconciled(state, [onServer(7, null)], keys());
  expect(again.children).toEqual(state.children);
  expect(again.removedChildren).toEqual(state.removedChildren);
});

test('a child that is not on the server any more has to be sent again', () => {
  expect(reconciled(withListed(listed('key-1')), [], keys()).children).toEqual([
    listed('key-1', { id: null, tried: false, sent: false }),
  ]);
});

test('a child whose answer was lost counts as sent where the server has the same', () => {
  const lost = listed('key-1', { id: null, sent: false });
  expect(reconciled(withListed(lost), [onServer(7, 'key-1')], keys()).children).toEqual([
    listed('key-1'),
  ]);
});

test('a child that was changed here is still to be sent, one that was changed elsewhere is taken', () => {
  const maja = { ...MAYA, firstName: 'Maja' };
  const changedHere = listed('key-1', { values: maja, sent: false });
  expect(reconciled(withListed(changedHere), [onServer(7, 'key-1')], keys()).children).toEqual([
    changedHere,
  ]);
  const before = withListed(listed('key-1'));
  expect(reconciled(before, [onServer(7, 'key-1', 'Maja')], keys()).children).toEqual([
    listed('key-1', { values: maja }),
  ]);
});

test('a deleted child is remembered only as long as the server has it, and is not taken over', () => {
  const deleted = { ...DRAFT, removedChildren: [listed('key-1', { id: null })] };
  const kept = reconciled(deleted, [onServer(7, 'key-1')], keys());
  expect(kept.children).toEqual([]);
  expect(kept.removedChildren).toEqual([listed('key-1')]);
  expect(reconciled(deleted, [], keys()).removedChildren).toEqual([]);
});

test('an empty form gives way to children that were taken over, a form in use stays', () => {
  const blank = { key: null, values: EMPTY_CHILD };
  const inUse = { key: null, values: { ...EMPTY_CHILD, firstName: 'Leo' } };
  const children = [onServer(7, 'key-1')];
  expect(reconciled({ ...DRAFT, openChild: blank }, children, keys()).openChild).toBeNull();
  expect(reconciled({ ...DRAFT, openChild: blank }, [], keys()).openChild).toBe(blank);
  expect(reconciled({ ...DRAFT, openChild: inUse }, children, keys()).openChild).toBe(inUse);
});
