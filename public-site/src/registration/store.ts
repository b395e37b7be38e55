import { useSyncExternalStore } from 'react';

import { EMPTY_STATE, type RegistrationState } from './state.js';
import { readEntry, storageWorks, writeEntry } from './storage.js';

type Key = keyof RegistrationState;
const KEYS = Object.keys(EMPTY_STATE) as Key[];

/** An entry counts only when it is of the kind that the empty state, or the kept value, has. */
function sameKind(key: Key, value: unknown): boolean {
  switch (key) {
    case 'children':
    case 'removedChildren':
      return Array.isArray(value);
    case 'email':
    case 'guid':
      return typeof value === 'string';
    case 'awaitingConfirmation':
      return typeof value === 'boolean';
    case 'lastCallAt':
    case 'savedAt':
      return typeof value === 'number';
    default:
      return typeof value === 'object';
  }
}

function readState(): RegistrationState {
  const entries = KEYS.map((key) => [key, readEntry(key)] as const).filter(
    ([key, value]) => value !== null && sameKind(key, value),
  );
  return { ...EMPTY_STATE, ...(Object.fromEntries(entries) as Partial<RegistrationState>) };
}

let current: RegistrationState | null = null;
const listeners = new Set<() => void>();

/** The state as it is now. */
export function registration(): RegistrationState {
  current ??= readState();
  return current;
}

/** Changes the state, and session storage with it. */
export function updateRegistration(change: (state: RegistrationState) => RegistrationState): void {
  const before = registration();
  const after = change(before);
  current = after;
  for (const key of KEYS) {
    if (after[key] === before[key]) continue;
    writeEntry(key, after[key] === EMPTY_STATE[key] ? null : after[key]);
  }
  for (const listener of listeners) listener();
}

/**
 * The e-mail and guid as session storage has them at this moment: it may have been cleared behind the page's back. The
 * ones in memory where the browser refuses storage.
 */
export function storedIdentity(): Pick<RegistrationState, 'email' | 'guid'> {
  const { email, guid } = storageWorks() ? readState() : registration();
  return { email, guid };
}

/** Whether session storage has become another one than the page shows: another page of this tab has written to it. */
export function isOutdated(): boolean {
  return JSON.stringify(readState()) !== JSON.stringify(registration());
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
