import {
  ADMIN_BASE_PATH,
  EXPIRED_LINK_PARAMETER,
  EXPIRED_TOKEN_ROUTE,
  MESSAGES,
  REGISTRATION,
} from '@kidlab/contract';
import { type ReactNode, useEffect, useState } from 'react';

import letter from '../../../brand/picture-letter.svg';
import { confirmationStatus } from '../api/confirmation.js';
import { failureText } from '../api/http.js';
import { PAGES } from '../pages.js';
import { navigate, useQuery } from '../site/location.js';
import { useHydrated } from '../site/site.js';
import { ButtonLink } from '../ui/button.js';
import {
  NeedsScript,
  NewHeading,
  PageHeading,
  Picture,
  Retry,
  StillLoading,
  SupportLink,
} from '../ui/page.js';
import { ConfirmForm, NewLink } from './confirm-form.js';

type Link =
  | { readonly state: 'checking' }
  | { readonly state: 'valid'; readonly zipCodeMayChange: boolean }
  | { readonly state: 'invalid'; readonly byWrongAnswers: boolean }
  | { readonly state: 'unchecked'; readonly reason: string };

/** How often registering again sends a mail. */
const RESEND_PAUSE = `every ${String(REGISTRATION.strangerResendPauseMinutes)} minutes`;

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

interface InvalidLinkProps {
  /** Empty: there is no link to send a new one for. */
  readonly guid: string;
  readonly byWrongAnswers: boolean;
}

function InvalidLink({ guid, byWrongAnswers }: InvalidLinkProps): ReactNode {
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
        <ButtonLink to={PAGES.registration.path} look={hasGuid ? 'quiet' : 'main'}>
          Register again
        </ButtonLink>
      </p>
      <p>
        If you need help, please write to <SupportLink />.
      </p>
      <Picture src={letter} width={120} height={82} />
    </>
  );
}

/** What the server says about a link; `null` where there is nothing to confirm any more, and it has led on. */
async function checkLink(guid: string): Promise<Link | null> {
  const status = await confirmationStatus(guid);
  if (status.valid) return { state: 'valid', zipCodeMayChange: status.zipCodeMayChange === true };
  if (status.reason === 'unknown') return { state: 'invalid', byWrongAnswers: false };
  if (status.reason === 'confirmed') {
    navigate(PAGES.confirmed.path, { replace: true });
  } else {
    const query = new URLSearchParams({ guid }).toString();
    window.location.replace(`${ADMIN_BASE_PATH}${EXPIRED_TOKEN_ROUTE}?${query}`);
  }
  return null;
}

function MailedLink({ guid }: { readonly guid: string }): ReactNode {
  const [link, setLink] = useState<Link>({ state: 'checking' });
  const isChecking = link.state === 'checking';

  useEffect(() => {
    if (!isChecking) return;
    let left = false;
    const tell = (next: Link | null): void => {
      if (!left && next !== null) setLink(next);
    };
    checkLink(guid).then(tell, (error: unknown) =>
      tell({ state: 'unchecked', reason: failureText(error, MESSAGES.confirmFailed) }),
    );
    return () => {
      left = true;
    };
  }, [guid, isChecking]);

  switch (link.state) {
    case 'checking':
      return <CheckingLink />;
    case 'valid':
      return (
        <ConfirmForm
          guid={guid}
          zipCodeMayChange={link.zipCodeMayChange}
          onDead={(byWrongAnswers) => setLink({ state: 'invalid', byWrongAnswers })}
        />
      );
    case 'invalid':
      return <InvalidLink guid={guid} byWrongAnswers={link.byWrongAnswers} />;
    case 'unchecked':
      // The link may be good.
      return (
        <>
          <NewHeading>We could not check your link</NewHeading>
          <Retry reason={link.reason} onRetry={() => setLink({ state: 'checking' })} />
        </>
      );
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
