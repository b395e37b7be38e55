import {
  ADMIN_API_PATH,
  ADMIN_BASE_PATH,
  BASE_PATH,
  PUBLIC_CALLS,
  SESSION_CALLS,
} from '@kidlab/contract';

/** The window in which calls are counted, in minutes. The first call starts it. */
export const RATE_WINDOW_MINUTES = 10;

/** A limit on calls in a window. */
export interface RateLimit {
  /** Calls per client: an IPv4 address, or the /64 network of an IPv6 address. */
  readonly perClient: number;
  /** Calls per e-mail address in the call, from all clients together. Default: not counted. */
  readonly perEmail?: number;
  /** Calls per e-mail address and client, so that a stranger can't use up the limit of another person's address. */
  readonly perEmailOfClient?: number;
  /** Calls with one mailed link, in an hour. */
  readonly perLink?: number;
}

/** The window of `perLink`, in minutes. */
export const LINK_WINDOW_MINUTES = 60;

/**
 * The limits, counted in the database for all servers together. Sized for a preschool fair: sixty families register
 * from one IP address within ten minutes, each with five children and a good share of retries. Mails to an address
 * have limits of their own (`CONFIRMATIONS` in confirmation/).
 */
export const RATE_LIMITS = {
  /** Step 1: one call per family, plus corrections. */
  register: { perClient: 600, perEmailOfClient: 60 },
  /** Calls that send a confirmation mail. */
  mail: { perClient: 600 },
  /** Calls with a mailed link. */
  confirm: { perClient: 600, perEmailOfClient: 60 },
  /** Answers to an invitation, including those that change nothing. Each change mails the family. */
  answers: { perClient: 600, perLink: 20 },
  /** Every other call of the public site: about forty per family. */
  registration: { perClient: 6000 },
  /** Signing in and setting a password. Failed attempts have their own limit (`SIGN_IN`). */
  signIn: { perClient: 300 },
  /** Asking for a link to set a password: each call sends a mail. */
  forgotPassword: { perClient: 10, perEmail: 5 },
  /** Every other call of staff: a dozen people in one office, with exports that read page by page. */
  staff: { perClient: 12_000 },
} as const satisfies Readonly<Record<string, RateLimit>>;
export type RateLimitName = keyof typeof RATE_LIMITS;

/** Calls with their own limit, by route. */
const BY_PATH: Readonly<Record<string, RateLimitName | null>> = {
  // Served from memory, like a page.
  [BASE_PATH + PUBLIC_CALLS.config]: null,
  [BASE_PATH + PUBLIC_CALLS.register]: 'register',
  [BASE_PATH + PUBLIC_CALLS.sendConfirmation]: 'mail',
  [BASE_PATH + PUBLIC_CALLS.resend]: 'mail',
  [BASE_PATH + PUBLIC_CALLS.newLink]: 'mail',
  [BASE_PATH + PUBLIC_CALLS.confirmAndRegister]: 'confirm',
  [BASE_PATH + PUBLIC_CALLS.removeMyData]: 'confirm',
  [BASE_PATH + PUBLIC_CALLS.answers]: 'answers',
  [ADMIN_API_PATH + SESSION_CALLS.login]: 'signIn',
  [ADMIN_API_PATH + SESSION_CALLS.loginSecondFactor]: 'signIn',
  [ADMIN_API_PATH + SESSION_CALLS.setPassword]: 'signIn',
  [ADMIN_API_PATH + SESSION_CALLS.forgotPassword]: 'forgotPassword',
};

/** Pages, and paths without a handler: served from memory. */
const PAGE = /^(?:\/kidlab-reg(?:\/admin(?:\/api)?)?)?\/?(?:\*path)?$/;

/** The limit of a route; `null`: none. A new endpoint gets the default limit of its site. */
export function limitOf(path: string): RateLimitName | null {
  if (PAGE.test(path)) return null;
  if (Object.hasOwn(BY_PATH, path)) return BY_PATH[path] ?? null;
  if (path.startsWith(`${ADMIN_BASE_PATH}/`)) return 'staff';
  return path.startsWith(`${BASE_PATH}/`) ? 'registration' : null;
}
