import { AGREEMENT_SECTIONS, MESSAGES } from '@kidlab/contract';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';

import { sendConfirmationEmail, updateFamilyDetails } from '../../api/registration.js';
import { PAGES } from '../../pages.js';
import { Section } from '../../ui/section.js';
import { refusal } from '../../ui/use-submission.js';
import { cancelRegistration, complete } from '../draft.js';
import { StepPage } from '../step-page.js';
import { storedIdentity } from '../store.js';
import { useDraftSubmission } from '../use-draft-submission.js';
import { Summary } from './summary.js';

const PAGE = PAGES.agreement;

/** Step 3: what was entered, and the agreement that a family accepts or not. */
export function AgreementStep(): ReactNode {
  const navigate = useNavigate();
  const { busy, fault, submit } = useDraftSubmission();

  const agree = (): void => {
    submit(async () => {
      const { email, guid } = storedIdentity();
      if (email === null) return refusal(MESSAGES.emailMissing);
      if (guid === null) return refusal(MESSAGES.guidMissing);
      await sendConfirmationEmail(email);
      await updateFamilyDetails(email);
      complete();
      await navigate(PAGES.verify.path, { replace: true });
      return null;
    });
  };

  const disagree = (): void => {
    submit(async () => {
      await cancelRegistration();
      await navigate(PAGES.cancelled.path);
      return null;
    });
  };

  return (
    <StepPage page={PAGE} fault={fault}>
      <Summary />
      <h2>What you agree to</h2>
      <div className="card">
        {AGREEMENT_SECTIONS.map((section) => (
          <Section key={section.heading} section={section} level={3} />
        ))}
      </div>
      <div className="actions">
        <button type="button" className="button" onClick={agree} aria-disabled={busy}>
          I agree
        </button>
        <button
          type="button"
          className="button button-quiet"
          onClick={disagree}
          aria-disabled={busy}
        >
          I do not agree
        </button>
      </div>
    </StepPage>
  );
}
