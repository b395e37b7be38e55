import { ADMIN_BASE_PATH, EXPIRED_TOKEN_ROUTE } from '@kidlab/contract';
import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';

import { ExpiredTokenPage } from './expired-token/expired-token-page.js';

/** The server replaces it with the support address. */
const SUPPORT_EMAIL = '{{SUPPORT_EMAIL}}';

/** Renders the pages that work without scripts. `folder`: below the output folder. */
export function prerenderPages() {
  return [
    {
      url: `${ADMIN_BASE_PATH}${EXPIRED_TOKEN_ROUTE}`,
      folder: EXPIRED_TOKEN_ROUTE.slice(1),
      html: renderToString(
        <StrictMode>
          <ExpiredTokenPage supportEmail={SUPPORT_EMAIL} />
        </StrictMode>,
      ),
    },
  ];
}
