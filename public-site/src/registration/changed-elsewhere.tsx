import { MESSAGES } from '@kidlab/contract';
import { type ReactNode, useEffect, useState } from 'react';
import { navigate, useEntryState, usePath } from '../site/location.js';

import { useRegistration } from './store.js';

/** Tells step 2, along with the way to it, that another tab has changed this registration. */
export const CHANGED_ELSEWHERE = { changedElsewhere: true } as const;

function isChangedElsewhere(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'changedElsewhere' in state;
}

/** Says that another tab has given this registration another address, before or while the page is shown. */
export function ChangedElsewhere(): ReactNode {
  const { email } = useRegistration();
  const state = useEntryState();
  const path = usePath();
  const [shownFirst] = useState(email);
  const isTold = isChangedElsewhere(state);
  const [wasTold] = useState(isTold);
  // Told once: a parent who comes back to this page has read it.
  useEffect(() => {
    if (isTold) navigate(path, { replace: true });
  }, [isTold, path]);
  if (email === shownFirst && !wasTold) return null;
  return (
    <p className="news" role="alert">
      {MESSAGES.addressChangedElsewhere} <span className="address">{email}</span>
    </p>
  );
}
