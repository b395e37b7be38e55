import { MESSAGES } from '@kidlab/contract';
import { type ReactNode, useEffect, useRef, useState } from 'react';

import { requestNewLink } from '../api/confirmation.js';
import { failureText } from '../api/http.js';
import { MailText } from '../ui/page.js';
import { useSubmission } from '../ui/submission.js';

/** One button for a parent whose mailed link is dead. The result is told in place. */
export function NewLink({ guid }: { readonly guid: string }): ReactNode {
  const [news, setNews] = useState('');
  const [isSent, setIsSent] = useState(false);
  const words = useRef<HTMLParagraphElement>(null);
  const { busy, submit } = useSubmission((error) => {
    setNews(failureText(error, MESSAGES.confirmFailed));
    return null;
  });

  useEffect(() => {
    // The button that had the focus is gone.
    if (isSent) words.current?.focus();
  }, [isSent]);

  const request = async (): Promise<null> => {
    setNews('');
    setNews((await requestNewLink(guid))?.message ?? MESSAGES.newLinkRequested);
    setIsSent(true);
    return null;
  };

  return (
    <>
      {!isSent && (
        <div className="actions">
          <button
            type="button"
            className="button"
            aria-disabled={busy}
            aria-busy={busy}
            onClick={() => {
              submit(request);
            }}
          >
            Send me a new link
          </button>
        </div>
      )}
      <p role="status" className="news" tabIndex={-1} ref={words}>
        <MailText>{news}</MailText>
      </p>
    </>
  );
}
