import { ADMIN_BASE_PATH, EXPIRED_TOKEN_ROUTE } from '@kidlab/contract';
import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';

import { ExpiredTokenPage } from './expired-token/expired-token-page.js';

/** The token that the server replaces with the support address when it serves a page. */
const SUPPORT_EMAIL = '{{SUPPORT_EMAIL}}';

/** Renders the pages that can be read without a script. `folder`: of the page's file, below the output folder. */
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
