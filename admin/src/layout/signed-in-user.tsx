import { PORTAL_ROUTES, type SignedInUser, STAFF_MESSAGES } from '@kidlab/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Navigate } from 'react-router';

import { SIGNED_IN_USER } from '../providers/auth-provider.js';

/** Who is signed in; `null` while nobody knows. */
export function useSignedInUser(): SignedInUser | null {
  return useQuery(SIGNED_IN_USER).data ?? null;
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
