import { describe, expect, test } from 'vitest';
import type { DraftChild, RegistrationDraft } from '@kidlab/contract';

import {
  childrenAreSaved,
  type ChildValues,
  EMPTY_STATE,
  guardianValues,
  listedChildren,
  type RegistrationState,
  withoutDraft,
  unsentChanges,
  withChild,
  withChildField,
  withDraft,
  withGuardianField,
  withListKept,
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
  withDraft({ ...state, guid: draft.guid }, draft);
const typed = (state: RegistrationState, key: string, values: ChildValues) =>
  withChild(state, { key, values, state: 'typed' });
const names = (state: RegistrationState): string[] =>
  listedChildren(state).map(({ values }) => values.firstName);
const WITH_MAYA = read(aDraft({ children: [onServer('m', 1, MAYA)] }));
const WITH_BOTH = read(aDraft({ children: [onServer('m', 1, MAYA), onServer('l', 2, LEO)] }));

describe('step 1', () => {
  test('shows the server’s values, overridden by the input', () => {
    const state = withGuardianField(read(aDraft()), 'guardianLastName', 'Marlowe');
    expect(guardianValues(state)).toMatchObject({
      guardianFirstName: 'Ana',
      guardianLastName: 'Marlowe',
    });
  });

  test('keeps input from before the draft was loaded', () => {
    const typed = withGuardianField(EMPTY_STATE, 'zipCode', '');
    expect(guardianValues(read(aDraft(), typed))).toMatchObject({
      zipCode: '',
      email: 'ana@example.org',
    });
  });
});

describe('the list of step 2', () => {
  test('is the server’s while there is no input', () => {
    expect(listedChildren(WITH_BOTH)).toEqual([
      { key: 'm', values: MAYA, state: 'saved' },
      { key: 'l', values: LEO, state: 'saved' },
    ]);
    expect(childrenAreSaved(WITH_BOTH)).toBe(true);
  });

  test('a new child is sent with the browser’s key', () => {
    const state = typed(WITH_MAYA, 'l', LEO);
    expect(names(state)).toEqual(['Maya', 'Leo']);
    expect(childrenAreSaved(state)).toBe(false);
    expect(unsentChanges(state)).toEqual({
      deleted: [],
      changed: [{ key: 'l', values: LEO, state: 'typed' }],
    });
    const sent = withDraft(state, WITH_BOTH.draft ?? aDraft());
    expect(childrenAreSaved(sent)).toBe(true);
  });

  test('a changed child keeps its place and its key', () => {
    const state = typed(WITH_BOTH, 'm', { ...MAYA, firstName: 'Maja' });
    expect(names(state)).toEqual(['Maja', 'Leo']);
    expect(unsentChanges(state).changed.map(({ key }) => key)).toEqual(['m']);
  });

  test('a deleted child is deleted on the server too, unless it is restored', () => {
    const [maya] = listedChildren(WITH_BOTH);
    if (maya === undefined) throw new Error('Maya is missing');
    const state = withChild(WITH_BOTH, { ...maya, state: 'removed' });
    expect(names(state)).toEqual(['Leo']);
    expect(unsentChanges(state).deleted).toMatchObject([{ id: 1 }]);
    expect(names(read(WITH_BOTH.draft ?? aDraft(), state))).toEqual(['Leo']);
    expect(names(withListKept(state))).toEqual(['Leo']);
    const back = withChild(state, maya);
    expect(names(back)).toEqual(['Maya', 'Leo']);
    expect(childrenAreSaved(back)).toBe(true);
  });

  test('a child that was deleted before it was sent does not come back', () => {
    const state = withChild(typed(WITH_MAYA, 'm', MAYA), {
      key: 'l',
      values: LEO,
      state: 'removed',
    });
    expect(names(withDraft(state, aDraft({ children: [onServer('m', 1, MAYA)] })))).toEqual([
      'Maya',
    ]);
  });

  test('input in a form stays with that form', () => {
    const first = withChildField(WITH_MAYA, { key: 'm', values: MAYA }, 'firstName', 'Maja');
    const second = withChildField(first, { key: 'm', values: MAYA }, 'gender', 'Other');
    expect(second.typedChild).toEqual({
      key: 'm',
      values: { ...MAYA, firstName: 'Maja', gender: 'Other' },
    });
  });

  test('a draft without children is not saved', () => {
    expect(childrenAreSaved(read(aDraft()))).toBe(false);
    expect(childrenAreSaved(EMPTY_STATE)).toBe(false);
  });
});

describe('changes by another tab', () => {
  test('are merged with the input of this tab', () => {
    const here = typed(read(aDraft()), 'l', LEO);
    const state = read(aDraft({ children: [onServer('m', 1, MAYA)] }), here);
    expect(names(state)).toEqual(['Leo', 'Maya']);
    expect(unsentChanges(state)).toMatchObject({ deleted: [], changed: [{ key: 'l' }] });
  });

  test('update a child unless it was changed in this tab too', () => {
    const here = typed(WITH_BOTH, 'l', { ...LEO, firstName: 'Leon' });
    const state = read(
      aDraft({
        children: [
          onServer('m', 1, { ...MAYA, firstName: 'Maja' }),
          onServer('l', 2, { ...LEO, firstName: 'Leonard' }),
        ],
      }),
      here,
    );
    expect(names(state)).toEqual(['Maja', 'Leon']);
    expect(unsentChanges(state).changed.map(({ key }) => key)).toEqual(['l']);
  });

  test('remove a deleted child unless this tab has unsent changes', () => {
    const left = aDraft({ children: [onServer('l', 2, LEO)] });
    const here = typed(WITH_BOTH, 'l', { ...LEO, firstName: 'Leon' });
    expect(names(read(left, here))).toEqual(['Maya', 'Leon']);
    expect(names(read(left, WITH_BOTH))).toEqual(['Leo']);
  });

  test('to the address keep the list, to be sent again', () => {
    const moved = read(aDraft({ email: 'bo@example.org' }), WITH_BOTH);
    expect(moved.email).toBe('bo@example.org');
    expect(names(moved)).toEqual(['Maya', 'Leo']);
    expect(childrenAreSaved(moved)).toBe(false);
    expect(names(read(aDraft({ guid: 'guid-2' }), WITH_BOTH))).toEqual(['Maya', 'Leo']);
  });

  test('to the address are detected until the children are sent, ignoring case', () => {
    const draft = aDraft();
    const typed = { ...EMPTY_STATE, email: draft.email.toUpperCase() };
    expect(read(draft, typed).isAddressChanged).toBe(false);
    const changed = read(draft, { ...EMPTY_STATE, email: 'another@example.org' });
    expect(changed.isAddressChanged).toBe(true);
    expect(read(draft, changed).isAddressChanged).toBe(true);
  });

  test('that accept the agreement clear the input', () => {
    const state = read(aDraft({ awaitingConfirmation: true }), WITH_BOTH);
    expect(state).toEqual({
      ...EMPTY_STATE,
      guid: 'guid-1',
      email: 'ana@example.org',
      awaitingConfirmation: true,
    });
  });
});

test('a child that is missing on the server stays on the list, to be sent again', () => {
  const state = read(aDraft(), withListKept(WITH_MAYA));
  expect(names(state)).toEqual(['Maya']);
  expect(unsentChanges(state).changed.map(({ key }) => key)).toEqual(['m']);
});

test('a lost session keeps all input but not the draft', () => {
  const typed = withGuardianField(WITH_BOTH, 'zipCode', '94704');
  const typedChild = { key: 'new', values: { ...LEO, firstName: 'Ana' } };
  const state = withoutDraft({ ...typed, typedChild });
  expect(state.typedChild).toEqual(typedChild);
  expect(state).toMatchObject({ guid: null, email: null, draft: null });
  expect(guardianValues(state)).toMatchObject({ guardianFirstName: 'Ana', zipCode: '94704' });
  expect(names(state)).toEqual(['Maya', 'Leo']);
  const again = read(aDraft({ guid: 'guid-2' }), state);
  expect(unsentChanges(again).changed).toHaveLength(2);
});

test('reading the draft clears the last read error', () =>
  expect(read(aDraft(), { ...EMPTY_STATE, readFault: 'No answer.' }).readFault).toBeNull());

test('a child without a browser key is listed by its id', () => {
  const state = read(aDraft({ children: [onServer(null, 7, MAYA)] }));
  expect(listedChildren(state)).toMatchObject([{ key: '7' }]);
});
