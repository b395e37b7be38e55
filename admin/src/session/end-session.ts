import { ADMIN_BASE_PATH, INACTIVITY_TEXTS, PORTAL_ROUTES } from '@kidlab/contract';

import { forgetUser } from '../providers/session.js';
import { logout } from '../providers/session-calls.js';

/** Goes to the login page in a new document, so that nothing of the session is left in this tab's memory. */
export function leaveToLogin(): void {
  window.location.replace(`${ADMIN_BASE_PATH}${PORTAL_ROUTES.login}`);
}

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
