import { PORTAL_ROUTES, type SignedInUser } from '@kidlab/contract';
import type { QueryClient } from '@tanstack/react-query';
import type { AuthProvider } from 'react-admin';

import { whoami } from './session-calls.js';
import { LOGGED_IN_AS, rememberUser } from './session.js';

/** Resources that only user administrators may see; the server enforces it. */
const FOR_USER_ADMINS: ReadonlySet<string> = new Set(['users', 'audit-events']);

/**
 * Asks the server who is signed in, which also keeps the session alive. Without a session the page is left. An answer
 * that comes after Log Out is not remembered: the query was aborted.
 */
async function readUser({ signal }: { readonly signal: AbortSignal }): Promise<SignedInUser> {
  const user = await whoami(signal);
  const before = sessionStorage.getItem(LOGGED_IN_AS);
  rememberUser(user.email);
  // Somebody else has signed in in another tab: nothing of the first one may stay on this one's pages.
  if (before !== null && before !== user.email) window.location.reload();
  return user;
}

/** Who is signed in. Pages ask several times while they open: an answer is believed for some seconds. */
export const SIGNED_IN_USER = {
  queryKey: ['signed-in-user'],
  queryFn: readUser,
  staleTime: 15_000,
} as const;

/** Sessions as react-admin asks for them. Signing in and out are the login page's. */
export function authProviderOf(queryClient: QueryClient): AuthProvider {
  const currentUser = (): Promise<SignedInUser> => queryClient.query(SIGNED_IN_USER);
  return {
    login: () => Promise.resolve(),
    logout: () => Promise.resolve(PORTAL_ROUTES.login),
    /** Without an answer the person stays: a lost connection is no reason to lose what was typed. */
    checkAuth: async () => {
      await currentUser().catch(() => undefined);
    },
    /** A read that meets 401 has left the page already, a save says so where it was made, and 403 logs nobody out. */
    checkError: () => Promise.resolve(),
    canAccess: async ({ resource }) =>
      !FOR_USER_ADMINS.has(resource) || (await currentUser()).isUserAdmin,
  };
}
