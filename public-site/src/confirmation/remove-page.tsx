import { MAILED_LINK_MESSAGES } from '@kidlab/contract';
import { type ReactNode, useState } from 'react';

import { removeMyData } from '../api/confirmation.js';
import { failureText, statusOf } from '../api/http.js';
import { PAGES } from '../pages.js';
import { useQuery } from '../site/location.js';
import { useHydrated } from '../site/site.js';
import { ActionButton } from '../ui/button.js';
import { End, Questions } from '../ui/new-heading.js';
import { ErrorBanner, NeedsScript, PageHeading, Status, StillLoading } from '../ui/page.js';
import { Refusal, refusalOfFailure, useSubmission } from '../ui/submission.js';

/** `open` shows the button; the others say why there is none. */
type Outcome = 'open' | 'removed' | 'kept' | 'nothing-there';

/** The mail's "this was not me" link: one button erases the unconfirmed registration. */
export function RemovePage(): ReactNode {
  const guid = useQuery().get('guid') ?? '';
  const hydrated = useHydrated();
  const [outcome, setOutcome] = useState<Outcome>('open');

  const submission = useSubmission((error) => {
    const status = statusOf(error);
    if (status === 400 || status === 404) setOutcome('nothing-there');
    if (status !== 409) return refusalOfFailure(error);
    setOutcome('kept');
    return new Refusal([failureText(error), 'Nothing was removed.']);
  });

  const remove = async (): Promise<void> => {
    await removeMyData(guid);
    setOutcome('removed');
  };

  if (outcome === 'removed') {
    return (
      <End heading={MAILED_LINK_MESSAGES.dataRemoved}>
        The registration is gone, with everything that was entered. We will not contact you again.
        There is nothing more to do. You can close this page.
      </End>
    );
  }
  if (outcome === 'nothing-there' || (hydrated && guid === '')) {
    return (
      <End heading="There is no registration for this link.">
        If you have already pressed “Remove my data”, everything has been removed and there is
        nothing more to do. If not, part of the link may be missing: please open it from the email
        again.
      </End>
    );
  }
  return (
    <>
      <ErrorBanner fault={submission.fault} />
      <PageHeading>{PAGES.removeMyData.title}</PageHeading>
      {outcome === 'open' && (
        <>
          <NeedsScript />
          <p>
            If someone else registered a family with your email address, you can remove that
            registration here, as long as it has not been confirmed. Everything that was entered is
            removed, and we will not contact you again.
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
          <Status busy={submission.busy} />
          {!hydrated && <StillLoading />}
        </>
      )}
      <Questions />
    </>
  );
}
