import { MESSAGES } from '@kidlab/contract';
import { type ReactNode, useState } from 'react';
import { useQuery } from '../site/location.js';

import { removeMyData } from '../api/confirmation.js';
import { CallError, failureText } from '../api/http.js';
import { PAGES } from '../pages.js';
import { useHydrated } from '../site/site.js';
import { ErrorBanner } from '../ui/error-banner.js';
import { NeedsScript, NewHeading, PageHeading, StillLoading, SupportLink } from '../ui/page.js';
import { type Refusal, refusal, useSubmission } from '../ui/submission.js';

/** What became of the registration behind the link: nothing yet, or why there is no button any more. */
type Outcome = 'open' | 'removed' | 'kept' | 'nothing-there';

/** What the server's refusals mean: the family is confirmed, or there is none (any more), or the link is none. */
const OUTCOME_OF_STATUS: Readonly<Partial<Record<number, Outcome>>> = {
  400: 'nothing-there',
  404: 'nothing-there',
  409: 'kept',
};

function outcomeOf(error: unknown): Outcome {
  if (!(error instanceof CallError) || error.status === null) return 'open';
  return OUTCOME_OF_STATUS[error.status] ?? 'open';
}

function Removed(): ReactNode {
  return (
    <>
      <NewHeading>{MESSAGES.dataRemoved}</NewHeading>
      <p>
        The registration is gone, with everything that was entered, and we will not contact you
        again. There is nothing more to do. You can close this page.
      </p>
    </>
  );
}

function NothingThere(): ReactNode {
  return (
    <>
      <NewHeading>{MESSAGES.nothingToRemove}</NewHeading>
      <p>
        We have no registration that belongs to this link. It was removed already, or the link is
        not complete: please follow the one in the email once more.
      </p>
    </>
  );
}

function Question({
  busy,
  onRemove,
}: {
  readonly busy: boolean;
  readonly onRemove: () => void;
}): ReactNode {
  const hydrated = useHydrated();
  return (
    <>
      <NeedsScript />
      <p>
        Someone registered a family with your email address. If this was not you, you can remove
        that registration here, with everything that was entered. We will not contact you again.
      </p>
      <div className="actions">
        <button
          type="button"
          className="button button-danger"
          onClick={onRemove}
          disabled={!hydrated}
          aria-disabled={busy}
          aria-busy={busy}
        >
          Remove my data
        </button>
      </div>
      {!hydrated && <StillLoading />}
    </>
  );
}

/** Behind the mail's "this was not me" link: one button that erases the unconfirmed registration. */
export function RemovePage(): ReactNode {
  const search = useQuery();
  const hydrated = useHydrated();
  const [outcome, setOutcome] = useState<Outcome>('open');
  const guid = search.get('guid') ?? '';

  const refusalOf = (error: unknown): Refusal | null => {
    const now = outcomeOf(error);
    setOutcome(now);
    const text = failureText(error, MESSAGES.unexpectedError);
    if (now === 'nothing-there') return null;
    return now === 'kept' ? refusal(text, MESSAGES.nothingRemoved) : refusal(text);
  };
  const { busy, fault, submit } = useSubmission(refusalOf);

  const remove = (): void => {
    submit(async () => {
      await removeMyData(guid);
      setOutcome('removed');
      return null;
    });
  };

  const hasNoLink = hydrated && guid === '';
  const isGone = hasNoLink || outcome === 'nothing-there';
  return (
    <>
      <ErrorBanner fault={fault} />
      {outcome === 'removed' ? (
        <Removed />
      ) : isGone ? (
        <NothingThere />
      ) : (
        <>
          <PageHeading>{PAGES.removeMyData.title}</PageHeading>
          {outcome === 'open' && <Question busy={busy} onRemove={remove} />}
        </>
      )}
      <p>
        Questions? Please write to <SupportLink />.
      </p>
    </>
  );
}
