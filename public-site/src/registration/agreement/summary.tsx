import { monthName, REFERRAL_SOURCES, referralLabel } from '@kidlab/contract';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

import { PAGES } from '../../pages.js';
import { useSite } from '../../site/site.js';
import type { GuardianValues, ListedChild } from '../state.js';
import { useRegistration } from '../store.js';

type Fact = readonly [term: string, text: string];

function Facts({ facts }: { readonly facts: readonly Fact[] }): ReactNode {
  return (
    <dl className="facts">
      {facts.map(([term, text]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}

function guardianFacts(values: GuardianValues, employeeLabel: string): Fact[] {
  const source = REFERRAL_SOURCES.find((known) => known === values.referredBy);
  return [
    ['Name', `${values.guardianFirstName} ${values.guardianLastName}`],
    ['Email', values.email],
    ['Zip code', values.zipCode],
    ['Primary phone', values.primaryPhone],
    ['Relationship to the child', values.relationshipToChild],
    ['Heard about the Lab', source === undefined ? '' : referralLabel(source, employeeLabel)],
  ];
}

function childLine({ values }: ListedChild): string {
  const languages = [
    values.languageSpokenAtHome,
    values.additionalLanguage1,
    values.additionalLanguage2,
  ].filter((language) => language !== '');
  const born = `born ${monthName(values.monthOfBirth)} ${values.yearOfBirth}`;
  return [values.gender, born, values.whichHandId, languages.join(', ')].join(' · ');
}

/** What was entered in the steps before, with a way to change each. */
export function Summary(): ReactNode {
  const { registeredUser, children } = useRegistration();
  const { employeeReferralLabel } = useSite();
  if (registeredUser === null) return null;
  return (
    <>
      <h2>Check what you entered</h2>
      <div className="card">
        <div className="card-head">
          <h3>Parent / guardian</h3>
          <Link to={PAGES.registration.path}>
            Change <span className="visually-hidden">your information</span>
          </Link>
        </div>
        <Facts facts={guardianFacts(registeredUser.values, employeeReferralLabel)} />
      </div>
      <div className="card">
        <div className="card-head">
          <h3>Children</h3>
          <Link to={PAGES.children.path}>
            Change <span className="visually-hidden">your children</span>
          </Link>
        </div>
        <ul className="plain">
          {children.map((child) => (
            <li key={child.key}>
              <strong>{child.values.firstName}</strong>
              <br />
              {childLine(child)}
            </li>
          ))}
        </ul>
      </div>
    </>
  );
}
