import { MESSAGES } from '@kidlab/contract';

import { useSyncExternalStore } from 'react';

import { Refusal } from '../ui/submission.js';
import { EMPTY_STATE, type KeptState, type RegistrationState } from './state.js';
import { readEntry, storageWorks, writeEntry } from './storage.js';

function readKept(): RegistrationState {
  // An older version of the site may have stored more.
  return { ...EMPTY_STATE, ...keptOf({ ...EMPTY_STATE, ...readEntry() }) };
}

/** What storage has of a state. Children are kept only while the server has not got all of them. */
function keptOf(state: KeptState): KeptState {
  const { email, guid, awaitingConfirmation, mailedAt, guardianDraft, typedChild } = state;
  const isSaved = state.children.every((child) => child.state === 'saved');
  const children = isSaved ? [] : state.children;
  return { email, guid, awaitingConfirmation, mailedAt, guardianDraft, children, typedChild };
}

let current: RegistrationState | null = null;
const listeners = new Set<() => void>();

export function registration(): RegistrationState {
  current ??= readKept();
  return current;
}

/** Changes the state, and session storage with it. */
export function updateRegistration(change: (state: RegistrationState) => RegistrationState): void {
  current = change(registration());
  writeEntry(current === EMPTY_STATE ? null : keptOf(current));
  for (const listener of listeners) listener();
}

/**
 * The e-mail and guid as session storage has them at this moment: it may have been cleared behind the page's back. The
 * ones in memory where the browser refuses storage. Refuses where one of them is missing.
 */
export function storedIdentity(): { email: string; guid: string } {
  const { email, guid } = storageWorks() ? readKept() : registration();
  if (email === null) throw new Refusal([MESSAGES.emailMissing]);
  if (guid === null) throw new Refusal([MESSAGES.guidMissing]);
  return { email, guid };
}

/** Whether session storage has become another one than the page shows: another page of this tab has written to it. */
export function isOutdated(): boolean {
  return JSON.stringify(keptOf(readKept())) !== JSON.stringify(keptOf(registration()));
}

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
