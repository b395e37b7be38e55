import {
  faultOf,
  GUARDIAN_FORM,
  type GuardianField,
  MESSAGES,
  parentBirthYearRule,
} from '@kidlab/contract';
import { type ReactNode, type SubmitEvent, useEffect, useState } from 'react';
import { useNavigate } from 'react-router';

import { CallError, failureText } from '../../api/http.js';
import { register } from '../../api/registration.js';
import { useBotCheck } from '../../bot-check/use-bot-check.js';
import { PAGES } from '../../pages.js';
import { useLiveConfig } from '../../site/use-hydrated.js';
import { NeedsScript } from '../../ui/page.js';
import { useFieldFaults } from '../../ui/use-field-faults.js';
import { fieldRefusal, type Refusal, refusal } from '../../ui/use-submission.js';
import { heardFromServer } from '../draft.js';
import { accepted, guardianValues } from '../state.js';
import { StepPage } from '../step-page.js';
import { pathAfter } from '../steps.js';
import { clearRegistration, registration, updateRegistration, useRegistration } from '../store.js';
import { useDraftSubmission } from '../use-draft-submission.js';
import { GuardianFields } from './guardian-fields.js';
import {
  BIRTH_YEAR_FIELD,
  faultsOnForm,
  guardianFaults,
  registerRequest,
  trimmed,
} from './rules.js';

const PAGE = PAGES.registration;

/** Step 1: who the parent or guardian is. Sends the registration and gets the guid of the draft. */
export function GuardianStep(): ReactNode {
  const navigate = useNavigate();
  const today = useLiveConfig()?.today ?? null;
  const botCheck = useBotCheck();
  const values = guardianValues(useRegistration());
  const [birthYear, setBirthYear] = useState('');
  const faults = useFieldFaults();

  useEffect(() => {
    // Whoever comes back after the agreement begins another registration.
    if (registration().awaitingConfirmation) clearRegistration();
  }, []);

  const refusalOf = (error: unknown): Refusal => {
    botCheck.prepare();
    const fields = error instanceof CallError ? faultsOnForm(error.errors) : [];
    faults.set(fields);
    const text = failureText(error, MESSAGES.unexpectedError);
    return fields.some(({ message }) => message === text)
      ? fieldRefusal(fields)
      : { lines: [text], fields };
  };
  const { busy, fault, submit } = useDraftSubmission(refusalOf);

  const send = async (): Promise<Refusal | null> => {
    if (today === null) return null;
    const sent = trimmed(values);
    const found = guardianFaults(sent, birthYear, today);
    faults.set(found);
    if (found.length > 0) return fieldRefusal(found);

    const token = await botCheck.token();
    if (token === null) return refusal(MESSAGES.botCheckNotReady);

    const answer = await register(registerRequest(sent, token));
    if (!answer?.guid) {
      botCheck.prepare();
      return refusal(answer?.message ?? MESSAGES.unexpectedResponse);
    }
    const { guid } = answer;
    updateRegistration((state) => accepted(state, sent, guid));
    heardFromServer();
    await navigate(pathAfter(PAGE.path));
    return null;
  };

  const change = (field: GuardianField, value: string): void => {
    const next = { ...values, [field]: value };
    updateRegistration((state) => ({ ...state, guardianDraft: next }));
    faults.recheck(field, () => faultOf(GUARDIAN_FORM[field], value));
  };

  const changeBirthYear = (value: string): void => {
    setBirthYear(value);
    faults.recheck(BIRTH_YEAR_FIELD, () =>
      today === null ? null : faultOf(parentBirthYearRule(today), value),
    );
  };

  return (
    <StepPage page={PAGE} fault={fault}>
      <NeedsScript />
      <p className="notice">All fields are required.</p>
      <form
        noValidate
        onFocus={botCheck.prepare}
        onSubmit={(event: SubmitEvent) => {
          event.preventDefault();
          submit(send);
        }}
      >
        <GuardianFields
          values={values}
          birthYear={birthYear}
          today={today}
          faultOf={faults.of}
          onChange={change}
          onBirthYear={changeBirthYear}
        />
        <div className="actions">
          {/* Before the page is taken over, a submission would put the form's content into the address. */}
          <button className="button" type="submit" disabled={today === null} aria-disabled={busy}>
            {busy ? 'Submitting...' : 'Continue'}
          </button>
        </div>
      </form>
    </StepPage>
  );
}
