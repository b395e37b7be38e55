import type { SignedInUser } from '@kidlab/contract';
import { useSyncExternalStore } from 'react';

import { knownUser, onUserChange } from '../providers/session.js';

/** Who is signed in; `null` only while a page that needs no sign-in is shown, or while logging out. */
export function useSignedInUser(): SignedInUser | null {
  return useSyncExternalStore(onUserChange, knownUser);
}
