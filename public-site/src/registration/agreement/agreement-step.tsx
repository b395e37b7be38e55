import { AGREEMENT_SECTIONS, MESSAGES, referralLabel } from '@kidlab/contract';
import { type ReactNode, useState } from 'react';

import { statusOf } from '../../api/http.js';
import { sendConfirmationEmail, updateFamilyDetails } from '../../api/registration.js';
import { PAGES } from '../../pages.js';
import { Link, navigate } from '../../site/location.js';
import { useSite } from '../../site/site.js';
import { ActionButton } from '../../ui/button.js';
import { Address, Section, Status } from '../../ui/page.js';
import { Refusal, refusalOfFailure } from '../../ui/submission.js';
import { ChildLine } from '../child-line.js';
import {
  cancelRegistration,
  completeRegistration,
  readDraft,
  useDraftSubmission,
} from '../draft.js';
import { childrenAreSaved, listedChildren, withListKept } from '../state.js';
import { StepPage } from '../step-page.js';
import { childFormPath } from '../steps.js';
import { registration, storedIdentity, updateRegistration, useRegistration } from '../store.js';

const PAGE = PAGES.agreement;
const DISAGREE_NOTE = 'disagree-note';
const CHANGED = { text: MESSAGES.changedElsewhere };

/** Step 3: summary and agreement. */
export function AgreementStep(): ReactNode {
  const submission = useDraftSubmission((error) => {
    updateRegistration((state) => ({ ...state, isAgreementInDoubt: true, readFault: null }));
    return refusalOfFailure(error);
  });
  const { draft } = useRegistration();
  const version = draft?.version ?? '';
  /** The version that the family has seen and agrees to. */
  const [seen, setSeen] = useState(version);
  const isChanged = draft !== null && version !== seen;

  const agree = async (): Promise<void> => {
    if (!childrenAreSaved(registration())) {
      navigate(PAGES.children.path);
      return;
    }
    if (isChanged) {
      setSeen(version);
      throw new Refusal([MESSAGES.changedElsewhere]);
    }
    const { email } = storedIdentity();
    try {
      await sendConfirmationEmail(email, seen);
    } catch (error) {
      const status = statusOf(error);
      if (status !== 409 && status !== 412) throw error;
      // Another tab has changed the draft.
      if (status === 409) {
        updateRegistration((state) => ({ ...withListKept(state), isAddressChanged: true }));
      }
      await readDraft();
      setSeen(registration().draft?.version ?? '');
      if (status === 412) throw error;
      navigate(PAGES.children.path);
      return;
    }
    // The first call has recorded everything, so a failure here loses nothing.
    await updateFamilyDetails(email).catch(() => undefined);
    completeRegistration();
    navigate(PAGES.verify.path, { replace: true });
  };

  return (
    <StepPage page={PAGE} submission={submission}>
      <Status busy={submission.busy} news={isChanged ? CHANGED : null} />
      <Summary busy={submission.busy} />
      <h2>What you agree to</h2>
      <div className="card">
        {AGREEMENT_SECTIONS.map((section) => (
          <Section key={section.heading} section={section} level={3} />
        ))}
      </div>
      <div className="actions">
        <ActionButton submission={submission} action={agree}>
          I agree
        </ActionButton>
      </div>
      {/* Set apart, with its consequence first: one tap erases everything. */}
      <div className="apart">
        <p id={DISAGREE_NOTE} className="notice">
          If you do not agree, everything you entered is removed at once, and we will not contact
          you.
        </p>
        <ActionButton
          look="link"
          submission={submission}
          action={cancelRegistration}
          aria-describedby={DISAGREE_NOTE}
        >
          I do not agree
        </ActionButton>
      </div>
    </StepPage>
  );
}

/** The input of steps 1 and 2, with links to change it. */
function Summary({ busy }: { readonly busy: boolean }): ReactNode {
  const state = useRegistration();
  const { employeeReferralLabel } = useSite();
  const { draft } = state;
  if (draft === null) return null;
  const facts = {
    Name: <span translate="no">{`${draft.guardianFirstName} ${draft.guardianLastName}`}</span>,
    Email: <Address>{draft.email}</Address>,
    'Zip code': draft.zipCode,
    'Primary phone': draft.primaryPhone,
    'Relationship to the child': draft.relationshipToChild,
    'Heard about the Lab': referralLabel(draft.referredBy, employeeReferralLabel),
  };
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
          {Object.entries(facts).map(([term, text]) => (
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
                <h4 translate="no">{values.firstName}</h4>
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
