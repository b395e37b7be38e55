import { type KnownChild, reconciled } from './reconcile.js';
import {
  childrenAreSaved,
  type ListedChild,
  type RegistrationState,
  withChildrenForgotten,
} from './state.js';
import { registration, updateRegistration } from './store.js';
import { type Saved, type TabNews, tellTabs } from './tabs.js';
import { newUuid } from './uuid.js';

/** Tabs of one browser share one draft on the server: what one of them sends is shown by all, or it is registered unseen. */

function knownChild({ key, id, values }: ListedChild): KnownChild {
  return { ...values, id, idempotencyKey: key };
}

/**
 * The state once another tab has sent what it knows. A tab with nothing of its own to send shows the same children; in
 * one that has, they are brought in line.
 */
export function withSaved(
  state: RegistrationState,
  at: number,
  { registeredUser, children }: Saved,
  newKey: () => string,
): RegistrationState {
  const isNews = at > (state.savedAt ?? 0) && !state.awaitingConfirmation;
  if (!isNews || state.guid !== registeredUser.guid) return state;
  const next = { ...state, registeredUser, email: registeredUser.values.email, savedAt: at };
  // With another address the server drops the children: whoever sits at that tab need not be who sits here.
  if (children === null) return isSameAddress(state, next) ? next : withChildrenForgotten(next);
  if (childrenAreSaved(state)) return { ...next, children };
  return reconciled(next, children.map(knownChild), newKey);
}

function isSameAddress(a: RegistrationState, b: RegistrationState): boolean {
  return a.email?.toLowerCase() === b.email?.toLowerCase();
}

/** What this tab has sent, for the others; `null` when there is nothing. */
function ownNews(): (TabNews & { kind: 'saved' }) | null {
  const state = registration();
  const { registeredUser, savedAt } = state;
  if (registeredUser === null || savedAt === null) return null;
  const children = childrenAreSaved(state) ? state.children : null;
  return {
    kind: 'saved',
    guid: registeredUser.guid,
    at: savedAt,
    saved: { registeredUser, children },
  };
}

/** The server has what this tab shows: the others are told. */
export function tellSaved(): void {
  const at = Date.now();
  updateRegistration((state) => ({ ...state, savedAt: at }));
  const news = ownNews();
  if (news !== null) tellTabs(news);
}

/** Asks the other tabs whether they have sent anything since: a tab that slept, or was loaded anew, has not heard it. */
export function askForSaved(): void {
  const { guid, savedAt } = registration();
  if (guid !== null) tellTabs({ kind: 'ask', guid, at: savedAt ?? 0 });
}

/** Answers a tab that asks, where this one knows more. */
export function answerAsked(at: number): void {
  const news = ownNews();
  if (news !== null && news.at > at) tellTabs(news);
}

/** Takes in what another tab has sent. */
export function hearSaved(at: number, saved: Saved): void {
  updateRegistration((state) => withSaved(state, at, saved, newUuid));
}
