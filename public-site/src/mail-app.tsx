import type { ReactNode } from 'react';

import { Pages, startApp } from './app.js';
import { ConfirmPage } from './confirmation/confirm-page.js';
import { RemovePage } from './confirmation/remove-page.js';
import { InvitationPage } from './invitation/invitation-page.js';
import { PreferencesPage } from './invitation/preferences-page.js';
import { ConfirmedPage } from './outcomes/confirmed-page.js';
import { PAGES } from './pages.js';

const ROUTES = {
  [PAGES.confirm.path]: <ConfirmPage />,
  [PAGES.removeMyData.path]: <RemovePage />,
  [PAGES.invitation.path]: <InvitationPage />,
  [PAGES.mailPreferences.path]: <PreferencesPage />,
  [PAGES.confirmed.path]: <ConfirmedPage />,
};

export function MailApp(): ReactNode {
  return <Pages routes={ROUTES} />;
}

export async function start(root: HTMLElement, isPrerendered: boolean): Promise<void> {
  // As in `watchReturn`: Safari may never render a page again that it stored while it was sending.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted && root.querySelector('[aria-busy=true]')) window.location.reload();
  });
  await startApp(<MailApp />, root, isPrerendered);
}
