import {
  ADMIN_API_PATH,
  LOGOUT_PATH,
  SESSION_CALLS,
  type SecondFactorAsked,
  type SecondFactorSignedIn,
  type SetPasswordRequest,
  type SetPasswordStatus,
  type SignedInUser,
  type SignInRequest,
} from '@kidlab/contract';

import { call } from './http.js';

/** Calls on the session and on passwords: apart from the data provider, because the login page needs nothing else. */

const path = (name: keyof typeof SESSION_CALLS): string => ADMIN_API_PATH + SESSION_CALLS[name];

/** @throws CallError 400 with the fields at fault, 401, 429. */
export async function login(request: SignInRequest): Promise<SignedInUser | SecondFactorAsked> {
  const { json } = await call('POST', path('login'), { form: { ...request } });
  return json as SignedInUser | SecondFactorAsked;
}

/**
 * The second step, for who was asked for a code. @throws CallError 400 naming `code`, 401 when it took too long, 429.
 */
export async function giveCode(code: string): Promise<SecondFactorSignedIn> {
  const { json } = await call('POST', path('loginSecondFactor'), { json: { code } });
  return json as SecondFactorSignedIn;
}

/** @throws CallError 401 when nobody is signed in. */
export async function whoami(signal?: AbortSignal): Promise<SignedInUser> {
  const { json } = await call('GET', path('whoami'), signal === undefined ? {} : { signal });
  return json as SignedInUser;
}

/**
 * Ends the session on the server, also while the tab closes. No sign-in before that: the answer takes any cookie away.
 */
export async function logout(): Promise<void> {
  await call('POST', LOGOUT_PATH, { keepalive: true });
}

/** Mails a set-password link, if the address is a user's; the answer never tells. @throws CallError 400, 429. */
export async function forgotPassword(email: string): Promise<void> {
  await call('POST', path('forgotPassword'), { json: { email } });
}

/** Whether a mailed link still opens the form. */
export async function isPasswordLinkOpen(token: string): Promise<boolean> {
  const { json } = await call('GET', path('setPassword'), { query: { token } });
  return (json as SetPasswordStatus).valid;
}

/** @throws CallError 400 for a password that is not taken or a link that is no longer valid. */
export async function setPassword(request: SetPasswordRequest): Promise<void> {
  await call('POST', path('setPassword'), { json: request });
}
