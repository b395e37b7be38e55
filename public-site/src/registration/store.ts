import { useSyncExternalStore } from 'react';

import { EMPTY_STATE, type KeptState, NOTHING_KEPT, type RegistrationState } from './state.js';
import { readEntry, storageWorks, writeEntry } from './storage.js';

type Key = keyof KeptState;
const KEYS = Object.keys(NOTHING_KEPT) as Key[];

/** The kind of an entry. One of another kind counts as missing: an older version of the site may have written it. */
const KINDS: Readonly<Record<Key, string>> = {
  email: 'string',
  guid: 'string',
  awaitingConfirmation: 'boolean',
  mailedAt: 'number',
  guardianDraft: 'object',
  children: 'array',
  typedChild: 'object',
};

function kindOf(value: unknown): string {
  return Array.isArray(value) ? 'array' : typeof value;
}

function readKept(): KeptState {
  const entries = KEYS.map((key) => [key, readEntry(key)] as const).filter(
    ([key, value]) => value !== null && kindOf(value) === KINDS[key],
  );
  return { ...NOTHING_KEPT, ...(Object.fromEntries(entries) as Partial<KeptState>) };
}

/** What storage has of an entry. Children that the server has are kept only beside ones that it does not have yet. */
function entryOf<Name extends Key>(state: KeptState, key: Name): KeptState[Name] {
  const isSaved = key === 'children' && state.children.every((child) => child.state === 'saved');
  return isSaved ? NOTHING_KEPT[key] : state[key];
}

let current: RegistrationState | null = null;
const listeners = new Set<() => void>();

/** The state as it is now. */
export function registration(): RegistrationState {
  current ??= { ...EMPTY_STATE, ...readKept() };
  return current;
}

/** Changes the state, and session storage with it. */
export function updateRegistration(change: (state: RegistrationState) => RegistrationState): void {
  const before = registration();
  const after = change(before);
  current = after;
  for (const key of KEYS) {
    if (after[key] === before[key]) continue;
    const entry = entryOf(after, key);
    writeEntry(key, entry === NOTHING_KEPT[key] ? null : entry);
  }
  for (const listener of listeners) listener();
}

/**
 * The e-mail and guid as session storage has them at this moment: it may have been cleared behind the page's back. The
 * ones in memory where the browser refuses storage.
 */
export function storedIdentity(): Pick<KeptState, 'email' | 'guid'> {
  return storageWorks() ? readKept() : registration();
}

/** Whether session storage has become another one than the page shows: another page of this tab has written to it. */
export function isOutdated(): boolean {
  const kept = readKept();
  const shown = registration();
  return KEYS.some((key) => JSON.stringify(kept[key]) !== JSON.stringify(entryOf(shown, key)));
}

/** Forgets all of it. */
export function clearRegistration(): void {
  updateRegistration(() => EMPTY_STATE);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The state, kept up to date; empty until the prerendered page is taken over. */
export function useRegistration(): RegistrationState {
  return useSyncExternalStore(subscribe, registration, () => EMPTY_STATE);
}
