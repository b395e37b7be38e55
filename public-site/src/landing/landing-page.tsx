import { AGREEMENT_SECTIONS, ELIGIBILITY_DECLARATION, NO_TRANSPORTATION } from '@kidlab/contract';
import type { ReactNode } from 'react';

import ball from '../../../brand/toy-ball.svg';
import blocks from '../../../brand/toy-blocks.svg';
import kite from '../../../brand/toy-kite.svg';
import { PAGES } from '../pages.js';
import { hrefOf } from '../site/location.js';
import { useSite } from '../site/site.js';
import { ButtonLink } from '../ui/button.js';
import { PageHeading, Section } from '../ui/page.js';

/** The licences of the packages in this product: a page that the build makes from the lock file. */
const NOTICES = '/third-party-notices';

/** What becomes of the data: the sections of the agreement that speak of it. */
const PRIVACY = AGREEMENT_SECTIONS.slice(0, 2);

/** The welcome: what the programme is, who may take part, and the way in. Plain HTML, no script needed. */
export function LandingPage(): ReactNode {
  const { labName, productName } = useSite();
  return (
    <>
      <div className="hero">
        <div className="hero-words">
          <PageHeading>{`Welcome to ${labName}`}</PageHeading>
          <p className="lead">
            {`Would your child like to try new ${productName} toys? Sign up your family, and we will invite you when we need toy testers like yours.`}
          </p>
          <p>
            <ButtonLink to={PAGES.registration.path}>Continue</ButtonLink>
          </p>
        </div>
        <div className="toys" aria-hidden="true">
          <img
            className="toy-blocks"
            src={blocks}
            width="150"
            height="120"
            alt=""
            fetchPriority="low"
          />
          <img className="toy-ball" src={ball} width="90" height="90" alt="" fetchPriority="low" />
          <img
            className="toy-kite"
            src={kite}
            width="120"
            height="160"
            alt=""
            fetchPriority="low"
          />
        </div>
      </div>
      <div className="highlight">
        <section>
          <h2>About the program</h2>
          <p>
            Families in the Bay Area help us make better learning toys. A session can be a visit to
            our lab, testing at home, or a survey by e-mail. Registering takes about three minutes,
            and taking part is entirely optional.
          </p>
        </section>
        <Section section={ELIGIBILITY_DECLARATION} level={2} />
        <p>{NO_TRANSPORTATION}</p>
      </div>
      <div id="privacy">
        <h2>Your privacy</h2>
        {PRIVACY.map((section) => (
          <Section key={section.heading} section={section} level={3} />
        ))}
        <p>
          <a href={hrefOf(NOTICES)}>Third-party notices</a>
        </p>
      </div>
    </>
  );
}
