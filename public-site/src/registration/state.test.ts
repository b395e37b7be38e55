import { describe, expect, test } from '@jest/globals';
import type { DraftChild, RegistrationDraft } from '@kidlab/contract';

import {
  childrenAreSaved,
  type ChildValues,
  EMPTY_CHILD,
  EMPTY_STATE,
  guardianValues,
  listedChildren,
  type RegistrationState,
  unsent,
  unsentChanges,
  withChild,
  withChildBack,
  withChildField,
  withDraft,
  withGuardianField,
  withListKept,
  withoutChild,
} from './state.js';

const MAYA: ChildValues = {
  firstName: 'Maya',
  gender: 'Female',
  monthOfBirth: '03',
  yearOfBirth: '2022',
  whichHandId: 'Left-handed',
  languageSpokenAtHome: 'English',
  additionalLanguage1: '',
  additionalLanguage2: '',
};
const LEO: ChildValues = { ...MAYA, firstName: 'Leo', additionalLanguage1: 'French' };

const onServer = (key: string | null, id: number, values: ChildValues): DraftChild =>
  ({
    ...values,
    additionalLanguage1: values.additionalLanguage1 || null,
    additionalLanguage2: values.additionalLanguage2 || null,
    id,
    idempotencyKey: key,
  }) as DraftChild;

const aDraft = (overrides: Partial<RegistrationDraft> = {}): RegistrationDraft => ({
  guid: 'guid-1',
  version: '1',
  awaitingConfirmation: false,
  email: 'ana@example.org',
  zipCode: '94608',
  referredBy: 'Friend',
  guardianFirstName: 'Ana',
  guardianLastName: 'Rivera',
  primaryPhone: '(510) 555-0100',
  relationshipToChild: 'Mother',
  children: [],
  ...overrides,
});

const read = (draft: RegistrationDraft, state: RegistrationState = EMPTY_STATE) =>
  withDraft({ ...state, guid: draft.guid }, draft, 17);
const names = (state: RegistrationState): string[] =>
  listedChildren(state).map(({ values }) => values.firstName);
const WITH_MAYA = read(aDraft({ children: [onServer('m', 1, MAYA)] }));
const WITH_BOTH = read(aDraft({ children: [onServer('m', 1, MAYA), onServer('l', 2, LEO)] }));

describe('step 1', () => {
  test('shows what the server has, and what was typed over it', () => {
    const state = withGuardianField(read(aDraft()), 'guardianLastName', 'Marlowe');
    expect(guardianValues(state)).toMatchObject({
      guardianFirstName: 'Ana',
      guardianLastName: 'Marlowe',
    });
  });

  test('what was typed before the draft was read stays', () => {
    const typed = withGuardianField(EMPTY_STATE, 'zipCode', '');
    expect(guardianValues(read(aDraft(), typed))).toMatchObject({
      zipCode: '',
      email: 'ana@example.org',
    });
  });
});

describe('the list of step 2', () => {
  test('is the server’s as long as nothing was typed', () => {
    expect(listedChildren(WITH_BOTH)).toEqual([
      { key: 'm', values: MAYA, isTyped: false },
      { key: 'l', values: LEO, isTyped: false },
    ]);
    expect(childrenAreSaved(WITH_BOTH)).toBe(true);
  });

  test('a new child is sent, under the key that the browser made', () => {
    const state = withChild(WITH_MAYA, 'l', LEO);
    expect(names(state)).toEqual(['Maya', 'Leo']);
    expect(childrenAreSaved(state)).toBe(false);
    expect(unsentChanges(state)).toEqual({
      deleted: [],
      changed: [{ key: 'l', values: LEO, isTyped: true }],
    });
    const sent = withDraft(state, WITH_BOTH.draft ?? aDraft(), 18);
    expect(childrenAreSaved(sent)).toBe(true);
  });

  test('a changed child keeps its place and its key', () => {
    const state = withChild(WITH_BOTH, 'm', { ...MAYA, firstName: 'Maja' });
    expect(names(state)).toEqual(['Maja', 'Leo']);
    expect(unsentChanges(state).changed.map(({ key }) => key)).toEqual(['m']);
  });

  test('a deleted child is deleted on the server, too, unless it comes back', () => {
    const state = withoutChild(WITH_BOTH, 'm');
    expect(names(state)).toEqual(['Leo']);
    expect(unsentChanges(state).deleted).toMatchObject([{ id: 1 }]);
    const [maya] = listedChildren(WITH_BOTH);
    if (maya === undefined) throw new Error('Maya is missing');
    const back = withChildBack(state, maya, 0);
    expect(names(back)).toEqual(['Maya', 'Leo']);
    expect(childrenAreSaved(back)).toBe(true);
  });

  test('after the last child the empty form is open; it goes when the child comes back', () => {
    const state = withoutChild(WITH_MAYA, 'm');
    expect(state.openChild).toEqual({ key: null, values: EMPTY_CHILD });
    const [maya] = listedChildren(WITH_MAYA);
    if (maya === undefined) throw new Error('Maya is missing');
    expect(withChildBack(state, maya, 0).openChild).toBeNull();
    const typed = withChildField(state, 'firstName', 'Leo');
    expect(withChildBack(typed, maya, 0).openChild?.values.firstName).toBe('Leo');
  });

  test('a draft without children is not saved', () => {
    expect(childrenAreSaved(read(aDraft()))).toBe(false);
    expect(childrenAreSaved(EMPTY_STATE)).toBe(false);
  });
});

describe('what another tab has sent', () => {
  test('joins what was typed here', () => {
    const typed = withChild(read(aDraft()), 'l', LEO);
    const state = read(aDraft({ children: [onServer('m', 1, MAYA)] }), typed);
    expect(names(state)).toEqual(['Leo', 'Maya']);
    expect(unsentChanges(state)).toMatchObject({ deleted: [], changed: [{ key: 'l' }] });
  });

  test('a child that it has changed is shown so, unless it was changed here, too', () => {
    const typed = withChild(WITH_BOTH, 'l', { ...LEO, firstName: 'Leon' });
    const state = read(
      aDraft({
        children: [
          onServer('m', 1, { ...MAYA, firstName: 'Maja' }),
          onServer('l', 2, { ...LEO, firstName: 'Leonard' }),
        ],
      }),
      typed,
    );
    expect(names(state)).toEqual(['Maja', 'Leon']);
    expect(unsentChanges(state).changed.map(({ key }) => key)).toEqual(['l']);
  });

  test('a child that it has deleted stays where something is to be sent, and goes elsewhere', () => {
    const left = aDraft({ children: [onServer('l', 2, LEO)] });
    const typed = withChild(WITH_BOTH, 'l', { ...LEO, firstName: 'Leon' });
    expect(names(read(left, typed))).toEqual(['Maya', 'Leon']);
    expect(names(read(left, WITH_BOTH))).toEqual(['Leo']);
  });

  test('an address of its own: the list stays, to be sent again', () => {
    const moved = read(aDraft({ email: 'bo@example.org' }), WITH_BOTH);
    expect(moved.email).toBe('bo@example.org');
    expect(names(moved)).toEqual(['Maya', 'Leo']);
    expect(childrenAreSaved(moved)).toBe(false);
    expect(names(read(aDraft({ guid: 'guid-2' }), WITH_BOTH))).toEqual(['Maya', 'Leo']);
  });

  test('an empty form gives way to a list that is empty no more; one that was typed in stays', () => {
    const open = { ...read(aDraft()), openChild: { key: null, values: EMPTY_CHILD } };
    expect(withDraft(open, WITH_MAYA.draft ?? aDraft(), 18).openChild).toBeNull();
    const typed = withChildField(open, 'firstName', 'Leo');
    expect(withDraft(typed, WITH_MAYA.draft ?? aDraft(), 18).openChild).not.toBeNull();
    const asked = { ...WITH_MAYA, openChild: open.openChild };
    expect(withDraft(asked, WITH_BOTH.draft ?? aDraft(), 18).openChild).not.toBeNull();
  });

  test('another address was typed in another tab; capitals make no other address', () => {
    const draft = aDraft();
    const typed = { ...EMPTY_STATE, email: draft.email.toUpperCase() };
    expect(read(draft, typed).isMoved).toBe(false);
    expect(read(draft, { ...EMPTY_STATE, email: 'another@example.org' }).isMoved).toBe(true);
  });

  test('the agreement: nothing that was entered is kept', () => {
    const state = read(aDraft({ awaitingConfirmation: true }), WITH_BOTH);
    expect(state).toEqual({
      ...EMPTY_STATE,
      guid: 'guid-1',
      email: 'ana@example.org',
      awaitingConfirmation: true,
    });
  });
});

test('what the server has forgotten stays on the list, to be sent again', () => {
  const state = read(aDraft(), withListKept(WITH_MAYA));
  expect(names(state)).toEqual(['Maya']);
  expect(unsentChanges(state).changed.map(({ key }) => key)).toEqual(['m']);
});

test('a session that is lost leaves all that was entered, and no draft', () => {
  const typed = withGuardianField(WITH_BOTH, 'zipCode', '94704');
  const state = unsent(typed);
  expect(state).toMatchObject({ guid: null, email: null, draft: null });
  expect(guardianValues(state)).toMatchObject({ guardianFirstName: 'Ana', zipCode: '94704' });
  expect(names(state)).toEqual(['Maya', 'Leo']);
  const again = read(aDraft({ guid: 'guid-2' }), state);
  expect(unsentChanges(again).changed).toHaveLength(2);
});

test('a child without a key of the browser is listed by its id', () => {
  const state = read(aDraft({ children: [onServer(null, 7, MAYA)] }));
  expect(listedChildren(state)).toMatchObject([{ key: '7' }]);
});
