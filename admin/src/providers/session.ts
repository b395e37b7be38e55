import {
  LOGOUT_PATH,
  PORTAL_ROUTES,
  SESSION_CALLS,
  type SecondFactorAsked,
  type SecondFactorSignedIn,
  type SignedInUser,
  type SignInRequest,
} from '@kidlab/contract';

import { call, json } from './http.js';
import { LOGGED_IN_AS, LOGIN_QUERY } from './login-page.js';

/** Sessions and passwords: the calls, and what this tab keeps. Permissions: `useSignedInUser`. */

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

export function isAfterSession(params: URLSearchParams): boolean {
  return params.has(LOGIN_QUERY.expired);
}

/** The page to open after a login. After Log Out it is the search, even if Back has tried to open another page. */
export function pageAfterLogin(params: URLSearchParams): string {
  const next = params.get(LOGIN_QUERY.next) ?? '/';
  // Browsers drop tabs and line breaks from an address: `/<tab>/example.org` is another site.
  const isOurs = /^\/\w/.test(next) && !next.startsWith(PORTAL_ROUTES.login);
  return isOurs && window.name !== LOGGED_OUT ? next : PORTAL_ROUTES.search;
}

/** @throws CallError 400 with field errors, 401, 429. */
export function login(request: SignInRequest): Promise<SignedInUser | SecondFactorAsked> {
  return json('POST', SESSION_CALLS.login, { form: { ...request } });
}

/** The second step of the login. @throws CallError 400 naming `code`, 401 when it took too long, 429. */
export function giveCode(code: string): Promise<SecondFactorSignedIn> {
  return json('POST', SESSION_CALLS.loginSecondFactor, { json: { code } });
}

export function whoami(signal: AbortSignal): Promise<SignedInUser> {
  return json('GET', SESSION_CALLS.whoami, { signal });
}

/** Ends the session on the server. A new login must wait for the response, which removes the cookie. */
export async function logout(): Promise<void> {
  await call('POST', LOGOUT_PATH, { keepalive: true });
}

/** Mails a set-password link to a user. The response is the same for any address. @throws CallError 400, 429. */
export function forgotPassword(email: string): Promise<void> {
  return json('POST', SESSION_CALLS.forgotPassword, { json: { email } });
}

/** Whether a mailed link is still valid. */
export async function isPasswordLinkOpen(token: string): Promise<boolean> {
  const query = { token };
  return (await json<{ valid: boolean }>('GET', SESSION_CALLS.setPassword, { query })).valid;
}

/** @throws CallError 400 for a rejected password or an expired link. */
export function setPassword(token: string, password: string): Promise<void> {
  return json('POST', SESSION_CALLS.setPassword, { json: { token, password } });
}
