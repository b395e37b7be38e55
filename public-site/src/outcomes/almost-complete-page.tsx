import { MESSAGES } from '@kidlab/contract';
import { type ReactNode, useEffect } from 'react';
import { navigate } from '../site/location.js';

import { failureText } from '../api/http.js';
import { type PageInfo, PAGES } from '../pages.js';
import { registration, useRegistration } from '../registration/store.js';
import { useSite } from '../site/site.js';
import { ErrorBanner } from '../ui/error-banner.js';
import { PageHeading, SupportLink } from '../ui/page.js';
import { refusal, useSubmission } from '../ui/submission.js';
import { MailAgain } from './mail-again.js';
import { Toys } from './toys.js';

/** Leads a visitor whose registration is still under way back to its first unfinished step. */
function useUnfinishedStep(): void {
  useEffect(() => {
    const state = registration();
    if (state.guid === null || state.awaitingConfirmation) return;
    navigate(PAGES.agreement.path, { replace: true });
  }, []);
}

function AlmostComplete({ page }: { readonly page: PageInfo }): ReactNode {
  const { confirmationWindowHours } = useSite();
  const { email, awaitingConfirmation } = useRegistration();
  const submission = useSubmission((error) =>
    refusal(failureText(error, MESSAGES.unexpectedError)),
  );
  useUnfinishedStep();
  return (
    <>
      <ErrorBanner fault={submission.fault} />
      <PageHeading>{page.title}</PageHeading>
      <p className="lead">
        {'We have sent an email to '}
        {email === null ? 'your email address' : <strong className="address">{email}</strong>}
        {'.'}
      </p>
      <p>
        {`Please follow the link in it to confirm your registration within ${confirmationWindowHours} hours. Your family is registered only then.`}
      </p>
      <h2>No email yet?</h2>
      <p>If nothing arrives within a few minutes, please check your spam folder.</p>
      {awaitingConfirmation && email !== null && (
        <MailAgain email={email} submission={submission} />
      )}
      <p>
        Still nothing? Please write to <SupportLink />.
      </p>
      <Toys />
    </>
  );
}

export function VerifyPage(): ReactNode {
  return <AlmostComplete page={PAGES.verify} />;
}

export function CompletePage(): ReactNode {
  return <AlmostComplete page={PAGES.complete} />;
}
