import {
  CONFIRMATION_FORM,
  type ConfirmationField,
  faultOf,
  faultsOf,
  maskZip,
  MESSAGES,
} from '@kidlab/contract';
import { type ReactNode, type SubmitEvent, useState } from 'react';
import { useNavigate } from 'react-router';

import { confirmAndRegister } from '../api/confirmation.js';
import { CallError, failureText } from '../api/http.js';
import { useBotCheck } from '../bot-check/use-bot-check.js';
import { PAGES } from '../pages.js';
import { tellTabs } from '../registration/tabs.js';
import { ErrorBanner } from '../ui/error-banner.js';
import { TextField } from '../ui/field.js';
import { PageHeading } from '../ui/page.js';
import { useFieldFaults } from '../ui/use-field-faults.js';
import { fieldRefusal, type Refusal, refusal, useSubmission } from '../ui/use-submission.js';

/** Asks for the e-mail address and zip code once more: who can read the mail and knows them, confirms. */
export function ConfirmForm({ guid }: { readonly guid: string }): ReactNode {
  const navigate = useNavigate();
  const botCheck = useBotCheck();
  const faults = useFieldFaults();
  const [values, setValues] = useState({ email: '', zipCode: '' });

  const { busy, fault, submit } = useSubmission((error) => {
    botCheck.prepare();
    const fields = error instanceof CallError ? error.errors : [];
    faults.set(fields);
    const text = failureText(error, MESSAGES.confirmFailed);
    return fields.some(({ message }) => message === text)
      ? fieldRefusal(fields)
      : { lines: [text], fields };
  });

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
    tellTabs({ kind: 'confirmed', email });
    await navigate(PAGES.confirmed.path, { replace: true });
    return null;
  };

  const bind = (name: ConfirmationField) => ({
    name,
    required: true,
    error: faults.of(name),
    value: values[name],
    onValue: (value: string) => {
      setValues({ ...values, [name]: value });
      faults.recheck(name, () => faultOf(CONFIRMATION_FORM[name], value));
    },
  });

  return (
    <>
      <ErrorBanner fault={fault} />
      <PageHeading>{PAGES.confirm.title}</PageHeading>
      <p>Please enter the email address and the zip code that you registered with.</p>
      <form
        noValidate
        onFocus={botCheck.prepare}
        onSubmit={(event: SubmitEvent) => {
          event.preventDefault();
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
        <div className="actions">
          <button className="button" type="submit" aria-disabled={busy}>
            Continue
          </button>
        </div>
      </form>
    </>
  );
}
