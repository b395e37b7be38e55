import type { ReactNode } from 'react';

import { type PageInfo, PAGES } from '../pages.js';
import { ButtonLink, PageHeading } from '../ui/page.js';
import { Toys } from './toys.js';

function RemovedPage({ page }: { readonly page: PageInfo }): ReactNode {
  return (
    <>
      <PageHeading>{page.title}</PageHeading>
      <p>All the information you entered has been removed, and we will not contact your family.</p>
      <p>If you would like to take part after all, you are welcome to sign up again.</p>
      <p>
        <ButtonLink to={PAGES.landing.path}>Sign Up</ButtonLink>
      </p>
      <Toys />
    </>
  );
}

export function CancelledPage(): ReactNode {
  return <RemovedPage page={PAGES.cancelled} />;
}

export function SessionExpiredPage(): ReactNode {
  return <RemovedPage page={PAGES.sessionExpired} />;
}
