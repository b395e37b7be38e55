import {
  type GuardianField,
  maskPhone,
  maskZip,
  MESSAGES,
  parentBirthYears,
  REFERRAL_SOURCES,
  referralLabel,
  RELATIONSHIPS,
} from '@kidlab/contract';
import { type ReactNode, useLayoutEffect, useState } from 'react';

import { register } from '../../api/registration.js';
import { CheckedForm, refusalOfForm, useBotCheck } from '../../bot-check/checked-form.js';
import { PAGES } from '../../pages.js';
import { navigate } from '../../site/location.js';
import { useLiveConfig, useSite } from '../../site/site.js';
import { SelectField, TextField } from '../../ui/field.js';
import { NeedsScript, Status } from '../../ui/page.js';
import { refuseFields, Refusal } from '../../ui/submission.js';
import { Tooltip } from '../../ui/tooltip.js';
import { openDraft, readDraft, useDraftSubmission } from '../draft.js';
import { type GuardianValues, guardianValues, withGuardianField } from '../state.js';
import { StepPage } from '../step-page.js';
import { isUnread, pathAfter } from '../steps.js';
import { clearRegistration, registration, updateRegistration, useRegistration } from '../store.js';
import { adoptInput } from './adopt-input.js';
import { EmailField } from './email-field.js';
import {
  BIRTH_YEAR_FIELD,
  faultsOnForm,
  guardianFaults,
  registerRequest,
  trimmed,
} from './rules.js';

const PAGE = PAGES.registration;

/** Step 1. Creates the draft. */
export function GuardianStep(): ReactNode {
  const today = useLiveConfig()?.today ?? null;
  const { employeeReferralLabel } = useSite();
  const botCheck = useBotCheck();
  const state = useRegistration();
  const values = guardianValues(state);
  const [birthYear, setBirthYear] = useState('');

  useLayoutEffect(() => {
    // Adopts input since `adoptPrerenderedInput`. The next line clears it if it belongs to an earlier family.
    adoptInput(document);
    // Returning after the agreement starts a new, empty registration.
    if (registration().awaitingConfirmation) clearRegistration();
  }, []);

  const submission = useDraftSubmission(refusalOfForm(botCheck, faultsOnForm));

  const send = async (): Promise<void> => {
    if (today === null) return;
    adoptInput(document);
    const sent = trimmed(guardianValues(registration()));
    refuseFields(guardianFaults(sent, birthYear, today));
    // The draft could not be read before. If it is registered already, this would register the family twice.
    if (isUnread(PAGE.path, registration())) await readDraft();
    if (registration().awaitingConfirmation) {
      navigate(PAGES.verify.path, { replace: true });
      return;
    }

    const answer = await register(registerRequest(sent, await botCheck.token()));
    if (!answer?.guid) throw new Refusal([answer?.message ?? MESSAGES.unexpectedResponse]);
    await openDraft(answer.guid, sent.email);
    navigate(pathAfter(PAGE.path));
  };

  const recheck = (name: string, typed: GuardianValues, year: string): void => {
    if (today !== null) submission.recheck([name], guardianFaults(typed, year, today));
  };

  const bind = (name: GuardianField, label: string) => ({
    name,
    label,
    required: true,
    error: submission.faultOf(name),
    value: values[name],
    onValue: (value: string) => {
      updateRegistration((state) => withGuardianField(state, name, value));
      recheck(name, { ...values, [name]: value }, birthYear);
    },
  });

  return (
    <StepPage page={PAGE} submission={submission}>
      <NeedsScript />
      <p className="notice">All fields are required.</p>
      <Status busy={submission.busy} />
      <CheckedForm
        botCheck={botCheck}
        submission={submission}
        ready={today !== null && (state.readFault !== null || !isUnread(PAGE.path, state))}
        label={submission.busy ? 'Submitting...' : 'Continue'}
        onSend={send}
      >
        <TextField {...bind('guardianFirstName', 'First name')} autoComplete="given-name" />
        <TextField {...bind('guardianLastName', 'Last name')} autoComplete="family-name" />
        <EmailField {...bind('email', 'Email')} />
        <TextField
          {...bind('zipCode', 'Zip code')}
          hint="Bay Area only"
          autoComplete="postal-code"
          input={{ inputMode: 'numeric' }}
          width="short"
          mask={maskZip}
        />
        <TextField
          {...bind('primaryPhone', 'Primary phone')}
          autoComplete="tel-national"
          input={{ type: 'tel' }}
          width="medium"
          mask={maskPhone}
        />
        <SelectField
          name={BIRTH_YEAR_FIELD}
          label="Parent year of birth"
          required
          autoComplete="bday-year"
          width="year"
          error={submission.faultOf(BIRTH_YEAR_FIELD)}
          value={birthYear}
          onValue={(year) => {
            setBirthYear(year);
            recheck(BIRTH_YEAR_FIELD, values, year);
          }}
          options={today === null ? [] : parentBirthYears(today)}
          aside={
            <Tooltip name="Why do we ask this?">
              The Children’s Online Privacy Protection Act (COPPA) requires us to make sure an adult
              registers. The year is not saved.
            </Tooltip>
          }
        />
        <SelectField
          {...bind('relationshipToChild', 'Relationship to the child')}
          options={RELATIONSHIPS}
        />
        <SelectField
          {...bind('referredBy', 'How did you hear about the Lab?')}
          options={REFERRAL_SOURCES}
          labelOf={(source) => referralLabel(source, employeeReferralLabel)}
        />
      </CheckedForm>
    </StepPage>
  );
}
