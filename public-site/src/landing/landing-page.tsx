import { AGREEMENT_SECTIONS, ELIGIBILITY_DECLARATION, NO_TRANSPORTATION } from '@kidlab/contract';
import type { ReactNode } from 'react';

import home from '../../../brand/icon-home.svg';
import lab from '../../../brand/icon-lab.svg';
import survey from '../../../brand/icon-survey.svg';
import scene from '../../../brand/scene-toys.svg';
import { PAGES } from '../pages.js';
import { hrefOf } from '../site/location.js';
import { useSite } from '../site/site.js';
import { ButtonLink } from '../ui/button.js';
import { PageHeading, Section } from '../ui/page.js';

const SESSIONS = [
  { icon: lab, name: 'Lab visit', what: 'Play with new toys in our lab' },
  { icon: home, name: 'Home test', what: 'Try a toy out at home' },
  { icon: survey, name: 'Survey', what: 'Tell us what you think by email' },
];

/** Plain HTML; needs no script. */
export function LandingPage(): ReactNode {
  const { labName, productName } = useSite();
  return (
    <>
      <div className="hero">
        <PageHeading>{`Welcome to ${labName}`}</PageHeading>
        <p className="lead">
          {`Would your child like to try new ${productName} toys? Sign up your family, and we will invite you when we need toy testers like yours.`}
        </p>
        <p className="hero-action">
          <ButtonLink to={PAGES.registration.path}>Continue</ButtonLink>
          <span>3 steps · 3 minutes · free</span>
        </p>
        <img className="scene" src={scene} width="720" height="250" alt="" />
      </div>
      <ul className="sessions">
        {SESSIONS.map(({ icon, name, what }) => (
          <li key={name}>
            <img src={icon} width="64" height="64" alt="" />
            <span>
              <strong>{name}</strong> {what}
            </span>
          </li>
        ))}
      </ul>
      <div className="highlight">
        <section>
          <h2>About the program</h2>
          <p>
            Families in the Bay Area help us make better learning toys. A session can be a visit to
            our lab, testing at home, or a survey by email. Registering takes about three minutes,
            and taking part is entirely optional.
          </p>
        </section>
        <Section section={ELIGIBILITY_DECLARATION} level={2} />
        <p>{NO_TRANSPORTATION}</p>
      </div>
      <div id="privacy">
        <h2>Your privacy</h2>
        {AGREEMENT_SECTIONS.slice(0, 2).map((section) => (
          <Section key={section.heading} section={section} level={3} />
        ))}
        <p>
          {/* The build generates this page. */}
          <a className="lone-link" href={hrefOf('/third-party-notices')}>
            Third-party notices
          </a>
        </p>
      </div>
    </>
  );
}
