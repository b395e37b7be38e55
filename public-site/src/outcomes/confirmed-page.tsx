import type { ReactNode } from 'react';

import { PAGES } from '../pages.js';
import { PageHeading } from '../ui/page.js';
import { Toys } from './toys.js';

export function ConfirmedPage(): ReactNode {
  return (
    <>
      <PageHeading>{PAGES.confirmed.title}</PageHeading>
      <p className="lead">Your registration has been sent to our database.</p>
      <p>
        You will receive an invitation e-mail when the lab needs participants with your family’s
        characteristics.
      </p>
      <p>There is nothing more to do. You can close this page.</p>
      <Toys />
    </>
  );
}
