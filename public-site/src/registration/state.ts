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

/** Step 1 as it is typed; the parent's year of birth is no part of it and is stored nowhere. */
export type GuardianValues = Readonly<Record<GuardianField, string>>;

export type ChildValues = Readonly<Record<ChildField, string>>;

export interface Child {
  /** The browser's UUID of the child, sent as idempotency key. */
  readonly key: string;
  readonly values: ChildValues;
  /** `saved`: the server has it so. `typed` and `removed`: done in this tab, and not sent yet. */
  readonly state: 'saved' | 'typed' | 'removed';
}

/** What was typed into a child form. The key is the form's part of the address. */
export interface TypedChild {
  readonly key: string;
  readonly values: ChildValues;
}

/**
 * What one tab keeps over a refresh: which draft is its own, its children, and what was typed since it was last sent.
 */
export interface KeptState {
  readonly email: string | null;
  readonly guid: string | null;
  /** The agreement was accepted: only the confirmation by e-mail is missing. */
  readonly awaitingConfirmation: boolean;
  /** When this tab had the confirmation mailed last, in milliseconds since 1970. */
  readonly mailedAt: number | null;
  readonly guardianDraft: Partial<GuardianValues> | null;
  readonly children: readonly Child[];
  readonly typedChild: TypedChild | null;
}

export interface RegistrationState extends KeptState {
  /** The draft as the server answered it last. */
  readonly draft: RegistrationDraft | null;
  /** Why the draft could not be read. */
  readonly readFault: string | null;
  /** When the server last heard of the draft. */
  readonly lastCall: Moment | null;
  /** Another tab has given the registration another address, and the children were not sent since. */
  readonly isMoved: boolean;
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
  isMoved: false,
};

export const EMPTY_CHILD = formValues({ languageSpokenAtHome: DEFAULT_HOME_LANGUAGE });

/** Whether the tab has a draft that it still has to read. */
export function isUnread({ guid, draft, awaitingConfirmation }: RegistrationState): boolean {
  return guid !== null && draft === null && !awaitingConfirmation;
}

/** What step 1 shows: what the server has, and over it what was typed. */
export function guardianValues({ draft, guardianDraft }: RegistrationState): GuardianValues {
  const fields = Object.keys(GUARDIAN_FORM) as GuardianField[];
  return Object.fromEntries(
    fields.map((field) => [field, guardianDraft?.[field] ?? draft?.[field] ?? '']),
  ) as GuardianValues;
}

function keyOf(child: DraftChild): string {
  return child.idempotencyKey ?? String(child.id);
}

/** A child's values as its form shows them: what is absent is empty there. */
function formValues(child: Partial<DraftChild>): ChildValues {
  const values = CHILD_FIELDS.map((field) => [field, child[field] ?? '']);
  return Object.fromEntries(values) as ChildValues;
}

function sameValues(a: ChildValues, b: ChildValues): boolean {
  return CHILD_FIELDS.every((field) => a[field] === b[field]);
}

export function listedChildren({ children }: RegistrationState): readonly Child[] {
  return children.filter(({ state }) => state !== 'removed');
}

/** What has to be sent so that the server has the same children as the list. */
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

/** Whether there are children, and the server has the same ones. */
export function childrenAreSaved({ children }: RegistrationState): boolean {
  return children.length > 0 && children.every(({ state }) => state === 'saved');
}

/** The list stays as it is shown, whatever becomes of the server's. */
export function withListKept(state: RegistrationState): RegistrationState {
  const children = listedChildren(state).map((child): Child => ({ ...child, state: 'typed' }));
  return { ...state, children };
}

/** The draft is gone from the server and all that was typed stays: back to the time before step 1. */
export function unsent(state: RegistrationState): RegistrationState {
  return {
    ...EMPTY_STATE,
    guardianDraft: guardianValues(state),
    typedChild: state.typedChild,
    children: withListKept(state).children,
  };
}

/**
 * The children of this tab, now that the server has said which ones it has. The ones that another tab has sent join
 * them: nobody registers a child unseen. What another tab has changed or deleted counts, unless this tab has changes
 * to send.
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
    const isSent = child.state === 'typed' && sameValues(child.values, saved.values);
    return [child.state === 'saved' || isSent ? saved : child];
  });
  return [...known, ...onServer.filter(({ key }) => !known.some((child) => child.key === key))];
}

export function withDraft(state: RegistrationState, draft: RegistrationDraft): RegistrationState {
  const { email, guid, awaitingConfirmation } = draft;
  if (awaitingConfirmation) return { ...EMPTY_STATE, email, guid, awaitingConfirmation };
  const before = state.draft;
  const isAnother = before !== null && (before.guid !== guid || before.email !== email);
  // With another address the server drops the children. Those of this tab can be sent again.
  const { children } = isAnother ? withListKept(state) : state;
  return {
    ...state,
    email,
    draft,
    children: mergedChildren(children, draft),
    readFault: null,
    // The server keeps an address in lower case, however it was typed.
    isMoved: state.isMoved || (state.email !== null && state.email.toLowerCase() !== email),
  };
}

export function withGuardianField(
  state: RegistrationState,
  field: GuardianField,
  value: string,
): RegistrationState {
  return { ...state, guardianDraft: { ...state.guardianDraft, [field]: value } };
}

/** A field of a child form was changed. @param form what it showed before, unless more was typed since */
export function withChildField(
  state: RegistrationState,
  form: TypedChild,
  field: ChildField,
  value: string,
): RegistrationState {
  const { key, values } = state.typedChild?.key === form.key ? state.typedChild : form;
  return { ...state, typedChild: { key, values: { ...values, [field]: value } } };
}

/** A child was added, changed, removed or brought back. A known one keeps its place. */
export function withChild(state: RegistrationState, child: Child): RegistrationState {
  const isKnown = state.children.some(({ key }) => key === child.key);
  const children = isKnown
    ? state.children.map((known) => (known.key === child.key ? child : known))
    : [...state.children, child];
  return { ...state, children };
}
