import {
  CONFIRMATION_FORM,
  type ConfirmationField,
  faultOf,
  faultsOf,
  maskZip,
  MESSAGES,
} from '@kidlab/contract';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';

import { confirmAndRegister } from '../api/confirmation.js';
import { CheckedForm, refusalOfForm } from '../bot-check/checked-form.js';
import { useBotCheck } from '../bot-check/use-bot-check.js';
import { PAGES } from '../pages.js';
import { confirmed } from '../registration/draft.js';
import { ErrorBanner } from '../ui/error-banner.js';
import { TextField } from '../ui/field.js';
import { NewHeading } from '../ui/page.js';
import { useFieldFaults } from '../ui/use-field-faults.js';
import { fieldRefusal, type Refusal, refusal, useSubmission } from '../ui/use-submission.js';

/** Asks for the e-mail address and zip code once more: who can read the mail and knows them, confirms. */
export function ConfirmForm({ guid }: { readonly guid: string }): ReactNode {
  const navigate = useNavigate();
  const botCheck = useBotCheck();
  const faults = useFieldFaults();
  const [values, setValues] = useState({ email: '', zipCode: '' });

  const { busy, fault, submit } = useSubmission(
    refusalOfForm({ botCheck, faults }, MESSAGES.confirmFailed),
  );

  const send = async (): Promise<Refusal | null> => {
    const found = faultsOf(CONFIRMATION_FORM, values);
    faults.set(found);
    if (found.length > 0) return fieldRefusal(found);

    const recaptchaToken = await botCheck.token();
    if (recaptchaToken === null) return refusal(MESSAGES.botCheckNotReady);

    const email = values.email.trim();
    const answer = await confirmAndRegister(guid, {
      email,
      zipCode: values.zipCode,
      recaptchaToken,
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
