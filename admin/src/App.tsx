import { ADMIN_BASE_PATH, EXPIRED_TOKEN_ROUTE } from '@kidlab/contract';
import type { ReactNode } from 'react';

import { ExpiredTokenPage } from './expired-token/expired-token-page.js';
import { PortalPage } from './layout/portal-page.js';

interface AppProps {
  /** Path of the page's address, base included. */
  readonly path: string;
  readonly supportEmail: string;
}

/** What the portal shows at a path. */
export function App({ path, supportEmail }: AppProps): ReactNode {
  if (path === `${ADMIN_BASE_PATH}${EXPIRED_TOKEN_ROUTE}`) {
    return <ExpiredTokenPage supportEmail={supportEmail} />;
  }
  return (
    <PortalPage title="Registration Administration">
      <p>Staff sign-in follows in a later release.</p>
    </PortalPage>
  );
}
