import { PORTAL_ROUTES, type SignedInUser } from '@kidlab/contract';
import type { QueryClient } from '@tanstack/react-query';
import type { AuthProvider } from 'react-admin';

import { rememberUser, whoami } from './session.js';
import { LOGGED_IN_AS } from './login-page.js';

/** Resources for user administrators only. The server enforces it. */
const FOR_USER_ADMINS: ReadonlySet<string> = new Set(['users', 'audit-events']);

/** Reads the signed-in user, which also keeps the session alive. Log Out aborts the query, so it stores no user. */
async function readUser({ signal }: { readonly signal: AbortSignal }): Promise<SignedInUser> {
  const user = await whoami(signal);
  const before = sessionStorage.getItem(LOGGED_IN_AS);
  rememberUser(user.email);
  // Another user has signed in in another tab: drop the first user's data.
  if (before !== null && before !== user.email) window.location.reload();
  return user;
}

/** The query for the signed-in user. A page may ask several times while it opens. */
export const SIGNED_IN_USER = {
  queryKey: ['signed-in-user'],
  queryFn: readUser,
  staleTime: 15_000,
} as const;

/** The session for react-admin. The login page signs in and out by itself. */
export function authProviderOf(queryClient: QueryClient): AuthProvider {
  const currentUser = (): Promise<SignedInUser> => queryClient.query(SIGNED_IN_USER);
  return {
    login: () => Promise.resolve(),
    logout: () => Promise.resolve(PORTAL_ROUTES.login),
    // A lost connection must not discard what was typed.
    checkAuth: async () => {
      await currentUser().catch(() => undefined);
    },
    // After a 401, the query client asks who is signed in, and a form shows the error. A 403 does not log out.
    checkError: () => Promise.resolve(),
    canAccess: async ({ resource }) =>
      !FOR_USER_ADMINS.has(resource) || (await currentUser()).isUserAdmin,
  };
}
