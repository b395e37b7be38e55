import { CHILD_FIELDS, type ChildField } from '@kidlab/contract';

import {
  type ChildValues,
  EMPTY_CHILD,
  type ListedChild,
  type OpenChildForm,
  type RegistrationState,
} from './state.js';

/** A child as the server has it, or as another tab knows that the server has it. */
export type KnownChild = Readonly<Record<Exclude<ChildField, OptionalField>, string>> &
  Readonly<Record<OptionalField, string | null>> & {
    readonly id: number | null;
    readonly idempotencyKey: string | null;
  };

type OptionalField = 'additionalLanguage1' | 'additionalLanguage2';

/** A child's values as its form shows them: what is absent is empty there. */
function formValues(child: KnownChild): ChildValues {
  return {
    firstName: child.firstName,
    gender: child.gender,
    monthOfBirth: child.monthOfBirth,
    yearOfBirth: child.yearOfBirth,
    whichHandId: child.whichHandId,
    languageSpokenAtHome: child.languageSpokenAtHome,
    additionalLanguage1: child.additionalLanguage1 ?? '',
    additionalLanguage2: child.additionalLanguage2 ?? '',
  };
}

function sameValues(a: ChildValues, b: ChildValues): boolean {
  return CHILD_FIELDS.every((field) => a[field] === b[field]);
}

function isSameChild(listed: ListedChild, child: KnownChild): boolean {
  return listed.key === child.idempotencyKey || (listed.id !== null && listed.id === child.id);
}

/**
 * A listed child in the light of what the server has of it. Values that were sent are the server's by now, where another
 * tab has changed them; values that wait to be sent stay.
 */
function brought(listed: ListedChild, known: KnownChild | undefined): ListedChild {
  if (known === undefined) return { ...listed, id: null, tried: false, sent: false };
  const values = formValues(known);
  const same = sameValues(listed.values, values);
  return {
    ...listed,
    values: listed.sent && !same ? values : listed.values,
    id: known.id,
    tried: true,
    sent: listed.sent || same,
  };
}

/**
 * A child that another tab has sent. One without a key was sent by another program: it gets a key the only way there is,
 * by taking the place of the keyless one.
 */
function adopted(
  child: KnownChild,
  newKey: () => string,
): { listed: ListedChild; removed: ListedChild | null } {
  const values = formValues(child);
  const known = { values, id: child.id, tried: true, sent: true };
  if (child.idempotencyKey !== null) {
    return { listed: { ...known, key: child.idempotencyKey }, removed: null };
  }
  return {
    listed: { key: newKey(), values, id: null, tried: false, sent: false },
    removed: { ...known, key: newKey() },
  };
}

/** An empty form that nobody asked for gives way to a list that is empty no more. */
function withoutBlankForm(
  form: OpenChildForm | null,
  children: readonly ListedChild[],
): OpenChildForm | null {
  const isBlank = form?.key === null && sameValues(form.values, EMPTY_CHILD);
  return isBlank && children.length > 0 ? null : form;
}

/**
 * Brings the list in line with the children that the server has of this draft. Those that this tab does not know, another
 * one has sent: they are taken over, so that nobody registers a child unseen. Those that it believes sent and are missing
 * have to be sent again. Deleted ones that are missing are done with.
 * @param onServer the children of the draft, as step 1 answers them
 * @param newKey makes an idempotency key
 */
export function reconciled(
  state: RegistrationState,
  onServer: readonly KnownChild[],
  newKey: () => string,
): RegistrationState {
  const known = (listed: ListedChild): KnownChild | undefined =>
    onServer.find((child) => isSameChild(listed, child));
  const removed = state.removedChildren.flatMap((listed) => {
    const child = known(listed);
    return child === undefined ? [] : [{ ...listed, id: child.id }];
  });
  const here = [...state.children, ...state.removedChildren];
  const unknown = onServer
    .filter((child) => !here.some((listed) => isSameChild(listed, child)))
    .map((child) => adopted(child, newKey));
  const children = [
    ...state.children.map((listed) => brought(listed, known(listed))),
    ...unknown.map(({ listed }) => listed),
  ];
  return {
    ...state,
    children,
    removedChildren: [...removed, ...unknown.flatMap((child) => child.removed ?? [])],
    openChild: withoutBlankForm(state.openChild, children),
  };
}
