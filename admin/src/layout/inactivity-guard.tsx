import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

import { AskDialog } from './ask-dialog.js';
import { SIGNED_IN_USER } from '../providers/auth-provider.js';
import { forgetUser, logout } from '../providers/session.js';
import { watchSession } from '../providers/session-watch.js';
import { INACTIVITY_TEXTS, inactivityWarning } from '../texts/portal.js';
import { leaveToLogin } from '../providers/login-page.js';

function whenVisible(): Promise<void> {
  if (document.visibilityState === 'visible') return Promise.resolve();
  return new Promise((resolve) =>
    document.addEventListener('visibilitychange', () => resolve(), { once: true }),
  );
}

/**
 * Ends the session in the order of the specification: logout, clear session and local storage, alert, login page.
 * Call it after the pages are unmounted.
 */
async function endByInactivity(): Promise<void> {
  void logout().catch(() => undefined);
  forgetUser();
  localStorage.clear();
  // An alert blocks a background tab until the user returns to it.
  await whenVisible();
  window.alert(INACTIVITY_TEXTS.loggedOut);
  leaveToLogin();
}

/**
 * Warns of the inactivity time-out. At the time-out it unmounts the pages and clears all queries: either could call
 * the server again and store what was cleared.
 */
export function InactivityGuard({ children }: { readonly children: ReactNode }): ReactNode {
  const queryClient = useQueryClient();
  const [isOver, setOver] = useState(false);
  const { data: user } = useQuery({ ...SIGNED_IN_USER, enabled: !isOver });
  const minutes = user?.idleTimeoutMinutes ?? null;
  const stay = useRef<() => void>(() => undefined);
  const [remaining, setRemaining] = useState<number | null>(null);

  useEffect(() => {
    if (minutes === null) return;
    const removeData = (): void => {
      flushSync(() => setOver(true));
      queryClient.clear();
    };
    const watch = watchSession(minutes, {
      onWarning: setRemaining,
      onOver: () => {
        removeData();
        void endByInactivity();
      },
      onEndedElsewhere: () => {
        removeData();
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
      {/* Any activity extends the session. The button makes that visible. */}
      {remaining === null ? null : (
        <AskDialog
          heading={INACTIVITY_TEXTS.added.warningHeading}
          question={inactivityWarning(Math.ceil(remaining / 1_000))}
          confirm={INACTIVITY_TEXTS.added.stay}
          onClose={() => {
            stay.current();
            setRemaining(null);
          }}
        />
      )}
    </>
  );
}
