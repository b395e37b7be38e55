import {
  ADMIN_BASE_PATH,
  type ConfirmationStatus,
  EXPIRED_LINK_PARAMETER,
  EXPIRED_TOKEN_ROUTE,
  MESSAGES,
  REGISTRATION,
} from '@kidlab/contract';
import { type ReactNode, useState } from 'react';

import letter from '../../../brand/picture-letter.svg';
import { confirmationStatus } from '../api/registration.js';
import { PAGES } from '../pages.js';
import { navigate } from '../site/location.js';
import { ButtonLink } from '../ui/button.js';
import { MailedLink, type MailedPage } from '../ui/mailed-link.js';
import { NewHeading, Picture, SupportLink } from '../ui/page.js';
import { ConfirmForm, NewLink } from './confirm-form.js';

const RESEND_PAUSE = `every ${String(REGISTRATION.strangerResendPauseMinutes)} minutes`;

interface InvalidLinkProps {
  /** Empty when the address has none; no new link can be sent then. */
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
          : `If it no longer works, register again with the same email address. We will send you a new email, at most one ${RESEND_PAUSE}.`}
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
  const [death, setDeath] = useState<{ byWrongAnswers: boolean } | null>(null);
  if (!view.valid || death !== null) {
    return <InvalidLink guid={guid} byWrongAnswers={death?.byWrongAnswers ?? false} />;
  }
  return (
    <ConfirmForm
      guid={guid}
      zipCodeMayChange={view.zipCodeMayChange === true}
      onDead={(byWrongAnswers) => setDeath({ byWrongAnswers })}
    />
  );
}

/** The link of the confirmation mail. Opening it changes nothing. */
export function ConfirmPage(): ReactNode {
  return (
    <MailedLink
      title={PAGES.confirm.title}
      load={checkLink}
      none={<InvalidLink guid="" byWrongAnswers={false} />}
    >
      {(page) => <Confirmation {...page} />}
    </MailedLink>
  );
}
