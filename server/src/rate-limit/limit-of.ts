import {
  ADMIN_API_PATH,
  ADMIN_BASE_PATH,
  BASE_PATH,
  PUBLIC_CALLS,
  type RateLimitName,
  SESSION_CALLS,
} from '@kidlab/contract';

/** Calls with a limit of their own, by the path under which they are registered. */
const BY_PATH: Readonly<Record<string, RateLimitName | null>> = {
  // Made of memory, like a page.
  [BASE_PATH + PUBLIC_CALLS.config]: null,
  [BASE_PATH + PUBLIC_CALLS.register]: 'register',
  [BASE_PATH + PUBLIC_CALLS.sendConfirmation]: 'mail',
  [BASE_PATH + PUBLIC_CALLS.resend]: 'mail',
  [BASE_PATH + PUBLIC_CALLS.newLink]: 'mail',
  [BASE_PATH + PUBLIC_CALLS.confirmAndRegister]: 'confirm',
  [BASE_PATH + PUBLIC_CALLS.removeMyData]: 'confirm',
  [ADMIN_API_PATH + SESSION_CALLS.login]: 'signIn',
  [ADMIN_API_PATH + SESSION_CALLS.loginSecondFactor]: 'signIn',
  [ADMIN_API_PATH + SESSION_CALLS.setPassword]: 'signIn',
  [ADMIN_API_PATH + SESSION_CALLS.forgotPassword]: 'forgotPassword',
};

/** Pages, and what no call answers: made of memory, and nothing to try out. */
const PAGE = /^(?:\/kidlab-reg(?:\/admin(?:\/api)?)?)?\/?(?:\*path)?$/;

/**
 * Which limit a route has; `null`: none. A new call has the limit of its site until it is given one of its own.
 * @param path as registered, with its leading slash.
 */
export function limitOf(path: string): RateLimitName | null {
  if (PAGE.test(path)) return null;
  if (Object.hasOwn(BY_PATH, path)) return BY_PATH[path] ?? null;
  if (path.startsWith(`${ADMIN_BASE_PATH}/`)) return 'staff';
  return path.startsWith(`${BASE_PATH}/`) ? 'registration' : null;
}
