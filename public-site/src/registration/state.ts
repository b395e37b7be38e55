import {
  CHILD_FIELDS,
  type ChildField,
  DEFAULT_HOME_LANGUAGE,
  type DraftChild,
  GUARDIAN_FORM,
  type GuardianField,
  type RegistrationDraft,
} from '@kidlab/contract';

import type { Moment } from './draft-clock.js';

/** Step 1 without the parent's year of birth, which is stored nowhere. */
export type GuardianValues = Readonly<Record<GuardianField, string>>;

export type ChildValues = Readonly<Record<ChildField, string>>;

export interface Child {
  /** UUID made by the browser; the idempotency key of the child's call. */
  readonly key: string;
  readonly values: ChildValues;
  /** `typed` and `removed` are changes of this tab that have not been sent. */
  readonly state: 'saved' | 'typed' | 'removed';
}

/** Unsaved input of a child form. `key` is the form's query parameter. */
export type TypedChild = Pick<Child, 'key' | 'values'>;

/** What a tab keeps across a reload. */
export interface KeptState {
  readonly email: string | null;
  readonly guid: string | null;
  /** The agreement was accepted; the e-mail still has to be confirmed. */
  readonly awaitingConfirmation: boolean;
  /** When this tab last requested the confirmation mail, in milliseconds since 1970. */
  readonly mailedAt: number | null;
  readonly guardianDraft: Partial<GuardianValues> | null;
  readonly children: readonly Child[];
  readonly typedChild: TypedChild | null;
}

export interface RegistrationState extends KeptState {
  /** The server's latest response. */
  readonly draft: RegistrationDraft | null;
  /** Why the draft could not be read. */
  readonly readFault: string | null;
  /** When the server last extended the draft's life. */
  readonly lastCall: Moment | null;
  /** "I agree" failed, but may have reached the server. */
  readonly isAgreementInDoubt: boolean;
  /** Another tab changed the e-mail address, and the children have not been sent since. */
  readonly isAddressChanged: boolean;
}

export const EMPTY_STATE: RegistrationState = {
  email: null,
  guid: null,
  awaitingConfirmation: false,
  mailedAt: null,
  guardianDraft: null,
  children: [],
  typedChild: null,
  draft: null,
  readFault: null,
  lastCall: null,
  isAgreementInDoubt: false,
  isAddressChanged: false,
};

export const LANGUAGE_FIELDS = [
  'languageSpokenAtHome',
  'additionalLanguage1',
  'additionalLanguage2',
] as const;

export const EMPTY_CHILD = formValues({ languageSpokenAtHome: DEFAULT_HOME_LANGUAGE });

/** Values of step 1: the server's, overridden by unsent input. */
export function guardianValues({ draft, guardianDraft }: RegistrationState): GuardianValues {
  const fields = Object.keys(GUARDIAN_FORM) as GuardianField[];
  return Object.fromEntries(
    fields.map((field) => [field, guardianDraft?.[field] ?? draft?.[field] ?? '']),
  ) as GuardianValues;
}

function keyOf(child: DraftChild): string {
  return child.idempotencyKey ?? String(child.id);
}

function formValues(child: Partial<DraftChild>): ChildValues {
  const values = CHILD_FIELDS.map((field) => [field, child[field] ?? '']);
  return Object.fromEntries(values) as ChildValues;
}

export function listedChildren({ children }: RegistrationState): readonly Child[] {
  return children.filter(({ state }) => state !== 'removed');
}

/** Changes to send, so that the server's children match the list. */
export function unsentChanges({ children, draft }: RegistrationState): {
  readonly deleted: readonly DraftChild[];
  readonly changed: readonly Child[];
} {
  const removed = children.filter(({ state }) => state === 'removed').map(({ key }) => key);
  return {
    deleted: (draft?.children ?? []).filter((child) => removed.includes(keyOf(child))),
    changed: children.filter(({ state }) => state === 'typed'),
  };
}

/** Whether there are children and all of them are saved. */
export function childrenAreSaved({ children }: RegistrationState): boolean {
  return children.length > 0 && children.every(({ state }) => state === 'saved');
}

/** Marks every listed child as unsent, so that a change on the server can't lose one. */
export function withListKept(state: RegistrationState): RegistrationState {
  const children = listedChildren(state).map((child): Child => ({ ...child, state: 'typed' }));
  return { ...state, children };
}

/** The state before step 1, but with all input: for when the server no longer has the draft. */
export function withoutDraft(state: RegistrationState): RegistrationState {
  return {
    ...EMPTY_STATE,
    guardianDraft: guardianValues(state),
    typedChild: state.typedChild,
    children: withListKept(state).children,
  };
}

/**
 * Merges the server's children into this tab's. Children from other tabs are added, so that none is registered unseen.
 * Changes and deletions by other tabs apply unless this tab has unsent changes.
 */
function mergedChildren(children: readonly Child[], draft: RegistrationDraft): readonly Child[] {
  const onServer = draft.children.map((child): Child => {
    return { key: keyOf(child), values: formValues(child), state: 'saved' };
  });
  const hasChanges = children.some(({ state }) => state !== 'saved');
  const known = children.flatMap((child): Child[] => {
    const saved = onServer.find(({ key }) => key === child.key);
    if (saved === undefined) {
      return hasChanges && child.state !== 'removed' ? [{ ...child, state: 'typed' }] : [];
    }
    const isSame = CHILD_FIELDS.every((field) => child.values[field] === saved.values[field]);
    return [child.state === 'saved' || (child.state === 'typed' && isSame) ? saved : child];
  });
  return [...known, ...onServer.filter(({ key }) => !known.some((child) => child.key === key))];
}

export function withDraft(state: RegistrationState, draft: RegistrationDraft): RegistrationState {
  const { email, guid, awaitingConfirmation } = draft;
  if (awaitingConfirmation) return { ...EMPTY_STATE, email, guid, awaitingConfirmation };
  const before = state.draft;
  const isAnother = before !== null && (before.guid !== guid || before.email !== email);
  // The server drops the children when the address changes. This tab can send its own again.
  const { children } = isAnother ? withListKept(state) : state;
  return {
    ...state,
    email,
    draft,
    children: mergedChildren(children, draft),
    readFault: null,
    isAgreementInDoubt: false,
    // The server stores addresses in lower case.
    isAddressChanged:
      state.isAddressChanged || (state.email !== null && state.email.toLowerCase() !== email),
  };
}

export function withGuardianField(
  state: RegistrationState,
  field: GuardianField,
  value: string,
): RegistrationState {
  return { ...state, guardianDraft: { ...state.guardianDraft, [field]: value } };
}

/** Sets a field of a child form. @param form its values before, used when nothing was typed into it yet */
export function withChildField(
  state: RegistrationState,
  form: TypedChild,
  field: ChildField,
  value: string,
): RegistrationState {
  const { key, values } = state.typedChild?.key === form.key ? state.typedChild : form;
  return { ...state, typedChild: { key, values: { ...values, [field]: value } } };
}

/** Adds a child, or replaces the one with its key in place. */
export function withChild(state: RegistrationState, child: Child): RegistrationState {
  const isKnown = state.children.some(({ key }) => key === child.key);
  const children = isKnown
    ? state.children.map((known) => (known.key === child.key ? child : known))
    : [...state.children, child];
  return { ...state, children };
}
