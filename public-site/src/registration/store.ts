import { MESSAGES } from '@kidlab/contract';
import { useSyncExternalStore } from 'react';

import { Refusal } from '../ui/submission.js';
import { EMPTY_STATE, type KeptState, type RegistrationState } from './state.js';
import { readEntry, storageWorks, writeEntry } from './storage.js';

function readKept(): RegistrationState {
  // An older version of the site may have stored other fields.
  return { ...EMPTY_STATE, ...keptOf({ ...EMPTY_STATE, ...readEntry() }) };
}

/** The stored part of the state. Children are stored only while some of them are unsent. */
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

/** Changes the state and session storage. */
export function updateRegistration(change: (state: RegistrationState) => RegistrationState): void {
  current = change(registration());
  writeEntry(current === EMPTY_STATE ? null : keptOf(current));
  for (const listener of listeners) listener();
}

/**
 * The e-mail and guid in session storage, which may have been cleared since the page read it; those in memory where
 * storage is blocked. @throws Refusal when one is missing
 */
export function storedIdentity(): { email: string; guid: string } {
  const { email, guid } = storageWorks() ? readKept() : registration();
  if (email === null) throw new Refusal([MESSAGES.emailMissing]);
  if (guid === null) throw new Refusal([MESSAGES.guidMissing]);
  return { email, guid };
}

/** Whether another page of this tab has changed session storage since this page read it. */
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

/** The current state; empty until hydration. */
export function useRegistration(): RegistrationState {
  return useSyncExternalStore(subscribe, registration, () => EMPTY_STATE);
}
