import {
  CONFIRMATION_FORM,
  type ConfirmationField,
  faultOf,
  faultsOf,
  type FieldError,
  maskZip,
  MESSAGES,
} from '@kidlab/contract';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';

import { confirmAndRegister } from '../api/confirmation.js';
import { CallError } from '../api/http.js';
import { CheckedForm, refusalOfForm } from '../bot-check/checked-form.js';
import { useBotCheck } from '../bot-check/use-bot-check.js';
import { PAGES } from '../pages.js';
import { confirmed } from '../registration/draft.js';
import { ErrorBanner } from '../ui/error-banner.js';
import { TextField } from '../ui/field.js';
import { SupportLink } from '../ui/mail-text.js';
import { NewHeading } from '../ui/page.js';
import { useFieldFaults } from '../ui/use-field-faults.js';
import { fieldRefusal, type Refusal, refusal, useSubmission } from '../ui/use-submission.js';

/** A wrong answer says nothing of which field is wrong: whoever guesses would learn from it. It marks none. */
function faultsOfFields(errors: readonly FieldError[]): readonly FieldError[] {
  return errors.filter(({ message }) => message !== MESSAGES.confirmationMismatch);
}

/** Whether a refused answer may have ended the link: it does not exist any more, or it was wrong too often. */
function mayHaveEndedLink(error: unknown): boolean {
  return (
    error instanceof CallError &&
    (error.status === 404 || error.serverMessage === MESSAGES.confirmationMismatch)
  );
}

/** What a wrong answer may come from is a typing mistake of the registration itself, which nobody can correct here. */
function HelpAfterMismatch(): ReactNode {
  return (
    <p className="notice">
      {MESSAGES.confirmationTries} Are both right? Please write to <SupportLink />.
    </p>
  );
}

interface ConfirmFormProps {
  readonly guid: string;
  /** Looks whether the link still opens this form; where it does not, the form gives way to what is said then. */
  readonly onDoubt: () => Promise<void>;
}

/** Asks for the e-mail address and zip code once more: who can read the mail and knows them, confirms. */
export function ConfirmForm({ guid, onDoubt }: ConfirmFormProps): ReactNode {
  const navigate = useNavigate();
  const botCheck = useBotCheck();
  const faults = useFieldFaults();
  const [values, setValues] = useState({ email: '', zipCode: '' });

  const { busy, fault, submit } = useSubmission(
    refusalOfForm({ botCheck, faults }, MESSAGES.confirmFailed, faultsOfFields),
  );
  const isMismatch = fault?.lines.includes(MESSAGES.confirmationMismatch) === true;

  const send = async (): Promise<Refusal | null> => {
    const found = faultsOf(CONFIRMATION_FORM, values);
    faults.set(found);
    if (found.length > 0) return fieldRefusal(found);

    const recaptchaToken = await botCheck.token();
    if (typeof recaptchaToken !== 'string') return recaptchaToken;

    const email = values.email.trim();
    const request = { email, zipCode: values.zipCode, recaptchaToken };
    const answer = await confirmAndRegister(guid, request).catch(async (error: unknown) => {
      if (mayHaveEndedLink(error)) await onDoubt();
      throw error;
    });
    if (!answer?.message) {
      botCheck.prepare();
      return refusal(MESSAGES.unexpectedResponse);
    }
    confirmed(email);
    await navigate(PAGES.confirmed.path, { replace: true });
    return null;
  };

  const bind = (name: ConfirmationField) => ({
    name,
    required: true,
    error: faults.of(name),
    value: values[name],
    onValue: (value: string) => {
      setValues((current) => ({ ...current, [name]: value }));
      faults.recheck(name, () => faultOf(CONFIRMATION_FORM[name], value));
    },
  });

  return (
    <>
      <ErrorBanner fault={fault} />
      <NewHeading>{PAGES.confirm.title}</NewHeading>
      <p>Please enter the email address and the zip code that you registered with.</p>
      {isMismatch && <HelpAfterMismatch />}
      <CheckedForm
        botCheck={botCheck}
        busy={busy}
        ready
        label="Continue"
        onSend={() => {
          submit(send);
        }}
      >
        <TextField
          {...bind('email')}
          label="Confirm email address"
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
        />
        <TextField
          {...bind('zipCode')}
          label="Confirm zip code"
          autoComplete="postal-code"
          inputMode="numeric"
          width="short"
          mask={maskZip}
        />
      </CheckedForm>
    </>
  );
}
