import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

import { SIGNED_IN_USER } from '../providers/auth-provider.js';
import { forgetUser, leaveToLogin } from '../providers/session.js';
import { InactivityWarning } from './inactivity-warning.js';
import { watchSession } from './session-watch.js';
import { logout } from '../providers/session-calls.js';
import { INACTIVITY_TEXTS } from '../texts/portal.js';

function whenVisible(): Promise<void> {
  if (document.visibilityState === 'visible') return Promise.resolve();
  return new Promise((resolve) => {
    document.addEventListener(
      'visibilitychange',
      () => {
        resolve();
      },
      { once: true },
    );
  });
}

/**
 * The end by inactivity, in the specification's order: logout is called, session and local storage are cleared, the
 * alert is shown, and the person goes to the login page. The data has left the screen before this is called.
 */
export async function endByInactivity(): Promise<void> {
  void logout().catch(() => undefined);
  forgetUser();
  localStorage.clear();
  // An alert in a tab that nobody looks at would hold it up before it is seen.
  await whenVisible();
  window.alert(INACTIVITY_TEXTS.loggedOut);
  leaveToLogin();
}

interface InactivityGuardProps {
  /** The time-out; `null` while nobody is signed in. */
  readonly minutes: number | null;
  readonly children: ReactNode;
}

/** Shows its children as long as somebody is there: see `idle-rules.ts` and, for the end, `end-session.ts`. */
export function InactivityGuard({ minutes, children }: InactivityGuardProps): ReactNode {
  const queryClient = useQueryClient();
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
      onKeepAlive: () => {
        void queryClient.refetchQueries({ queryKey: SIGNED_IN_USER.queryKey });
      },
    });
    stay.current = watch.stay;
    return watch.stop;
  }, [minutes, queryClient]);

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
