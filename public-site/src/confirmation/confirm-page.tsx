import { ADMIN_BASE_PATH, EXPIRED_TOKEN_ROUTE, MESSAGES, REGISTRATION } from '@kidlab/contract';
import { type ReactNode, useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';

import { confirmationStatus } from '../api/confirmation.js';
import { failureText } from '../api/http.js';
import { PAGES } from '../pages.js';
import { useHydrated } from '../site/use-hydrated.js';
import { MailText, SupportLink } from '../ui/mail-text.js';
import { ButtonLink, NeedsScript, NewHeading, PageHeading, StillLoading } from '../ui/page.js';
import { ConfirmForm } from './confirm-form.js';

type Link =
  | { readonly state: 'checking' | 'valid' | 'invalid' }
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

function InvalidLink(): ReactNode {
  return (
    <>
      <NewHeading>{MESSAGES.accountNoLongerValid}</NewHeading>
      <p>
        Please follow the instructions in the email that we sent you. If there are several, only the
        link in the newest one works.
      </p>
      <p>
        {`Does it not work any more? Register again with the same email address, and we will send you a new email, at most one ${RESEND_PAUSE}.`}
      </p>
      <p>
        <ButtonLink to={PAGES.registration.path}>Register again</ButtonLink>
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
  /** Looks once more, while the form is open: too many wrong answers end a link. */
  readonly doubt: () => Promise<void>;
}

/** Asks the server about the mailed link; leads on where there is nothing to confirm any more. */
function useLink(guid: string): MailedLinkCheck {
  const navigate = useNavigate();
  const [attempt, setAttempt] = useState(1);
  const [link, setLink] = useState<Link>({ state: 'checking' });

  useEffect(() => {
    let left = false;
    const check = async (): Promise<void> => {
      const status = await confirmationStatus(guid);
      if (left) return;
      if (status.valid) setLink({ state: 'valid' });
      else if (status.reason === 'expired') {
        window.location.replace(`${ADMIN_BASE_PATH}${EXPIRED_TOKEN_ROUTE}`);
      } else if (status.reason === 'confirmed') {
        void navigate(PAGES.confirmed.path, { replace: true });
      } else setLink({ state: 'invalid' });
    };
    check().catch((error: unknown) => {
      if (left) return;
      setLink({ state: 'unchecked', reason: failureText(error, MESSAGES.confirmFailed) });
    });
    return () => {
      left = true;
    };
  }, [guid, attempt, navigate]);

  return {
    link,
    retry: () => {
      setLink({ state: 'checking' });
      setAttempt(attempt + 1);
    },
    doubt: async () => {
      const status = await confirmationStatus(guid).catch(() => null);
      if (status?.valid === false && status.reason === 'unknown') setLink({ state: 'invalid' });
    },
  };
}

function MailedLink({ guid }: { readonly guid: string }): ReactNode {
  const { link, retry, doubt } = useLink(guid);
  switch (link.state) {
    case 'checking':
      return <CheckingLink />;
    case 'valid':
      return <ConfirmForm guid={guid} onDoubt={doubt} />;
    case 'invalid':
      return <InvalidLink />;
    case 'unchecked':
      return <UncheckedLink reason={link.reason} onRetry={retry} />;
  }
}

/** Where the link of the confirmation mail leads. Opening it changes nothing. */
export function ConfirmPage(): ReactNode {
  const [search] = useSearchParams();
  const hydrated = useHydrated();
  const guid = search.get('guid') ?? '';
  if (!hydrated) {
    return (
      <CheckingLink>
        <StillLoading />
      </CheckingLink>
    );
  }
  return guid === '' ? <InvalidLink /> : <MailedLink guid={guid} />;
}
