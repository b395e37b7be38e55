import { failureText, isSessionOver } from '../api/http.js';
import { eraseFamily, extendDraft, fetchDraft } from '../api/registration.js';
import { PAGES } from '../pages.js';
import { currentPath, navigate } from '../site/location.js';
import { Refusal, refusalOfFailure, type Submission, useSubmission } from '../ui/submission.js';
import { moment } from './draft-clock.js';
import { EMPTY_STATE, withDraft, withoutDraft } from './state.js';
import { isUnread } from './steps.js';
import { clearRegistration, registration, updateRegistration } from './store.js';
import { notifyTabs } from './tabs.js';

/** Reads this tab's draft from the server. @throws CallError 401 when it has expired */
export async function readDraft(): Promise<void> {
  const { guid } = registration();
  if (guid === null) return;
  const draft = await fetchDraft(guid);
  // The registration may have ended while the call was in flight.
  updateRegistration((state) =>
    state.guid === guid ? { ...withDraft(state, draft), lastCall: moment() } : state,
  );
}

/** After a change by this tab: reads the draft here, and tells the other tabs to read it. */
export async function readChanged(): Promise<void> {
  await readDraft();
  notifyTabs('changed', registration().guid);
}

const COOKIES_NEEDED =
  'Your browser did not keep this form’s cookie. Please allow cookies and try again.';

/** Takes over the draft that step 1 created. @throws Refusal when the browser blocks cookies */
export async function openDraft(guid: string, email: string): Promise<void> {
  updateRegistration((state) => ({ ...state, guid, email, isAddressChanged: false }));
  await readChanged().catch((error: unknown) => {
    updateRegistration((state) => ({ ...state, readFault: failureText(error) }));
    if (!isSessionOver(error)) throw error;
    // The session was just created, so the browser did not send its cookie back.
    updateRegistration(withoutDraft);
    throw new Refusal([COOKIES_NEEDED]);
  });
  updateRegistration((state) => ({ ...state, guardianDraft: null }));
}

/** Extends the draft's life. */
export async function keepAlive(): Promise<void> {
  await extendDraft();
  updateRegistration((state) => ({ ...state, lastCall: moment() }));
  notifyTabs('changed', registration().guid);
}

/** Number of submissions in flight. Until they finish, only they may report an expired draft. */
let submissions = 0;

/** A submission of the draft. An expired session leads to the session-expired page, with all input kept. */
export function useDraftSubmission(refusalOf = refusalOfFailure): Submission {
  const submission = useSubmission((error) => {
    if (!isSessionOver(error)) return refusalOf(error);
    notifyTabs('changed', registration().guid);
    updateRegistration(withoutDraft);
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
 * Checks the draft on the server, because this tab's clock or another tab may be wrong, and leaves an expired draft.
 * Ignores the response if a submission is in flight, or if this tab has another draft by then.
 * @returns whether the draft is alive; `null` when unknown
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
      notifyTabs('changed', guid);
      navigate(PAGES.sessionExpired.path);
      return false;
    }
    const readFault = failureText(error);
    updateRegistration((state) =>
      isUnread(currentPath(), state) ? { ...state, readFault } : state,
    );
    return null;
  }
}

/** Erases the family on the server and tells the other tabs. @returns whether there was one */
export async function eraseDraft(): Promise<boolean> {
  const { email, guid } = registration();
  const isErased = email !== null && (await eraseFamily(email));
  if (isErased) notifyTabs('cancelled', guid);
  return isErased;
}

/** Erases the family on the server, then in this browser. */
export async function cancelRegistration(): Promise<void> {
  await eraseDraft();
  clearRegistration();
  navigate(PAGES.cancelled.path);
}

/** Stores that the agreement was accepted. */
export function completeRegistration(): void {
  updateRegistration(({ email, guid }) => ({
    ...EMPTY_STATE,
    email,
    guid,
    awaitingConfirmation: true,
    mailedAt: Date.now(),
  }));
  notifyTabs('changed', registration().guid);
}

/** Clears this tab's state if it waited for the confirmation of that address. @returns whether it did */
export function forgetConfirmed(confirmedEmail: string): boolean {
  const { email, awaitingConfirmation } = registration();
  if (!awaitingConfirmation || email?.toLowerCase() !== confirmedEmail.toLowerCase()) return false;
  clearRegistration();
  return true;
}
