import { PORTAL_ROUTES, type SignInRequest } from '@kidlab/contract';
import type { AuthProvider } from 'react-admin';

import { type CallError, isSessionOver } from './http.js';
import { tellEnded } from './tabs.js';
import {
  askWhoIsSignedIn,
  currentUser,
  forgetUser,
  isGivingWay,
  isSignedInSince,
  knownUser,
  noteSessionOver,
  rememberUser,
} from './session.js';
import { login, logout } from './session-calls.js';

/** Resources that only user administrators may see; the server enforces it. */
const FOR_USER_ADMINS: ReadonlySet<string> = new Set(['users', 'audit-events']);

/** How long logging out waits for the server, in milliseconds; the call goes on after that. */
const LOGOUT_PATIENCE = 2_000;

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}

/** Asks the server, whatever this tab believes. */
function isSignedIn(): Promise<boolean> {
  return askWhoIsSignedIn().then(
    () => true,
    () => false,
  );
}

/** Sessions as react-admin asks for them. */
export const authProvider: AuthProvider = {
  login: async (request: SignInRequest) => {
    const answer = await login(request);
    // The login page asks for the code.
    if ('secondFactor' in answer) return { redirectTo: PORTAL_ROUTES.login };
    rememberUser(answer);
    return { redirectTo: PORTAL_ROUTES.search };
  },

  /** Whatever the server says and however long it takes, this tab has forgotten the session; the others are told. */
  logout: async () => {
    const wasSignedIn = knownUser() !== null;
    forgetUser();
    if (wasSignedIn) {
      tellEnded();
      await Promise.race([logout().catch(() => undefined), pause(LOGOUT_PATIENCE)]);
      // A call made meanwhile may have shown that the session is there.
      forgetUser();
    }
    return PORTAL_ROUTES.login;
  },

  /** Without an answer the person stays: a lost connection is no reason to lose what was typed. */
  checkAuth: async () => {
    // Else each answer that nobody is signed in would log out once more, and bring the next sign-in back to this page.
    if (isGivingWay()) return;
    const asked = performance.now();
    try {
      await currentUser();
    } catch (error) {
      if (!isSessionOver(error) || isSignedInSince(asked) || isGivingWay()) return;
      noteSessionOver();
      throw error;
    }
  },

  /**
   * 401 logs out; 403 does not: the person is signed in and may not do this one thing. A save that meets 401 says so
   * where it was made: what was typed would be gone.
   */
  checkError: async (error: unknown) => {
    if (!isSessionOver(error) || (error as CallError).isWrite || isGivingWay()) return;
    // A call may have left before somebody signed in in another tab: logging out would end that one's session.
    const asked = performance.now();
    if ((await isSignedIn()) || isSignedInSince(asked) || isGivingWay()) return;
    noteSessionOver();
    throw error;
  },

  getIdentity: async () => {
    const { email } = await currentUser();
    return { id: email, fullName: email };
  },

  getPermissions: async () => (await currentUser()).isUserAdmin,

  canAccess: async ({ resource }) =>
    !FOR_USER_ADMINS.has(resource) || (await currentUser()).isUserAdmin,
};
