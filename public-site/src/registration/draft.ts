import { eraseFamily, extendDraft } from '../api/registration.js';
import { clearRegistration, registration, updateRegistration } from './store.js';
import { unsent } from './state.js';
import { tellTabs } from './tabs.js';

/** The server answered a call of the draft: its life begins again, in every tab. */
export function heardFromServer(): void {
  const at = Date.now();
  updateRegistration((state) => ({ ...state, lastCallAt: at }));
  const { guid } = registration();
  if (guid !== null) tellTabs({ kind: 'extended', guid, at });
}

/** Asks the server to keep the draft. */
export async function stay(): Promise<void> {
  await extendDraft();
  heardFromServer();
}

/** Erases the family on the server, then all that this browser keeps of it. */
export async function cancelRegistration(): Promise<void> {
  const { email, guid } = registration();
  if (email !== null) await eraseFamily(email);
  clearRegistration();
  if (guid !== null) tellTabs({ kind: 'cancelled', guid });
}

/** Erases the family on the server and keeps what was typed, so that step 1 can be corrected. */
export async function startOver(): Promise<void> {
  const { email, guid } = registration();
  if (email !== null) await eraseFamily(email);
  updateRegistration(unsent);
  if (guid !== null) tellTabs({ kind: 'cancelled', guid });
}

/** The draft is over: all that this browser keeps of it goes. */
export function expire(): void {
  const { guid } = registration();
  clearRegistration();
  if (guid !== null) tellTabs({ kind: 'expired', guid });
}

/** The agreement was accepted. */
export function complete(): void {
  updateRegistration((state) => ({ ...state, awaitingConfirmation: true, openChild: null }));
  const { guid } = registration();
  if (guid !== null) tellTabs({ kind: 'completed', guid });
}
