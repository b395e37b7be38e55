import { ADMIN_BASE_PATH, PORTAL_ROUTES } from '@kidlab/contract';

/** The session in this tab: the email address of the user, in session storage. Permissions: `useSignedInUser`. */

/** Key in session storage. Source: admin portal, section 6. */
export const LOGGED_IN_AS = 'loggedInAs';

const LOGIN_PAGE = ADMIN_BASE_PATH + PORTAL_ROUTES.login;
/** Parameters of the login page: the page to open after the login, and that the session has expired. */
const NEXT = 'next';
const EXPIRED = 'expired';

/** The `window.name` after Log Out. Session storage must be empty then. */
const LOGGED_OUT = 'logged out';

export function rememberUser(email: string): void {
  window.name = '';
  sessionStorage.setItem(LOGGED_IN_AS, email);
}

export function forgetUser(): void {
  window.name = LOGGED_OUT;
  sessionStorage.clear();
}

/** Loads the login page as a new document, which leaves nothing of the session in memory. */
export function leaveToLogin(query = ''): void {
  window.location.replace(LOGIN_PAGE + query);
}

/** Leaves for the login page, which returns here after the login. The promise never resolves. */
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

/** The page to open after a login. After Log Out it is the search, even if Back has tried to open another page. */
export function pageAfterLogin(params: URLSearchParams): string {
  const next = params.get(NEXT) ?? '/';
  const isOurs = /^\/[^/\\]/.test(next) && !next.startsWith(PORTAL_ROUTES.login);
  return isOurs && window.name !== LOGGED_OUT ? next : PORTAL_ROUTES.search;
}
