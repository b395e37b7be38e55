import { MESSAGES } from '@kidlab/contract';
import { type ReactNode, useState } from 'react';
import { useLocation } from 'react-router';

import { useRegistration } from './store.js';

/** Tells step 2, along with the way to it, that another tab has changed this registration. */
export const CHANGED_ELSEWHERE = { changedElsewhere: true } as const;

function isChangedElsewhere(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'changedElsewhere' in state;
}

/** Says that another tab has given this registration another address, before or while the page is shown. */
export function ChangedElsewhere(): ReactNode {
  const { email } = useRegistration();
  const { state } = useLocation() as { state: unknown };
  const [shownFirst] = useState(email);
  if (email === shownFirst && !isChangedElsewhere(state)) return null;
  return (
    <p className="news" role="alert">
      {MESSAGES.addressChangedElsewhere} <span className="address">{email}</span>
    </p>
  );
}
