import { PORTAL_ROUTES, type SignedInUser, STAFF_MESSAGES } from '@kidlab/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Navigate } from 'react-router';

import { SIGNED_IN_USER } from '../providers/auth-provider.js';

/** `null` until it is loaded. */
export function useSignedInUser(): SignedInUser | null {
  return useQuery(SIGNED_IN_USER).data ?? null;
}

/** Sends everyone but user administrators to the login page, as specified. The server checks as well. */
export function UserAdminsOnly({ children }: { readonly children: ReactNode }): ReactNode {
  const user = useSignedInUser();
  if (user === null) return null;
  if (user.isUserAdmin) return children;
  const state = { notice: STAFF_MESSAGES.userAdminsOnly };
  return <Navigate to={PORTAL_ROUTES.login} replace state={state} />;
}
