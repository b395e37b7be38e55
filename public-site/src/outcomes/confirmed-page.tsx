import type { ReactNode } from 'react';

import scene from '../../../brand/scene-toys.svg';
import { PAGES } from '../pages.js';
import { PageHeading } from '../ui/page.js';

export function ConfirmedPage(): ReactNode {
  return (
    <>
      <div className="hero">
        <div className="confetti" aria-hidden="true">
          <i />
          <i />
          <i />
        </div>
        <PageHeading>{PAGES.confirmed.title}</PageHeading>
        <p className="lead">Your registration has been sent to our database.</p>
        <p>
          You will receive an invitation email when the lab needs participants with your family’s
          characteristics.
        </p>
        <img className="scene" src={scene} width="720" height="250" alt="" />
      </div>
      <h2>What happens next</h2>
      <ol className="next">
        <li>We look for families like yours when a session is planned. This can take a while.</li>
        <li>When your family is a match, we send you an invitation by email.</li>
        <li>You decide about each invitation when it comes.</li>
      </ol>
      <p>There is nothing more to do. You can close this page.</p>
    </>
  );
}
