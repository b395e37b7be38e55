import { AGREEMENT_SECTIONS, MESSAGES } from '@kidlab/contract';
import { type ReactNode, useState } from 'react';
import { navigate } from '../../site/location.js';

import { CallError } from '../../api/http.js';
import { sendConfirmationEmail, updateFamilyDetails } from '../../api/registration.js';
import { PAGES } from '../../pages.js';
import { Section } from '../../ui/section.js';
import { refusal } from '../../ui/submission.js';
import { cancelRegistration, complete, readDraft } from '../draft.js';
import { CHANGED_ELSEWHERE } from '../changed-elsewhere.js';
import { childrenAreSaved, withListKept } from '../state.js';
import { StepPage } from '../step-page.js';
import { registration, storedIdentity, updateRegistration, useRegistration } from '../store.js';
import { useDraftSubmission } from '../use-draft-submission.js';
import { Summary } from './summary.js';

const PAGE = PAGES.agreement;
const DISAGREE_NOTE = 'disagree-note';

/** Step 3: what was entered, and the agreement that a family accepts or not. */
export function AgreementStep(): ReactNode {
  const { busy, fault, submit } = useDraftSubmission();
  const { email: emailNow, draft } = useRegistration();
  const [emailFirst] = useState(emailNow);
  const version = draft?.version ?? '';
  /** What the family has seen, and agrees to. */
  const [seen, setSeen] = useState(version);
  const isChanged = draft !== null && version !== seen;
  /** What was pressed last: that button shows that it is at work. */
  const [pressed, setPressed] = useState<'agree' | 'disagree'>('agree');

  /** Back to step 2, which says why if it was another tab. */
  const checkChildren = (isChangedElsewhere: boolean): null => {
    navigate(PAGES.children.path, isChangedElsewhere ? { state: CHANGED_ELSEWHERE } : {});
    return null;
  };

  const agree = (): void => {
    if (!busy) setPressed('agree');
    submit(async () => {
      if (!childrenAreSaved(registration())) {
        return checkChildren(registration().email !== emailFirst);
      }
      if (isChanged) {
        setSeen(version);
        return refusal(MESSAGES.changedElsewhere);
      }
      const { email, guid } = storedIdentity();
      if (email === null) return refusal(MESSAGES.emailMissing);
      if (guid === null) return refusal(MESSAGES.guidMissing);
      try {
        await sendConfirmationEmail(email, seen);
      } catch (error) {
        const status = error instanceof CallError ? error.status : null;
        if (status !== 409 && status !== 412) throw error;
        // Changed by another tab, of which this one has not heard.
        if (status === 409) updateRegistration(withListKept);
        await readDraft();
        setSeen(registration().draft?.version ?? '');
        if (status === 412) throw error;
        return checkChildren(true);
      }
      // The first call has recorded all of it. Should this one not come through, nothing is missing.
      await updateFamilyDetails(email).catch(() => undefined);
      complete();
      navigate(PAGES.verify.path, { replace: true });
      return null;
    });
  };

  const disagree = (): void => {
    if (!busy) setPressed('disagree');
    submit(async () => {
      await cancelRegistration();
      navigate(PAGES.cancelled.path);
      return null;
    });
  };

  return (
    <StepPage page={PAGE} fault={fault}>
      <div role="status">
        {isChanged && <p className="news">{MESSAGES.changedElsewhere}</p>}
        {busy && <p className="visually-hidden">{MESSAGES.sending}</p>}
      </div>
      <Summary />
      <h2>What you agree to</h2>
      <div className="card">
        {AGREEMENT_SECTIONS.map((section) => (
          <Section key={section.heading} section={section} level={3} />
        ))}
      </div>
      <div className="actions">
        <button
          type="button"
          className="button"
          onClick={agree}
          aria-disabled={busy}
          aria-busy={busy && pressed === 'agree'}
        >
          I agree
        </button>
      </div>
      {/* Apart from the other one, and with its consequence said first: one tap erases everything. */}
      <div className="apart">
        <p id={DISAGREE_NOTE} className="notice">
          If you do not agree, everything you entered is removed at once, and we will not contact
          you.
        </p>
        <button
          type="button"
          className="link-button"
          onClick={disagree}
          aria-disabled={busy}
          aria-busy={busy && pressed === 'disagree'}
          aria-describedby={DISAGREE_NOTE}
        >
          I do not agree
        </button>
      </div>
    </StepPage>
  );
}
