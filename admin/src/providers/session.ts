import { ADMIN_BASE_PATH, PORTAL_ROUTES, type SignedInUser } from '@kidlab/contract';

import { isSessionOver } from './http.js';
import { whoami } from './session-calls.js';

/**
 * Who is signed in, as this tab knows it. The address stands in session storage under the name that the specification
 * gives it; what the person may do is never stored.
 */

/** Key in session storage. Source: admin portal, section 6. */
export const LOGGED_IN_AS = 'loggedInAs';

/** How long an answer of whoami is believed, in milliseconds: pages ask several times while they open. */
const BELIEVED_FOR = 15_000;
/** The same for the answer that nobody is signed in. */
const REFUSED_FOR = 2_000;

const EVERY_PAGE = Symbol('every page');
const LOGIN_PAGE = ADMIN_BASE_PATH + PORTAL_ROUTES.login;

interface Known {
  readonly user: SignedInUser;
  readonly at: number;
}

let known: Known | null = null;
/** How many sessions this tab has forgotten: an answer about one of them is not believed. */
let forgotten = 0;
/** The refusal that said last that nobody is signed in, and when. */
let refused: { readonly error: unknown; readonly at: number } | null = null;
let asking: Promise<SignedInUser> | null = null;
/** The session of somebody who was signed in here is over. */
let wasOver = false;
/** The person has logged out on purpose. */
let hasLoggedOut = false;
/** What gives way to the login page: the page at an address, or every page. */
let givesWay: string | typeof EVERY_PAGE | null = null;
const listeners = new Set<() => void>();

function tell(): void {
  for (const listener of listeners) listener();
}

/** Takes note of who is signed in. */
export function rememberUser(user: SignedInUser): void {
  known = { user, at: performance.now() };
  refused = null;
  wasOver = false;
  hasLoggedOut = false;
  givesWay = null;
  sessionStorage.setItem(LOGGED_IN_AS, user.email);
  tell();
}

/**
 * Takes note that nobody is signed in any more: this page gives way to the login page, which says so.
 */
export function noteSessionOver(): void {
  givesWay = window.location.pathname;
  if (known !== null || sessionStorage.getItem(LOGGED_IN_AS) !== null) wasOver = true;
}

/** Whether the login page is shown because a session was over. */
export function isAfterSession(): boolean {
  return wasOver;
}

/** Takes note that the person logs out on purpose: nobody is to be brought back here by the next sign-in. */
export function noteLoggedOut(): void {
  hasLoggedOut = true;
  givesWay = EVERY_PAGE;
}

/**
 * Whether the person has logged out on purpose: the next sign-in begins at the search, also after the Back button has
 * tried to open a page of the session before.
 */
export function isAfterLogOut(): boolean {
  return hasLoggedOut;
}

/** Forgets everything about the session: what logging out does in this tab. */
export function forgetUser(): void {
  known = null;
  asking = null;
  forgotten += 1;
  sessionStorage.clear();
  tell();
}

/**
 * Whether this page gives way to the login page, whose chunk may take a while. Logging out once more for each further
 * refusal would begin the way anew, while the page asks again and is refused again: without an end. The address is the
 * login page's a moment before that page is there.
 */
export function isGivingWay(): boolean {
  if (givesWay === null) return false;
  const { pathname } = window.location;
  return givesWay === EVERY_PAGE || givesWay === pathname || pathname === LOGIN_PAGE;
}

/** The login page is there. */
export function noteLoginPage(): void {
  givesWay = null;
}

/** Who was signed in when the server last said so; `null`: nobody, or not asked yet. */
export function knownUser(): SignedInUser | null {
  return known?.user ?? null;
}

/** Whether the server has said since then who is signed in: an older answer that nobody is says nothing any more. */
export function isSignedInSince(moment: number): boolean {
  return known !== null && known.at >= moment;
}

/** For `useSyncExternalStore`. @returns how to stop listening. */
export function onUserChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** Asks the server who is signed in, which also keeps the session alive. @throws CallError 401 when nobody is. */
export async function askWhoIsSignedIn(): Promise<SignedInUser> {
  asking ??= whoami().finally(() => {
    asking = null;
  });
  const before = forgotten;
  const user = await asking;
  // Asked before the session was forgotten: true a moment ago.
  if (before !== forgotten) return user;
  if (known !== null && known.user.email !== user.email) {
    // Somebody else has signed in in another tab: nothing of the first one may stay on this one's pages.
    window.location.reload();
  }
  rememberUser(user);
  return user;
}

/** Who is signed in; the server is asked when it has not said so a moment ago. @throws CallError 401 when nobody is. */
export async function currentUser(): Promise<SignedInUser> {
  const now = performance.now();
  if (known !== null && now - known.at < BELIEVED_FOR) return known.user;
  if (refused !== null && now - refused.at < REFUSED_FOR) throw refused.error;
  try {
    return await askWhoIsSignedIn();
  } catch (error) {
    if (isSessionOver(error)) refused = { error, at: performance.now() };
    throw error;
  }
}
