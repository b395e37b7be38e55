import {
  faultOf,
  GUARDIAN_FORM,
  type GuardianField,
  MESSAGES,
  parentBirthYearRule,
} from '@kidlab/contract';
import { type ReactNode, useLayoutEffect, useState } from 'react';

import { register } from '../../api/registration.js';
import { CheckedForm, refusalOfForm, useBotCheck } from '../../bot-check/checked-form.js';
import { PAGES } from '../../pages.js';
import { navigate } from '../../site/location.js';
import { useLiveConfig } from '../../site/site.js';
import { NeedsScript } from '../../ui/page.js';
import { fieldRefusal, type Refusal, refusal, useFieldFaults } from '../../ui/submission.js';
import { beginAnew, openDraft, useDraftSubmission } from '../draft.js';
import { guardianValues, isUnread, withGuardianField } from '../state.js';
import { StepPage } from '../step-page.js';
import { pathAfter } from '../steps.js';
import { registration, updateRegistration, useRegistration } from '../store.js';
import { takeOverTyped } from './adopt-typed.js';
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
  const today = useLiveConfig()?.today ?? null;
  const botCheck = useBotCheck();
  const state = useRegistration();
  const values = guardianValues(state);
  const isReading = isUnread(state) && state.readFault === null;
  const [birthYear, setBirthYear] = useState('');
  const faults = useFieldFaults();

  useLayoutEffect(() => {
    // Typed since `adoptTypedValues` looked. Before the next line: what an earlier family typed goes with the rest of it.
    takeOverTyped(document);
    // Coming back after the agreement begins another registration and shows nothing of the one before.
    beginAnew();
  }, []);

  const submission = useDraftSubmission(
    refusalOfForm({ botCheck, faults }, MESSAGES.unexpectedError, faultsOnForm),
  );

  const send = async (): Promise<Refusal | null> => {
    if (today === null) return null;
    takeOverTyped(document);
    const sent = trimmed(guardianValues(registration()));
    const found = guardianFaults(sent, birthYear, today);
    faults.set(found);
    if (found.length > 0) return fieldRefusal(found);

    const token = await botCheck.token();
    if (typeof token !== 'string') return token;

    const answer = await register(registerRequest(sent, token));
    if (!answer?.guid) {
      botCheck.prepare();
      return refusal(answer?.message ?? MESSAGES.unexpectedResponse);
    }
    await openDraft(answer.guid, sent.email);
    navigate(pathAfter(PAGE.path));
    return null;
  };

  const change = (field: GuardianField, value: string): void => {
    updateRegistration((state) => withGuardianField(state, field, value));
    faults.recheck(field, () => faultOf(GUARDIAN_FORM[field], value));
  };

  const changeBirthYear = (value: string): void => {
    setBirthYear(value);
    faults.recheck(BIRTH_YEAR_FIELD, () =>
      today === null ? null : faultOf(parentBirthYearRule(today), value),
    );
  };

  return (
    <StepPage page={PAGE} submission={submission} faultOf={faults.of}>
      <NeedsScript />
      <p className="notice">All fields are required.</p>
      <CheckedForm
        botCheck={botCheck}
        submission={submission}
        ready={today !== null && !isReading}
        label={submission.busy ? 'Submitting...' : 'Continue'}
        onSend={send}
      >
        <GuardianFields
          values={values}
          birthYear={birthYear}
          today={today}
          faultOf={faults.of}
          onChange={change}
          onBirthYear={changeBirthYear}
        />
      </CheckedForm>
    </StepPage>
  );
}
