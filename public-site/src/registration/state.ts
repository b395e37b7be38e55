import {
  CHILD_FIELDS,
  type ChildField,
  DEFAULT_HOME_LANGUAGE,
  type GuardianField,
} from '@kidlab/contract';

/** Step 1 as it is typed; the parent's year of birth is no part of it and is stored nowhere. */
export type GuardianValues = Readonly<Record<GuardianField, string>>;

/** Step 1 as the server accepted it. */
export interface RegisteredUser {
  readonly values: GuardianValues;
  readonly guid: string;
}

/** A child as it is typed. */
export type ChildValues = Readonly<Record<ChildField, string>>;

/** A child on the list. */
export interface ListedChild {
  /** The client's UUID of the child, sent as idempotency key. */
  readonly key: string;
  readonly values: ChildValues;
  /** Id on the server, once it is known. */
  readonly id: number | null;
  /** Whether sending it was tried: the server may have it even where its answer was lost. */
  readonly tried: boolean;
  /** Whether the server has these values. */
  readonly sent: boolean;
}

/** The child form while it is open: which child it edits (`null`: a new one) and what was typed. */
export interface OpenChildForm {
  readonly key: string | null;
  readonly values: ChildValues;
}

/** What one tab keeps of an unfinished registration, over navigation and refresh. */
export interface RegistrationState {
  readonly registeredUser: RegisteredUser | null;
  readonly email: string | null;
  readonly guid: string | null;
  readonly children: readonly ListedChild[];
  /** Children that the server may have, deleted from the list since. */
  readonly removedChildren: readonly ListedChild[];
  /** Step 1 as typed since it was last accepted. */
  readonly guardianDraft: GuardianValues | null;
  readonly openChild: OpenChildForm | null;
  /** The agreement was accepted: only the confirmation by e-mail is missing. */
  readonly awaitingConfirmation: boolean;
  /** When the server last heard of the draft, in milliseconds since 1970. */
  readonly lastCallAt: number | null;
  /** When this tab, or the one it heard it from, sent the server what is kept here, in milliseconds since 1970. */
  readonly savedAt: number | null;
}

export const EMPTY_STATE: RegistrationState = {
  registeredUser: null,
  email: null,
  guid: null,
  children: [],
  removedChildren: [],
  guardianDraft: null,
  openChild: null,
  awaitingConfirmation: false,
  lastCallAt: null,
  savedAt: null,
};

export const EMPTY_GUARDIAN: GuardianValues = {
  guardianFirstName: '',
  guardianLastName: '',
  email: '',
  zipCode: '',
  primaryPhone: '',
  relationshipToChild: '',
  referredBy: '',
};

export const EMPTY_CHILD: ChildValues = {
  ...(Object.fromEntries(CHILD_FIELDS.map((field) => [field, ''])) as Record<ChildField, string>),
  languageSpokenAtHome: DEFAULT_HOME_LANGUAGE,
};

/** What step 1 shows: what was typed last, else what was accepted last. */
export function guardianValues(state: RegistrationState): GuardianValues {
  return state.guardianDraft ?? state.registeredUser?.values ?? EMPTY_GUARDIAN;
}

/** Whether every child of the list stands on the server, and no other. */
export function childrenAreSaved(state: RegistrationState): boolean {
  return (
    state.children.length > 0 &&
    state.children.every((child) => child.sent) &&
    state.removedChildren.length === 0
  );
}

/** Step 1 was accepted. A new guid means a new draft: none of the children is known to stand on the server then. */
export function accepted(
  state: RegistrationState,
  values: GuardianValues,
  guid: string,
): RegistrationState {
  const sameDraft = state.guid === guid;
  return {
    ...(sameDraft ? state : unsent(state)),
    registeredUser: { values, guid },
    email: values.email,
    guid,
    guardianDraft: null,
  };
}

/** A field of step 1 was changed. */
export function withGuardianField(
  state: RegistrationState,
  field: GuardianField,
  value: string,
): RegistrationState {
  return { ...state, guardianDraft: { ...guardianValues(state), [field]: value } };
}

/** A field of the open child form was changed. */
export function withChildField(
  state: RegistrationState,
  field: ChildField,
  value: string,
): RegistrationState {
  const { openChild } = state;
  if (openChild === null) return state;
  return {
    ...state,
    openChild: { ...openChild, values: { ...openChild.values, [field]: value } },
  };
}

/** The draft is gone from the server and all that was typed stays: back to the time before step 1. */
export function unsent(state: RegistrationState): RegistrationState {
  return {
    ...EMPTY_STATE,
    guardianDraft: guardianValues(state),
    openChild: state.openChild,
    children: unsentChildren(state),
  };
}

/** The server has none of the draft's children any more; the list stays, to be sent again. */
export function withChildrenForgotten(state: RegistrationState): RegistrationState {
  return { ...state, children: unsentChildren(state), removedChildren: [] };
}

function unsentChildren({ children }: RegistrationState): readonly ListedChild[] {
  return children.map((child) => ({ ...child, id: null, tried: false, sent: false }));
}

/** A child form was saved: the child is added, or replaced where it was edited. */
export function withChild(
  state: RegistrationState,
  key: string,
  values: ChildValues,
): RegistrationState {
  const known = state.children.some((child) => child.key === key);
  const children = known
    ? state.children.map((child) => (child.key === key ? { ...child, values, sent: false } : child))
    : [...state.children, { key, values, id: null, tried: false, sent: false }];
  return { ...state, children, openChild: null };
}

/**
 * A child was deleted from the list; one that the server may have is remembered until it is deleted there too. After the
 * last one the empty form is open.
 */
export function withoutChild(state: RegistrationState, key: string): RegistrationState {
  const known = state.children.filter((child) => child.key === key && child.tried);
  const children = state.children.filter((child) => child.key !== key);
  return {
    ...state,
    children,
    removedChildren: [...state.removedChildren, ...known],
    openChild: children.length === 0 ? { key: null, values: EMPTY_CHILD } : state.openChild,
  };
}

/** A child that was deleted from the list comes back to its place. An empty form that has come instead goes. */
export function withChildBack(
  state: RegistrationState,
  child: ListedChild,
  place: number,
): RegistrationState {
  const { openChild } = state;
  const isBlank =
    openChild?.key === null &&
    CHILD_FIELDS.every((field) => openChild.values[field] === EMPTY_CHILD[field]);
  return {
    ...state,
    children: state.children.toSpliced(place, 0, child),
    removedChildren: state.removedChildren.filter(({ key }) => key !== child.key),
    openChild: isBlank ? null : openChild,
  };
}

/** Sending a child is about to be tried. */
export function withTriedChild(state: RegistrationState, key: string): RegistrationState {
  return {
    ...state,
    children: state.children.map((child) =>
      child.key === key ? { ...child, tried: true } : child,
    ),
  };
}

/** The server has deleted a child that was deleted from the list before. */
export function withoutRemovedChild(state: RegistrationState, key: string): RegistrationState {
  return {
    ...state,
    removedChildren: state.removedChildren.filter((child) => child.key !== key),
  };
}

/** A child stands on the server, with the values it was sent with. */
export function withSentChild(
  state: RegistrationState,
  sent: ListedChild,
  id: number | null,
): RegistrationState {
  return {
    ...state,
    children: state.children.map((child) =>
      child.key === sent.key
        ? { ...child, id: id ?? child.id, sent: child.values === sent.values }
        : child,
    ),
  };
}
