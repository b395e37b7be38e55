import { MESSAGES } from '@kidlab/contract';
import { type ReactNode, useState } from 'react';
import { useSearchParams } from 'react-router';

import { removeMyData } from '../api/confirmation.js';
import { failureText } from '../api/http.js';
import { PAGES } from '../pages.js';
import { useHydrated } from '../site/use-hydrated.js';
import { ErrorBanner } from '../ui/error-banner.js';
import { SupportLink } from '../ui/mail-text.js';
import { NeedsScript, PageHeading } from '../ui/page.js';
import { refusal, useSubmission } from '../ui/use-submission.js';

/** Behind the mail's "this was not me" link: one button that erases the unconfirmed registration. */
export function RemovePage(): ReactNode {
  const [search] = useSearchParams();
  const hydrated = useHydrated();
  const [done, setDone] = useState<string | null>(null);
  const { busy, fault, submit } = useSubmission((error) =>
    refusal(failureText(error, MESSAGES.unexpectedError)),
  );

  const remove = (): void => {
    submit(async () => {
      const answer = await removeMyData(search.get('guid') ?? '');
      setDone(answer?.message ?? MESSAGES.dataRemoved);
      return null;
    });
  };

  return (
    <>
      <ErrorBanner fault={fault} />
      <PageHeading>{PAGES.removeMyData.title}</PageHeading>
      <div role="status">{done !== null && <p className="lead">{done}</p>}</div>
      {done === null && (
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
              onClick={remove}
              disabled={!hydrated}
              aria-disabled={busy}
            >
              Remove my data
            </button>
          </div>
        </>
      )}
      <p>
        Questions? Please write to <SupportLink />.
      </p>
    </>
  );
}
