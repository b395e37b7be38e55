import { isSessionOver } from '../api/http.js';
import { fetchDraft } from '../api/registration.js';
import { eraseDraft } from './draft.js';
import { draftPhase, moment, timeBetween } from './draft-clock.js';
import { EMPTY_STATE, withDraft, withoutDraft } from './state.js';
import { registration, updateRegistration } from './store.js';

/**
 * Erases the family on the server and keeps the input, so that step 1 can be corrected. Safe to repeat: the tab keeps
 * what it has read, because an erased family can't be read again.
 * @param lifeHours hours that a draft lives past its last call
 * @returns false, with nothing changed by this call, when this browser may no longer erase it
 */
export async function startOver(lifeHours: number): Promise<boolean> {
  const { guid, draft: kept, lastCall } = registration();
  if (guid === null) return false;
  try {
    const idle = lastCall === null ? Infinity : timeBetween(lastCall, moment());
    const isOver = draftPhase(idle, lifeHours).name === 'over';
    const draft = kept === null || isOver ? await fetchDraft(guid) : kept;
    updateRegistration((state) => {
      if (state.guid !== guid) return state;
      return { ...state, draft, lastCall: draft === kept ? lastCall : moment() };
    });
    const isErased = await eraseDraft();
    // Another tab has ended the registration meanwhile, or the family has just been confirmed.
    if (registration().guid !== guid || (!isErased && draft !== kept)) return false;
    const entered = { ...draft, awaitingConfirmation: false };
    updateRegistration(() => withoutDraft(withDraft(EMPTY_STATE, entered)));
    return true;
  } catch (error) {
    if (!isSessionOver(error)) throw error;
    updateRegistration((state) => ({ ...state, draft: null }));
    return false;
  }
}
