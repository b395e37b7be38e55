import type { ReactNode } from 'react';

import bear from '../../../brand/picture-bear.svg';
import { type PageInfo, PAGES } from '../pages.js';
import { clearRegistration, useRegistration } from '../registration/store.js';
import { navigate } from '../site/location.js';
import { Button, ButtonLink } from '../ui/button.js';
import { PageHeading, Picture } from '../ui/page.js';

export function RemovedPage({ page }: { readonly page: PageInfo }): ReactNode {
  return (
    <>
      <PageHeading>{page.title}</PageHeading>
      <p>All the information you entered has been removed, and we will not contact your family.</p>
      <p>If you would like to take part after all, you are welcome to sign up again.</p>
      <div className="actions">
        <ButtonLink to={PAGES.landing.path}>Sign Up</ButtonLink>
      </div>
      <Picture src={bear} width={220} height={170} />
    </>
  );
}

export function SessionExpiredPage(): ReactNode {
  const { guid, guardianDraft } = useRegistration();
  if (guid !== null || guardianDraft === null) return <RemovedPage page={PAGES.sessionExpired} />;
  // The session expired during a submission, and the tab still has its input.
  return (
    <>
      <PageHeading>{PAGES.sessionExpired.title}</PageHeading>
      <p>
        Nothing was registered, and we will not contact you. What you entered is still here. You can
        begin again with it, or sign up with an empty form.
      </p>
      <div className="actions">
        <Button onClick={() => navigate(PAGES.registration.path)}>
          Begin again with what you entered
        </Button>
        <ButtonLink to={PAGES.landing.path} look="quiet" onClick={clearRegistration}>
          Sign Up
        </ButtonLink>
      </div>
      <Picture src={bear} width={220} height={170} />
    </>
  );
}
