import { BASE_PATH, EXPIRED_LINK_PARAMETER, PUBLIC_ROUTES } from '@kidlab/contract';
import type { ReactNode } from 'react';

import { PortalPage } from '../layout/portal-page.js';
import { site } from '../site.js';

/** The public page that emails a new link. */
function newLinkPage(guid: string): string {
  const query = new URLSearchParams({ guid, [EXPIRED_LINK_PARAMETER]: '' }).toString();
  return `${BASE_PATH}${PUBLIC_ROUTES.confirm}?${query}`;
}

/** An expired confirmation link opens this page. It is for families, so it needs no sign-in. */
export function ExpiredTokenPage({
  supportEmail,
  guid = null,
}: {
  readonly supportEmail: string;
  /** The guid in the expired link. */
  readonly guid?: string | null;
}): ReactNode {
  return (
    <PortalPage title="Expired Registration Token">
      <p>The registration token for this account has expired.</p>
      {guid !== null && (
        <p>
          <a className="tall-link" href={newLinkPage(guid)}>
            Get a new link
          </a>
        </p>
      )}
      <p>
        Please email <a href={`mailto:${supportEmail}`}>{supportEmail}</a> with the email address
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

/** The page inside the portal. The support address is in the page's HTML. */
export function ExpiredTokenRoute(): ReactNode {
  return <ExpiredTokenPage supportEmail={site.supportEmail} />;
}
