import {
  ADMIN_BASE_PATH,
  CONFIRMATION_FORM,
  type ConfirmationField,
  type ConfirmationStatus,
  EXPIRED_LINK_PARAMETER,
  EXPIRED_TOKEN_ROUTE,
  faultsOf,
  maskZip,
  MAILED_LINK_MESSAGES,
  MESSAGES,
  REGISTRATION,
} from '@kidlab/contract';
import { type ReactNode, useState } from 'react';

import letter from '../../../brand/picture-letter.svg';
import { confirmAndRegister, confirmationStatus, requestNewLink } from '../api/confirmation.js';
import { CallError, failureText } from '../api/http.js';
import { CheckedForm, refusalOfForm, useBotCheck } from '../bot-check/checked-form.js';
import { PAGES } from '../pages.js';
import { forgetComplete } from '../registration/storage.js';
import { notifyTabs } from '../registration/tabs.js';
import { navigate } from '../site/location.js';
import { ButtonLink } from '../ui/button.js';
import { EMAIL_INPUT, TextField } from '../ui/field.js';
import { MailButton } from '../ui/mail-button.js';
import { MailedLink, type MailedPage } from '../ui/mailed-link.js';
import { NewHeading, PageHead } from '../ui/new-heading.js';
import { Picture, SupportLink } from '../ui/page.js';
import { refuseFields, Refusal, useSubmission } from '../ui/submission.js';

function NewLink({ guid }: { readonly guid: string }): ReactNode {
  const submission = useSubmission();
  const send = async () => {
    try {
      const answer = await requestNewLink(guid);
      return { text: answer?.message ?? MAILED_LINK_MESSAGES.newLinkRequested, isOver: true };
    } catch (error) {
      return { text: failureText(error, MESSAGES.confirmFailed), isOver: false };
    }
  };
  return <MailButton label="Send me a new link" submission={submission} send={send} />;
}

function triesText(left: number): string {
  const tries = left === 1 ? 'One try is left' : `${String(left)} tries are left`;
  return `${tries}. After that, this link will stop working, but we can send you a new one.`;
}

interface ConfirmFormProps {
  readonly guid: string;
  /** A different zip code corrects the registered one. */
  readonly zipCodeMayChange: boolean;
  /** Called when the link has stopped working. Replaces the form. */
  readonly onDead: (byWrongAnswers: boolean) => void;
}

/** Asks for the e-mail address and zip code once more. */
export function ConfirmForm({ guid, zipCodeMayChange, onDead }: ConfirmFormProps): ReactNode {
  const botCheck = useBotCheck();
  const [values, setValues] = useState({ email: '', zipCode: '' });
  const [failure, setFailure] = useState<CallError | null>(null);
  const triesLeft = failure?.body.triesLeft;

  const submission = useSubmission(
    refusalOfForm(
      botCheck,
      // A wrong answer marks no field, because that would help someone guess.
      ({ triesLeft: left, errors = [] }) => (left === undefined ? errors : []),
      MESSAGES.confirmFailed,
    ),
  );

  const send = async (): Promise<void> => {
    refuseFields(faultsOf(CONFIRMATION_FORM, values));

    const recaptchaToken = await botCheck.token();
    const request = { ...values, recaptchaToken };
    const answer = await confirmAndRegister(guid, request).catch((error: unknown) => {
      if (error instanceof CallError) {
        setFailure(error);
        const hasNoTries = error.body.triesLeft === 0;
        if (hasNoTries || error.status === 404) onDead(hasNoTries);
      }
      throw error;
    });
    if (!answer?.message) throw new Refusal([MESSAGES.unexpectedResponse]);
    forgetComplete(values.email);
    notifyTabs('confirmed', values.email);
    navigate(PAGES.confirmed.path, { replace: true });
  };

  const bind = (name: ConfirmationField) => ({
    name,
    required: true,
    error: submission.faultOf(name),
    value: values[name],
    onValue: (value: string) => {
      const changed = { ...values, [name]: value };
      setValues(changed);
      submission.recheck([name], faultsOf(CONFIRMATION_FORM, changed));
    },
  });

  return (
    <>
      <PageHead submission={submission}>{PAGES.confirm.title}</PageHead>
      {failure?.status === 410 && <NewLink guid={guid} />}
      <p>Please enter the email address and the zip code that you registered with.</p>
      {zipCodeMayChange && (
        <p className="notice">
          Did you mistype the zip code when you registered? Enter the right one here, and we will
          correct it.
        </p>
      )}
      <p role="status">{triesLeft !== undefined && triesText(triesLeft)}</p>
      <CheckedForm botCheck={botCheck} submission={submission} ready label="Continue" onSend={send}>
        <TextField
          {...bind('email')}
          label="Confirm email address"
          autoComplete="email"
          input={EMAIL_INPUT}
        />
        <TextField
          {...bind('zipCode')}
          label="Confirm zip code"
          autoComplete="postal-code"
          input={{ inputMode: 'numeric' }}
          width="short"
          mask={maskZip}
        />
      </CheckedForm>
    </>
  );
}

interface InvalidLinkProps {
  /** Empty when the address has none; no new link can be sent then. */
  readonly guid: string;
  readonly byWrongAnswers: boolean;
}

function InvalidLink({ guid, byWrongAnswers }: InvalidLinkProps): ReactNode {
  const hasGuid = guid !== '';
  return (
    <>
      <NewHeading>{MAILED_LINK_MESSAGES.accountNoLongerValid}</NewHeading>
      {byWrongAnswers && (
        <p>
          {`The email address or the zip code was wrong ${String(REGISTRATION.maxConfirmationTries)} times, so this link has stopped working. With a new link you can try again, and correct the zip code.`}
        </p>
      )}
      <p>
        Please follow the instructions in the email that we sent you. Only the newest link works.
      </p>
      {hasGuid && <NewLink guid={guid} />}
      <p>
        {hasGuid
          ? 'If no email comes within an hour, your registration may be gone, and you are welcome to register again.'
          : `If it no longer works, register again with the same email address. We will send you a new email, at most one every ${String(REGISTRATION.strangerResendPauseMinutes)} minutes.`}
      </p>
      <div className="actions">
        <ButtonLink to={PAGES.registration.path} look={hasGuid ? 'quiet' : 'main'}>
          Register again
        </ButtonLink>
      </div>
      <p>
        If you need help, please write to <SupportLink />.
      </p>
      <Picture src={letter} width={120} height={82} />
    </>
  );
}

/** Checks the link. Redirects when there is nothing left to confirm, and never resolves then. */
async function checkLink(guid: string): Promise<ConfirmationStatus> {
  const isDead = new URLSearchParams(window.location.search).has(EXPIRED_LINK_PARAMETER);
  if (isDead) return { valid: false, reason: 'expired' };
  const status = await confirmationStatus(guid);
  if (status.valid || status.reason === 'unknown') return status;
  if (status.reason === 'confirmed') {
    navigate(PAGES.confirmed.path, { replace: true });
  } else {
    const query = new URLSearchParams({ guid }).toString();
    window.location.replace(`${ADMIN_BASE_PATH}${EXPIRED_TOKEN_ROUTE}?${query}`);
  }
  return new Promise(() => undefined);
}

function Confirmation({ guid, view }: MailedPage<ConfirmationStatus>): ReactNode {
  /** Whether wrong answers have disabled the link; `null` while it works. */
  const [byWrongAnswers, setDead] = useState<boolean | null>(null);
  if (!view.valid || byWrongAnswers !== null) {
    return <InvalidLink guid={guid} byWrongAnswers={byWrongAnswers ?? false} />;
  }
  const mayChange = view.zipCodeMayChange === true;
  return <ConfirmForm guid={guid} zipCodeMayChange={mayChange} onDead={setDead} />;
}

/** The link of the confirmation mail. Opening it changes nothing. */
export function ConfirmPage(): ReactNode {
  return (
    <MailedLink
      title={PAGES.confirm.title}
      load={checkLink}
      page={Confirmation}
      none={<InvalidLink guid="" byWrongAnswers={false} />}
    />
  );
}
