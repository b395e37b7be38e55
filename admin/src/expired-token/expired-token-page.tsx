import { BASE_PATH } from '@kidlab/contract';
import type { ReactNode } from 'react';

import { PortalPage } from '../layout/portal-page.js';

/** Where the link of a confirmation mail leads once its time is over. For families, so it needs no sign-in. */
export function ExpiredTokenPage({ supportEmail }: { readonly supportEmail: string }): ReactNode {
  return (
    <PortalPage title="Expired Registration Token">
      <p>The registration token for this account has expired.</p>
      <p>
        Please e-mail <a href={`mailto:${supportEmail}`}>{supportEmail}</a> with the email address
        and the zip code of your registration, and we will help you complete it.
      </p>
      <p>
        <a className="tall-link" href={`${BASE_PATH}/`}>
          Go to the registration site
        </a>
      </p>
    </PortalPage>
  );
}
