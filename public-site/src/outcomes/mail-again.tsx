import { contactLine, MESSAGES } from '@kidlab/contract';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { navigate } from '../site/location.js';

import { resendConfirmationEmail } from '../api/registration.js';
import { CallError, failureText } from '../api/http.js';
import { PAGES } from '../pages.js';
import { startOver } from '../registration/draft.js';
import { useSite } from '../site/site.js';
import { MailText } from '../ui/page.js';
import { type Refusal, refusal, type Submission } from '../ui/submission.js';

/** Why it can't be sent again, for good: its time is over, the registration was removed, or it is confirmed. */
const NEVER_AGAIN: readonly (number | null)[] = [401, 404, 409];

function isOverForGood(error: unknown): boolean {
  return error instanceof CallError && NEVER_AGAIN.includes(error.status);
}

/** What a failure says to a parent who waits for the mail. */
function newsOf(error: unknown): string {
  const isSessionOver = error instanceof CallError && error.status === 401;
  return isSessionOver ? MESSAGES.resendOver : failureText(error, MESSAGES.unexpectedError);
}

/**
 * "Send it again", whose outcome is told in place, and the way back to step 1 after a mistyped address.
 * @param submission of the page, whose banner says why the address can't be changed
 */
export function MailAgain({
  email,
  submission: { busy, submit },
}: {
  readonly email: string;
  readonly submission: Submission;
}): ReactNode {
  const { supportEmail } = useSite();
  const [news, setNews] = useState('');
  const [isOver, setIsOver] = useState(false);
  const words = useRef<HTMLParagraphElement>(null);

  useEffect(() => {
    // The button that had the focus is gone.
    if (isOver) words.current?.focus();
  }, [isOver]);

  const resend = async (): Promise<null> => {
    setNews('');
    try {
      setNews((await resendConfirmationEmail(email))?.message ?? MESSAGES.confirmationSent);
    } catch (error) {
      setNews(newsOf(error));
      setIsOver(isOverForGood(error));
    }
    return null;
  };

  const correct = async (): Promise<Refusal | null> => {
    setNews('');
    if (!(await startOver())) {
      return refusal(MESSAGES.noLongerChangeable, contactLine(supportEmail));
    }
    navigate(PAGES.registration.path);
    return null;
  };

  return (
    <>
      {!isOver && (
        <div className="actions">
          <button
            type="button"
            className="button button-quiet"
            aria-disabled={busy}
            onClick={() => {
              submit(resend);
            }}
          >
            Send it again
          </button>
        </div>
      )}
      <p role="status" className="news" tabIndex={-1} ref={words}>
        <MailText>{news}</MailText>
      </p>
      {!isOver && (
        <p>
          Wrong address?{' '}
          <button
            type="button"
            className="link-button"
            aria-disabled={busy}
            onClick={() => {
              submit(correct);
            }}
          >
            Change it
          </button>
          . We will forget this registration, and you can send it again with another address.
        </p>
      )}
    </>
  );
}
