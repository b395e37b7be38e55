import { failureText, isSessionOver } from '../api/http.js';
import { eraseFamily, extendDraft, fetchDraft } from '../api/registration.js';
import { PAGES } from '../pages.js';
import { navigate } from '../site/location.js';
import { refusalOfFailure, type Submission, useSubmission } from '../ui/submission.js';
import { moment } from './draft-clock.js';
import { EMPTY_STATE, isUnread, unsent, withDraft } from './state.js';
import { clearRegistration, registration, updateRegistration } from './store.js';
import { tellTabs } from './tabs.js';

/** Reads this tab's draft from the server. @throws CallError, 401 when it is over. */
export async function readDraft(): Promise<void> {
  const { guid } = registration();
  if (guid === null) return;
  const draft = await fetchDraft(guid);
  // Meanwhile the registration may have ended, or another one begun.
  updateRegistration((state) =>
    state.guid === guid ? { ...withDraft(state, draft), lastCall: moment() } : state,
  );
}

/** This tab has sent something: it reads what the server has now, and the other tabs do the same. */
export async function readChanged(): Promise<void> {
  await readDraft();
  tellTabs('changed', registration().guid);
}

/** Step 1 was accepted: the draft is this tab's, and what was typed is the server's now. */
export async function openDraft(guid: string, email: string): Promise<void> {
  updateRegistration((state) => ({ ...state, guid, email, isMoved: false }));
  await readChanged();
  updateRegistration((state) => ({ ...state, guardianDraft: null }));
}

/** Asks the server to keep the draft. */
export async function stay(): Promise<void> {
  await extendDraft();
  updateRegistration((state) => ({ ...state, lastCall: moment() }));
  tellTabs('changed', registration().guid);
}

/** Submissions in flight: meanwhile their own answers, and nothing else, say whether the draft lives. */
let submissions = 0;

/**
 * A submission that belongs to the draft. When its session is over, the visitor is told so instead, and may begin
 * again with all that this tab has.
 */
export function useDraftSubmission(refusalOf = refusalOfFailure): Submission {
  const submission = useSubmission((error) => {
    if (!isSessionOver(error)) return refusalOf(error);
    tellTabs('expired', registration().guid);
    updateRegistration(unsent);
    navigate(PAGES.sessionExpired.path);
    return null;
  });
  const submit: Submission['submit'] = (action, name) =>
    submission.submit(() => {
      submissions += 1;
      return action().finally(() => {
        submissions -= 1;
      });
    }, name);
  return { ...submission, submit };
}

/**
 * Asks the server, and leads away from a draft that is over: this tab's clock, or another tab, may be wrong. What it
 * answers while a submission is in flight, or about a draft that is no longer this tab's, counts for nothing.
 * @returns whether the draft lives; `null`: it is not known
 */
export async function checkDraft(call: () => Promise<void>): Promise<boolean | null> {
  const { guid } = registration();
  if (submissions > 0) return null;
  try {
    await call();
    return true;
  } catch (error) {
    const now = registration();
    const isAnswer = submissions === 0 && now.guid === guid && !now.awaitingConfirmation;
    if (isAnswer && isSessionOver(error)) {
      clearRegistration();
      tellTabs('expired', guid);
      navigate(PAGES.sessionExpired.path);
      return false;
    }
    const readFault = failureText(error);
    updateRegistration((state) => (isUnread(state) ? { ...state, readFault } : state));
    return null;
  }
}

/**
 * Erases the family on the server, and tells the other tabs when it did.
 * @throws CallError for any answer other than the documented ones.
 */
async function erase(): Promise<boolean> {
  const { email, guid } = registration();
  const isErased = email !== null && (await eraseFamily(email));
  if (isErased) tellTabs('cancelled', guid);
  return isErased;
}

/** Erases the family on the server, then all that this browser keeps of it. */
export async function cancelRegistration(): Promise<void> {
  await erase();
  clearRegistration();
  navigate(PAGES.cancelled.path);
}

/**
 * Erases the family on the server and keeps what was typed, so that step 1 can be corrected.
 * @returns false when the server does not let this browser erase it any more: nothing has changed then
 */
export async function startOver(): Promise<boolean> {
  const { guid } = registration();
  if (guid === null) return false;
  try {
    const draft = await fetchDraft(guid);
    if (!(await erase())) return false;
    updateRegistration(() =>
      unsent(withDraft(EMPTY_STATE, { ...draft, awaitingConfirmation: false })),
    );
    return true;
  } catch (error) {
    if (isSessionOver(error)) return false;
    throw error;
  }
}

/** The agreement was accepted. */
export function complete(): void {
  updateRegistration(({ email, guid }) => ({
    ...EMPTY_STATE,
    email,
    guid,
    awaitingConfirmation: true,
    mailedAt: Date.now(),
  }));
  tellTabs('changed', registration().guid);
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
  tellTabs('confirmed', email);
}
