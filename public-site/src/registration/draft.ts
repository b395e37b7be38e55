import { isSessionOver } from '../api/http.js';
import { type Erasure, eraseFamily, extendDraft } from '../api/registration.js';
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

/** What the server says of a draft whose time seems to be over. */
export type Verdict = 'lives' | 'over' | 'unknown';

let submissions = 0;

/** Runs a submission of the draft: meanwhile its own answer, and nothing else, says whether the draft lives. */
export async function whileSubmitting<Value>(action: () => Promise<Value>): Promise<Value> {
  submissions += 1;
  try {
    return await action();
  } finally {
    submissions -= 1;
  }
}

/**
 * Asks the server whether the draft is over: this tab's clock, or another tab, may be wrong. Where it lives, it begins
 * its life again. Unknown: no answer, or one that has nothing to do with the question by now.
 */
export async function askWhetherOver(): Promise<Verdict> {
  const { guid } = registration();
  if (submissions > 0) return 'unknown';
  try {
    await stay();
    return 'lives';
  } catch (error) {
    const now = registration();
    const isAnswer = submissions === 0 && now.guid === guid && !now.awaitingConfirmation;
    return isAnswer && isSessionOver(error) ? 'over' : 'unknown';
  }
}

/**
 * Erases the family on the server, and tells the other tabs when it did.
 * @throws CallError for any answer other than the documented ones.
 */
async function erase(): Promise<Erasure> {
  const { email, guid } = registration();
  const erasure = email === null ? 'not-found' : await eraseFamily(email);
  if (erasure === 'erased' && guid !== null) tellTabs({ kind: 'cancelled', guid });
  return erasure;
}

/** Erases the family on the server, then all that this browser keeps of it. */
export async function cancelRegistration(): Promise<void> {
  await erase();
  clearRegistration();
}

/**
 * Erases the family on the server and keeps what was typed, so that step 1 can be corrected.
 * @returns false when the server does not let this browser erase it any more: nothing has changed then
 */
export async function startOver(): Promise<boolean> {
  if ((await erase()) !== 'erased') return false;
  updateRegistration(unsent);
  return true;
}

/** The draft is over: all that this browser keeps of it goes. */
export function expire(): void {
  const { guid } = registration();
  clearRegistration();
  if (guid !== null) tellTabs({ kind: 'expired', guid });
}

/**
 * The server has refused what this tab has just sent: it knows no such session any more. Whoever has sent it sits there and
 * may begin again with all of it.
 */
export function loseSession(): void {
  const { guid } = registration();
  updateRegistration(unsent);
  if (guid !== null) tellTabs({ kind: 'expired', guid });
}

/** The agreement was accepted. */
export function complete(): void {
  updateRegistration((state) => ({ ...state, awaitingConfirmation: true, openChild: null }));
  const { guid } = registration();
  if (guid !== null) tellTabs({ kind: 'completed', guid });
}

/**
 * The registration of this address was confirmed: what this tab kept of it goes.
 * @returns whether this tab was the one that waited for it
 */
export function forgetConfirmed(confirmedEmail: string): boolean {
  const { email, awaitingConfirmation } = registration();
  if (!awaitingConfirmation || email?.toLowerCase() !== confirmedEmail.toLowerCase()) return false;
  clearRegistration();
  return true;
}

/** This tab has confirmed the registration of that address. */
export function confirmed(email: string): void {
  forgetConfirmed(email);
  tellTabs({ kind: 'confirmed', email });
}

/** Somebody begins: of a registration that is complete nothing is left to be seen, whoever looks. */
export function beginAnew(): void {
  if (registration().awaitingConfirmation) clearRegistration();
}
