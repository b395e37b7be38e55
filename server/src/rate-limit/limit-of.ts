import {
  ADMIN_API_PATH,
  ADMIN_BASE_PATH,
  BASE_PATH,
  PUBLIC_CALLS,
  SESSION_CALLS,
} from '@kidlab/contract';

/** How often calls may come, in a window that begins with the first of them. */
export interface RateLimit {
  readonly windowMinutes: number;
  /** Calls from one client: an IPv4 address, or the /64 network of an IPv6 address. */
  readonly perClient: number;
  /** Calls that name one e-mail address; `null`: not counted. */
  readonly perEmail: number | null;
  /**
   * Whose calls are counted together there. One client's, or one registrant's browser session's (calls without a
   * session do nothing to an address, and are not counted): so no stranger uses up the share of somebody's address.
   * Or anybody's.
   */
  readonly perEmailOf: 'client' | 'session' | 'anybody';
}

/**
 * Limits of the calls, counted in the database for all servers together. Sized for a preschool fair: sixty families
 * register from one address within ten minutes, each with five children and a good share of second tries. What is
 * mailed to an address has shares of its own (`CONFIRMATIONS` in confirmation/).
 */
export const RATE_LIMITS = {
  /** Step 1: one call a family, and as many as its corrections take. */
  register: { windowMinutes: 10, perClient: 600, perEmail: 60, perEmailOf: 'client' },
  /** The calls that have a confirmation mailed. */
  mail: { windowMinutes: 10, perClient: 600, perEmail: 30, perEmailOf: 'session' },
  /** What is done with a mailed link. */
  confirm: { windowMinutes: 10, perClient: 600, perEmail: 60, perEmailOf: 'client' },
  /** Every other call of the public site: some forty a family. */
  registration: { windowMinutes: 10, perClient: 6000, perEmail: 400, perEmailOf: 'session' },
  /** Signing in and setting a password; failures to sign in have a limit of their own (`SIGN_IN`). */
  signIn: { windowMinutes: 10, perClient: 300, perEmail: null, perEmailOf: 'anybody' },
  /** Asking for a link to set a password: each is a mail to somebody, and the first of them is all that is needed. */
  forgotPassword: { windowMinutes: 10, perClient: 10, perEmail: 5, perEmailOf: 'anybody' },
  /** Every other call of staff: a dozen people in one office, with exports that read page by page. */
  staff: { windowMinutes: 10, perClient: 12_000, perEmail: null, perEmailOf: 'anybody' },
} as const satisfies Readonly<Record<string, RateLimit>>;
export type RateLimitName = keyof typeof RATE_LIMITS;

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

/** By the path as registered; `null`: none. A new call has its site's limit until it is given one of its own. */
export function limitOf(path: string): RateLimitName | null {
  if (PAGE.test(path)) return null;
  if (Object.hasOwn(BY_PATH, path)) return BY_PATH[path] ?? null;
  if (path.startsWith(`${ADMIN_BASE_PATH}/`)) return 'staff';
  return path.startsWith(`${BASE_PATH}/`) ? 'registration' : null;
}
