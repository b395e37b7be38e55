import {
  CHILD_FIELDS,
  type ChildField,
  DEFAULT_HOME_LANGUAGE,
  type DraftChild,
  GUARDIAN_FORM,
  type GuardianField,
  type RegistrationDraft,
} from '@kidlab/contract';

/** Step 1 as it is typed; the parent's year of birth is no part of it and is stored nowhere. */
export type GuardianValues = Readonly<Record<GuardianField, string>>;

/** A child as it is typed. */
export type ChildValues = Readonly<Record<ChildField, string>>;

/** A child on the list. */
export interface ListedChild {
  /** The browser's UUID of the child, sent as idempotency key. */
  readonly key: string;
  readonly values: ChildValues;
  /** Typed in this tab, and not sent yet. */
  readonly isTyped: boolean;
}

/** The list of step 2 once it differs from the server's. */
export interface TypedChildren {
  readonly rows: readonly ListedChild[];
  /** Keys of children that were deleted from the list: they are to be deleted on the server, too. */
  readonly removed: readonly string[];
}

/** The child form while it is open: which child it edits (`null`: a new one) and what was typed. */
export interface OpenChildForm {
  readonly key: string | null;
  readonly values: ChildValues;
}

/** What one tab keeps over a refresh: which draft is its own, and what was typed since it was last sent. */
export interface KeptState {
  readonly email: string | null;
  readonly guid: string | null;
  /** The agreement was accepted: only the confirmation by e-mail is missing. */
  readonly awaitingConfirmation: boolean;
  /** When this tab had the confirmation mailed last, in milliseconds since 1970. */
  readonly mailedAt: number | null;
  readonly guardianDraft: Partial<GuardianValues> | null;
  readonly children: TypedChildren | null;
  readonly openChild: OpenChildForm | null;
}

export interface RegistrationState extends KeptState {
  /** The draft as the server answered it last. */
  readonly draft: RegistrationDraft | null;
  /** Why the draft could not be read. */
  readonly readFault: string | null;
  /** When the server last heard of the draft, in milliseconds since 1970. */
  readonly lastCallAt: number | null;
  /** Another tab has given the registration another address, and the children were not sent since. */
  readonly isMoved: boolean;
}

export const NOTHING_KEPT: KeptState = {
  email: null,
  guid: null,
  awaitingConfirmation: false,
  mailedAt: null,
  guardianDraft: null,
  children: null,
  openChild: null,
};

export const EMPTY_STATE: RegistrationState = {
  ...NOTHING_KEPT,
  draft: null,
  readFault: null,
  lastCallAt: null,
  isMoved: false,
};

export const EMPTY_CHILD = formValues({ languageSpokenAtHome: DEFAULT_HOME_LANGUAGE });

/** The form of a child that is not on the list yet. */
export const NEW_CHILD: OpenChildForm = { key: null, values: EMPTY_CHILD };

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

function removedKeys({ children }: RegistrationState): readonly string[] {
  return children?.removed ?? [];
}

function sameValues(a: ChildValues, b: ChildValues): boolean {
  return CHILD_FIELDS.every((field) => a[field] === b[field]);
}

/**
 * The list of step 2. Children that another tab has sent join the ones that were typed here: nobody registers a child
 * unseen. One that another tab has changed is shown as it is now, unless it was changed here, too.
 */
export function listedChildren({ draft, children }: RegistrationState): readonly ListedChild[] {
  const onServer = (draft?.children ?? []).map((child) => ({
    key: keyOf(child),
    values: formValues(child),
    isTyped: false,
  }));
  if (children === null) return onServer;
  const known = [...children.rows.map(({ key }) => key), ...children.removed];
  return [
    ...children.rows.map((row) =>
      row.isTyped ? row : (onServer.find(({ key }) => key === row.key) ?? row),
    ),
    ...onServer.filter(({ key }) => !known.includes(key)),
  ];
}

/** What has to be sent so that the server has the same children as the list. */
export function unsentChanges(state: RegistrationState): {
  readonly deleted: readonly DraftChild[];
  readonly changed: readonly ListedChild[];
} {
  const listed = listedChildren(state);
  const onServer = state.draft?.children ?? [];
  return {
    deleted: onServer.filter((child) => !listed.some(({ key }) => key === keyOf(child))),
    changed: listed.filter(({ key, values }) => {
      const known = onServer.find((child) => keyOf(child) === key);
      return known === undefined || !sameValues(values, formValues(known));
    }),
  };
}

/** Whether there are children, and the server has the same ones. */
export function childrenAreSaved(state: RegistrationState): boolean {
  const { deleted, changed } = unsentChanges(state);
  return listedChildren(state).length > 0 && deleted.length === 0 && changed.length === 0;
}

/** The list stays as it is shown, whatever becomes of the server's. */
export function withListKept(state: RegistrationState): RegistrationState {
  const rows = listedChildren(state);
  return rows.length === 0 ? state : { ...state, children: { rows, removed: [] } };
}

/** The draft is gone from the server and all that was typed stays: back to the time before step 1. */
export function unsent(state: RegistrationState): RegistrationState {
  return {
    ...EMPTY_STATE,
    guardianDraft: guardianValues(state),
    openChild: state.openChild,
    children: withListKept(state).children,
  };
}

function isBlank(form: OpenChildForm | null): boolean {
  return form?.key === null && sameValues(form.values, EMPTY_CHILD);
}

/** The server has answered the draft. */
export function withDraft(
  state: RegistrationState,
  draft: RegistrationDraft,
  at: number,
): RegistrationState {
  const { email, guid, awaitingConfirmation } = draft;
  if (awaitingConfirmation) return { ...EMPTY_STATE, email, guid, awaitingConfirmation };
  const before = state.draft;
  const isAnother = before !== null && (before.guid !== guid || before.email !== email);
  const next = {
    // With another address the server drops the children. Those of this tab can be sent again.
    ...(isAnother ? withListKept(state) : state),
    email,
    draft,
    readFault: null,
    lastCallAt: at,
    // The server keeps an address in lower case, however it was typed.
    isMoved: state.isMoved || (state.email !== null && state.email.toLowerCase() !== email),
  };
  // An empty form that nobody asked for gives way to a list that is no longer empty.
  const wasEmpty = isBlank(state.openChild) && listedChildren(state).length === 0;
  return wasEmpty && listedChildren(next).length > 0 ? { ...next, openChild: null } : next;
}

/** A field of step 1 was changed. */
export function withGuardianField(
  state: RegistrationState,
  field: GuardianField,
  value: string,
): RegistrationState {
  return { ...state, guardianDraft: { ...state.guardianDraft, [field]: value } };
}

/** A field of the open child form was changed. */
export function withChildField(
  state: RegistrationState,
  field: ChildField,
  value: string,
): RegistrationState {
  const { openChild } = state;
  if (openChild === null) return state;
  return { ...state, openChild: { ...openChild, values: { ...openChild.values, [field]: value } } };
}

/** A child form was saved: the child is added, or replaced where it was edited. */
export function withChild(
  state: RegistrationState,
  key: string,
  values: ChildValues,
): RegistrationState {
  const listed = listedChildren(state);
  const child = { key, values, isTyped: true };
  const isKnown = listed.some((row) => row.key === key);
  const rows = isKnown ? listed.map((row) => (row.key === key ? child : row)) : [...listed, child];
  return { ...state, children: { rows, removed: removedKeys(state) }, openChild: null };
}

/** A child was deleted from the list. After the last one the empty form is open. */
export function withoutChild(state: RegistrationState, key: string): RegistrationState {
  const rows = listedChildren(state).filter((row) => row.key !== key);
  const openChild = rows.length === 0 ? NEW_CHILD : state.openChild;
  return { ...state, children: { rows, removed: [...removedKeys(state), key] }, openChild };
}

/** A child that was deleted from the list comes back to its place. An empty form that has come instead goes. */
export function withChildBack(
  state: RegistrationState,
  child: ListedChild,
  place: number,
): RegistrationState {
  const rows = listedChildren(state).toSpliced(place, 0, child);
  const removed = removedKeys(state).filter((key) => key !== child.key);
  return {
    ...state,
    children: { rows, removed },
    openChild: isBlank(state.openChild) ? null : state.openChild,
  };
}
