import { AGREEMENT_SECTIONS, MESSAGES } from '@kidlab/contract';
import { type ReactNode, useState } from 'react';

import { statusOf } from '../../api/http.js';
import { sendConfirmationEmail, updateFamilyDetails } from '../../api/registration.js';
import { PAGES } from '../../pages.js';
import { navigate } from '../../site/location.js';
import { ActionButton } from '../../ui/button.js';
import { Section } from '../../ui/page.js';
import { Refusal } from '../../ui/submission.js';
import {
  cancelRegistration,
  completeRegistration,
  readDraft,
  useDraftSubmission,
} from '../draft.js';
import { childrenAreSaved, withListKept } from '../state.js';
import { StepPage } from '../step-page.js';
import { registration, storedIdentity, updateRegistration, useRegistration } from '../store.js';
import { Summary } from './summary.js';

const PAGE = PAGES.agreement;
const DISAGREE_NOTE = 'disagree-note';

/** Step 3: summary and agreement. */
export function AgreementStep(): ReactNode {
  const submission = useDraftSubmission();
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
      <div role="status">
        {isChanged && <p className="news">{MESSAGES.changedElsewhere}</p>}
        {submission.busy && <p className="visually-hidden">{MESSAGES.sending}</p>}
      </div>
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
