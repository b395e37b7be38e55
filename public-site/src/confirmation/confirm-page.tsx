import {
  ADMIN_BASE_PATH,
  EXPIRED_LINK_PARAMETER,
  EXPIRED_TOKEN_ROUTE,
  MESSAGES,
  REGISTRATION,
} from '@kidlab/contract';
import { type ReactNode, useEffect, useState } from 'react';
import { navigate, useQuery } from '../site/location.js';

import { confirmationStatus } from '../api/confirmation.js';
import { failureText } from '../api/http.js';
import { PAGES } from '../pages.js';
import { useHydrated } from '../site/site.js';
import {
  ButtonLink,
  MailText,
  NeedsScript,
  NewHeading,
  PageHeading,
  StillLoading,
  SupportLink,
} from '../ui/page.js';
import { ConfirmForm } from './confirm-form.js';
import { NewLink } from './new-link.js';

type Link =
  | { readonly state: 'checking' }
  | { readonly state: 'valid'; readonly zipCodeMayChange: boolean }
  | { readonly state: 'invalid'; readonly byWrongAnswers: boolean }
  | { readonly state: 'unchecked'; readonly reason: string };

/** How often registering again sends a mail. */
const RESEND_PAUSE = `every ${String(REGISTRATION.strangerResendPauseMinutes)} minutes`;

/** The link may be good: it could not be checked. */
const UNCHECKED = 'We could not check your link';

/** As high as the form that follows, so that nothing moves when it comes. */
function CheckingLink({ children }: { readonly children?: ReactNode }): ReactNode {
  return (
    <div className="reserve-form">
      <PageHeading>{PAGES.confirm.title}</PageHeading>
      <NeedsScript />
      <p role="status" className="notice">
        Checking your link…
      </p>
      {children}
    </div>
  );
}

function InvalidLink({
  guid,
  byWrongAnswers,
}: {
  /** Empty: there is no link to send a new one for. */
  readonly guid: string;
  readonly byWrongAnswers: boolean;
}): ReactNode {
  const hasGuid = guid !== '';
  return (
    <>
      <NewHeading>{MESSAGES.accountNoLongerValid}</NewHeading>
      {byWrongAnswers && (
        <p>
          {`The email address or the zip code was wrong ${String(REGISTRATION.maxConfirmationTries)} times, so this link has stopped working. With a new link you can try again, and correct the zip code.`}
        </p>
      )}
      <p>
        Please follow the instructions in the email that we sent you. If there are several, only the
        link in the newest one works.
      </p>
      {hasGuid && <NewLink guid={guid} />}
      <p>
        {hasGuid
          ? 'If no email comes, your registration is no longer there, and you are welcome to register again.'
          : `Does it not work any more? Register again with the same email address, and we will send you a new email, at most one ${RESEND_PAUSE}.`}
      </p>
      <p>
        <ButtonLink to={PAGES.registration.path} isQuiet={hasGuid}>
          Register again
        </ButtonLink>
      </p>
      <p>
        If you need help, please write to <SupportLink />.
      </p>
    </>
  );
}

function UncheckedLink({
  reason,
  onRetry,
}: {
  readonly reason: string;
  readonly onRetry: () => void;
}): ReactNode {
  return (
    <>
      <NewHeading>{UNCHECKED}</NewHeading>
      <p role="alert" className="field-error">
        <MailText>{reason}</MailText>
      </p>
      <p>
        <button type="button" className="button" onClick={onRetry}>
          Try again
        </button>
      </p>
    </>
  );
}

interface MailedLinkCheck {
  readonly link: Link;
  readonly retry: () => void;
  /** The form has found the link dead. */
  readonly end: (byWrongAnswers: boolean) => void;
}

/** Asks the server about the mailed link; leads on where there is nothing to confirm any more. */
function useLink(guid: string): MailedLinkCheck {
  const [attempt, setAttempt] = useState(1);
  const [link, setLink] = useState<Link>({ state: 'checking' });

  useEffect(() => {
    let left = false;
    const check = async (): Promise<void> => {
      const status = await confirmationStatus(guid);
      if (left) return;
      if (status.valid) {
        setLink({ state: 'valid', zipCodeMayChange: status.zipCodeMayChange === true });
      } else if (status.reason === 'expired') {
        const query = new URLSearchParams({ guid }).toString();
        window.location.replace(`${ADMIN_BASE_PATH}${EXPIRED_TOKEN_ROUTE}?${query}`);
      } else if (status.reason === 'confirmed') {
        navigate(PAGES.confirmed.path, { replace: true });
      } else setLink({ state: 'invalid', byWrongAnswers: false });
    };
    check().catch((error: unknown) => {
      if (left) return;
      setLink({ state: 'unchecked', reason: failureText(error, MESSAGES.confirmFailed) });
    });
    return () => {
      left = true;
    };
  }, [guid, attempt]);

  return {
    link,
    retry: () => {
      setLink({ state: 'checking' });
      setAttempt(attempt + 1);
    },
    end: (byWrongAnswers) => {
      setLink({ state: 'invalid', byWrongAnswers });
    },
  };
}

function MailedLink({ guid }: { readonly guid: string }): ReactNode {
  const { link, retry, end } = useLink(guid);
  switch (link.state) {
    case 'checking':
      return <CheckingLink />;
    case 'valid':
      return <ConfirmForm guid={guid} zipCodeMayChange={link.zipCodeMayChange} onDead={end} />;
    case 'invalid':
      return <InvalidLink guid={guid} byWrongAnswers={link.byWrongAnswers} />;
    case 'unchecked':
      return <UncheckedLink reason={link.reason} onRetry={retry} />;
  }
}

/** Where the link of the confirmation mail leads. Opening it changes nothing. */
export function ConfirmPage(): ReactNode {
  const search = useQuery();
  const hydrated = useHydrated();
  const guid = search.get('guid') ?? '';
  if (!hydrated) {
    return (
      <CheckingLink>
        <StillLoading />
      </CheckingLink>
    );
  }
  const isDead = guid === '' || search.has(EXPIRED_LINK_PARAMETER);
  return isDead ? <InvalidLink guid={guid} byWrongAnswers={false} /> : <MailedLink guid={guid} />;
}
