import { PORTAL_ROUTES } from '@kidlab/contract';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useLogout } from 'react-admin';

import { forgetUser } from '../providers/session.js';
import { endByInactivity, leaveToLogin } from './end-session.js';
import { InactivityWarning } from './inactivity-warning.js';
import { watchSession } from './session-watch.js';

interface InactivityGuardProps {
  /** The time-out; `null` while nobody is signed in. */
  readonly minutes: number | null;
  readonly children: ReactNode;
}

/** Shows its children as long as somebody is there: see `idle-rules.ts` and, for the end, `end-session.ts`. */
export function InactivityGuard({ minutes, children }: InactivityGuardProps): ReactNode {
  const queryClient = useQueryClient();
  const logout = useLogout();
  const stay = useRef<() => void>(() => undefined);
  const [remaining, setRemaining] = useState<number | null>(null);
  const [isOver, setOver] = useState(false);

  useEffect(() => {
    if (minutes === null) return;
    const takeDataAway = (): void => {
      flushSync(() => {
        setOver(true);
      });
      queryClient.clear();
    };
    const watch = watchSession(minutes, {
      onState: (state) => {
        setRemaining(state.kind === 'warning' ? state.remaining : null);
        if (state.kind !== 'over') return;
        takeDataAway();
        void endByInactivity();
      },
      onEndedElsewhere: () => {
        takeDataAway();
        forgetUser();
        leaveToLogin();
      },
      onEndedByServer: () => {
        void logout({}, PORTAL_ROUTES.login);
      },
    });
    stay.current = watch.stay;
    return watch.stop;
  }, [minutes, queryClient, logout]);

  if (isOver) return null;
  return (
    <>
      {children}
      <InactivityWarning
        remaining={remaining}
        onStay={() => {
          stay.current();
        }}
      />
    </>
  );
}
