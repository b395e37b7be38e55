import { REFERRAL_SOURCES, referralLabel } from '@kidlab/contract';
import type { ReactNode } from 'react';

import { PAGES } from '../../pages.js';
import { Link } from '../../site/location.js';
import { useSite } from '../../site/site.js';
import { ChildLine } from '../child-line.js';
import { type GuardianValues, guardianValues, listedChildren } from '../state.js';
import { childFormPath } from '../steps.js';
import { useRegistration } from '../store.js';

function guardianFacts(values: GuardianValues, employeeLabel: string): Record<string, string> {
  const source = REFERRAL_SOURCES.find((known) => known === values.referredBy);
  return {
    Name: `${values.guardianFirstName} ${values.guardianLastName}`,
    Email: values.email,
    'Zip code': values.zipCode,
    'Primary phone': values.primaryPhone,
    'Relationship to the child': values.relationshipToChild,
    'Heard about the Lab': source === undefined ? '' : referralLabel(source, employeeLabel),
  };
}

/** The input of steps 1 and 2, with links to change it. */
export function Summary({ busy }: { readonly busy: boolean }): ReactNode {
  const state = useRegistration();
  const { employeeReferralLabel } = useSite();
  if (state.draft === null) return null;
  const guardian = guardianValues({ ...state, guardianDraft: null });
  return (
    <>
      <h2>Check what you entered</h2>
      <div className="card summary">
        <div className="card-head">
          <h3>Parent / guardian</h3>
          <Link to={PAGES.registration.path} busy={busy}>
            Change <span className="visually-hidden">your information</span>
          </Link>
        </div>
        <dl className="facts">
          {Object.entries(guardianFacts(guardian, employeeReferralLabel)).map(([term, text]) => (
            <div key={term}>
              <dt>{term}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
        <div className="card-head">
          <h3>Children</h3>
          <Link to={PAGES.children.path} busy={busy}>
            Change <span className="visually-hidden">your children</span>
          </Link>
        </div>
        <ul className="plain">
          {listedChildren(state).map(({ key, values }) => (
            <li key={key} className="card-head">
              <div>
                <h4>{values.firstName}</h4>
                <ChildLine values={values} />
              </div>
              <Link to={childFormPath(key)} busy={busy}>
                Change <span className="visually-hidden">{values.firstName}</span>
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </>
  );
}
