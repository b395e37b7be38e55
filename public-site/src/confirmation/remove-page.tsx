import { MESSAGES } from '@kidlab/contract';
import { type ReactNode, useState } from 'react';

import { removeMyData } from '../api/confirmation.js';
import { CallError, failureText } from '../api/http.js';
import { PAGES } from '../pages.js';
import { useQuery } from '../site/location.js';
import { useHydrated } from '../site/site.js';
import { ActionButton } from '../ui/button.js';
import { ErrorBanner } from '../ui/error-banner.js';
import { NeedsScript, NewHeading, PageHeading, StillLoading, SupportLink } from '../ui/page.js';
import { refusal, useSubmission } from '../ui/submission.js';

/** What became of the registration behind the link: nothing yet, or why there is no button any more. */
type Outcome = 'open' | 'removed' | 'kept' | 'nothing-there';

/** What the server's refusals mean: the family is confirmed, or there is none (any more), or the link is none. */
const OUTCOME_OF_STATUS: Readonly<Partial<Record<number, Outcome>>> = {
  400: 'nothing-there',
  404: 'nothing-there',
  409: 'kept',
};

/** Behind the mail's "this was not me" link: one button that erases the unconfirmed registration. */
export function RemovePage(): ReactNode {
  const search = useQuery();
  const hydrated = useHydrated();
  const [found, setOutcome] = useState<Outcome>('open');
  const guid = search.get('guid') ?? '';
  const outcome = hydrated && guid === '' ? 'nothing-there' : found;

  const submission = useSubmission((error) => {
    const status = error instanceof CallError ? (error.status ?? 0) : 0;
    const now = OUTCOME_OF_STATUS[status] ?? 'open';
    setOutcome(now);
    const text = failureText(error, MESSAGES.unexpectedError);
    if (now === 'nothing-there') return null;
    return now === 'kept' ? refusal(text, 'Nothing was removed.') : refusal(text);
  });

  const remove = async (): Promise<null> => {
    await removeMyData(guid);
    setOutcome('removed');
    return null;
  };

  return (
    <>
      <ErrorBanner fault={submission.fault} />
      {outcome === 'removed' && (
        <>
          <NewHeading>{MESSAGES.dataRemoved}</NewHeading>
          <p>
            The registration is gone, with everything that was entered, and we will not contact you
            again. There is nothing more to do. You can close this page.
          </p>
        </>
      )}
      {outcome === 'nothing-there' && (
        <>
          <NewHeading>There is nothing to remove.</NewHeading>
          <p>
            We have no registration that belongs to this link. It was removed already, or the link
            is not complete: please follow the one in the email once more.
          </p>
        </>
      )}
      {(outcome === 'open' || outcome === 'kept') && (
        <PageHeading>{PAGES.removeMyData.title}</PageHeading>
      )}
      {outcome === 'open' && (
        <>
          <NeedsScript />
          <p>
            Someone registered a family with your email address. If this was not you, you can remove
            that registration here, with everything that was entered. We will not contact you again.
          </p>
          <div className="actions">
            <ActionButton
              look="danger"
              submission={submission}
              action={remove}
              disabled={!hydrated}
            >
              Remove my data
            </ActionButton>
          </div>
          {!hydrated && <StillLoading />}
        </>
      )}
      <p>
        Questions? Please write to <SupportLink />.
      </p>
    </>
  );
}
