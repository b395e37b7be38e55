import { ADMIN_BASE_PATH, PORTAL_ROUTES } from '@kidlab/contract';

/** The user's email address, in session storage. Source: admin portal, section 6. */
export const LOGGED_IN_AS = 'loggedInAs';

const LOGIN_PAGE = ADMIN_BASE_PATH + PORTAL_ROUTES.login;
/** Parameters of the login page: the page to open after the login, and a flag that the session has expired. */
export const LOGIN_QUERY = { next: 'next', expired: 'expired' } as const;

/** Loads the login page as a new document, which leaves nothing of the session in memory. */
export function leaveToLogin(query = ''): void {
  window.location.replace(LOGIN_PAGE + query);
}

/**
 * Whether leaving would lose entries: in a dialog with inputs, or in a form that says so by `data-dirty`, as `SmallForm`
 * and `RecordForm` do.
 */
export function hasEntries(): boolean {
  return document.querySelector('[role="dialog"] form, [data-dirty="true"]') !== null;
}

/** Goes to the login page, which returns here after the login. The promise never resolves. */
export function leaveAsExpired(): Promise<never> {
  const { pathname, search } = window.location;
  const wasSignedIn = sessionStorage.getItem(LOGGED_IN_AS) !== null;
  const query = new URLSearchParams({
    [LOGIN_QUERY.next]: pathname.slice(ADMIN_BASE_PATH.length) + search,
    ...(wasSignedIn ? { [LOGIN_QUERY.expired]: '' } : {}),
  });
  if (pathname !== LOGIN_PAGE) leaveToLogin(`?${query.toString()}`);
  return new Promise<never>(() => undefined);
}
