import { ADMIN_BASE_PATH, PORTAL_ROUTES } from '@kidlab/contract';

/**
 * What a tab keeps of the session: the address of the signed-in user, in session storage. What that user may do is a
 * query (`useSignedInUser`).
 */

/** Key in session storage. Source: admin portal, section 6. */
export const LOGGED_IN_AS = 'loggedInAs';

/** The login page. Without it, all paths are those of the router, below the portal's base. */
const LOGIN_PAGE = ADMIN_BASE_PATH + PORTAL_ROUTES.login;
/** Where to go after signing in, and that a session has expired: parameters of the login page. */
const NEXT = 'next';
const EXPIRED = 'expired';

/** Name of a tab whose user has logged out on purpose: session storage is to be empty then. */
const LOGGED_OUT = 'logged out';

export function rememberUser(email: string): void {
  window.name = '';
  sessionStorage.setItem(LOGGED_IN_AS, email);
}

/** Forgets everything about the session: what logging out does in this tab. */
export function forgetUser(): void {
  window.name = LOGGED_OUT;
  sessionStorage.clear();
}

/** To the login page in a new document, so that nothing of the session is left in this tab's memory. */
export function leaveToLogin(query = ''): void {
  window.location.replace(LOGIN_PAGE + query);
}

/** The session is over: to the login page, which says so, and leads back here. The call that found out never ends. */
export function leaveAsExpired(): Promise<never> {
  const { pathname, search } = window.location;
  const wasSignedIn = sessionStorage.getItem(LOGGED_IN_AS) !== null;
  const query = new URLSearchParams({
    [NEXT]: pathname.slice(ADMIN_BASE_PATH.length) + search,
    ...(wasSignedIn ? { [EXPIRED]: '' } : {}),
  });
  if (pathname !== LOGIN_PAGE) leaveToLogin(`?${query.toString()}`);
  return new Promise<never>(() => undefined);
}

export function isAfterSession(params: URLSearchParams): boolean {
  return params.has(EXPIRED);
}

/**
 * The page to be on after signing in. Who has logged out on purpose begins at the search, also after the Back button
 * has tried to open a page of the session before.
 */
export function pageAfterLogin(params: URLSearchParams): string {
  const next = params.get(NEXT) ?? '/';
  const isOurs = /^\/[^/\\]/.test(next) && !next.startsWith(PORTAL_ROUTES.login);
  return isOurs && window.name !== LOGGED_OUT ? next : PORTAL_ROUTES.search;
}
