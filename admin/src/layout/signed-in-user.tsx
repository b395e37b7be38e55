import { PORTAL_ROUTES, type SignedInUser, STAFF_MESSAGES } from '@kidlab/contract';
import { type ReactNode, useSyncExternalStore } from 'react';
import { Navigate } from 'react-router';

import { knownUser, onUserChange } from '../providers/session.js';

/** Who is signed in; `null` only while a page that needs no sign-in is shown, or while logging out. */
export function useSignedInUser(): SignedInUser | null {
  return useSyncExternalStore(onUserChange, knownUser);
}

/**
 * Pages for user administrators; the specification sends everybody else to the login page. The server refuses as
 * well.
 */
export function UserAdminsOnly({ children }: { readonly children: ReactNode }): ReactNode {
  const user = useSignedInUser();
  if (user === null) return null;
  if (user.isUserAdmin) return children;
  const state = { notice: STAFF_MESSAGES.userAdminsOnly };
  return <Navigate to={PORTAL_ROUTES.login} replace state={state} />;
}
