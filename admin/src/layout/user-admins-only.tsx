import { PORTAL_ROUTES, STAFF_MESSAGES } from '@kidlab/contract';
import type { ReactNode } from 'react';
import { Navigate } from 'react-router';

import { useSignedInUser } from './use-signed-in-user.js';

/** Pages for user administrators; the specification sends everybody else to the login page. The server refuses as well. */
export function UserAdminsOnly({ children }: { readonly children: ReactNode }): ReactNode {
  const user = useSignedInUser();
  if (user === null) return null;
  if (user.isUserAdmin) return children;
  const state = { notice: STAFF_MESSAGES.userAdminsOnly };
  return <Navigate to={PORTAL_ROUTES.login} replace state={state} />;
}
