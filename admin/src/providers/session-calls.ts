import {
  LOGOUT_PATH,
  SESSION_CALLS,
  type SecondFactorAsked,
  type SecondFactorSignedIn,
  type SetPasswordRequest,
  type SetPasswordStatus,
  type SignedInUser,
  type SignInRequest,
} from '@kidlab/contract';

import { call, json } from './http.js';

/** Calls on the session and on passwords: apart from the data provider, because the login page needs nothing else. */

/** @throws CallError 400 with the fields at fault, 401, 429. */
export function login(request: SignInRequest): Promise<SignedInUser | SecondFactorAsked> {
  return json('POST', SESSION_CALLS.login, { form: { ...request } });
}

/**
 * The second step, for who was asked for a code. @throws CallError 400 naming `code`, 401 when it took too long, 429.
 */
export function giveCode(code: string): Promise<SecondFactorSignedIn> {
  return json('POST', SESSION_CALLS.loginSecondFactor, { json: { code } });
}

/** @throws CallError 401 when nobody is signed in. */
export function whoami(signal: AbortSignal): Promise<SignedInUser> {
  return json('GET', SESSION_CALLS.whoami, { signal });
}

/**
 * Ends the session on the server, also while the tab closes. No sign-in before that: the answer takes any cookie away.
 */
export async function logout(): Promise<void> {
  await call('POST', LOGOUT_PATH, { keepalive: true });
}

/** Mails a set-password link, if the address is a user's; the answer never tells. @throws CallError 400, 429. */
export function forgotPassword(email: string): Promise<void> {
  return json('POST', SESSION_CALLS.forgotPassword, { json: { email } });
}

/** Whether a mailed link still opens the form. */
export async function isPasswordLinkOpen(token: string): Promise<boolean> {
  const query = { token };
  return (await json<SetPasswordStatus>('GET', SESSION_CALLS.setPassword, { query })).valid;
}

/** @throws CallError 400 for a password that is not taken or a link that is no longer valid. */
export function setPassword(request: SetPasswordRequest): Promise<void> {
  return json('POST', SESSION_CALLS.setPassword, { json: request });
}
