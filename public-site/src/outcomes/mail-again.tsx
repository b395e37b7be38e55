import { MESSAGES } from '@kidlab/contract';
import { type ReactNode, useRef, useState } from 'react';
import { useNavigate } from 'react-router';

import { resendConfirmationEmail } from '../api/registration.js';
import { failureText } from '../api/http.js';
import { PAGES } from '../pages.js';
import { startOver } from '../registration/draft.js';
import { MailText } from '../ui/mail-text.js';

/** "Send it again", and the way back to step 1 for whoever mistyped the address. What comes of it is told in place. */
export function MailAgain({ email }: { readonly email: string }): ReactNode {
  const navigate = useNavigate();
  const inFlight = useRef(false);
  const [busy, setBusy] = useState(false);
  const [news, setNews] = useState('');

  const run = async (action: () => Promise<string>): Promise<void> => {
    if (inFlight.current) return;
    inFlight.current = true;
    setBusy(true);
    setNews('');
    try {
      setNews(await action());
    } catch (error) {
      setNews(failureText(error, MESSAGES.unexpectedError));
    }
    setBusy(false);
    inFlight.current = false;
  };

  const resend = async (): Promise<string> =>
    (await resendConfirmationEmail(email))?.message ?? MESSAGES.confirmationSent;

  const correct = async (): Promise<string> => {
    await startOver();
    await navigate(PAGES.registration.path);
    return '';
  };

  return (
    <>
      <div className="actions">
        <button
          type="button"
          className="button button-quiet"
          aria-disabled={busy}
          onClick={() => {
            void run(resend);
          }}
        >
          Send it again
        </button>
      </div>
      <p role="status" className="news">
        <MailText>{news}</MailText>
      </p>
      <p>
        Wrong address?{' '}
        <button
          type="button"
          className="link-button"
          aria-disabled={busy}
          onClick={() => {
            void run(correct);
          }}
        >
          Change it
        </button>
        . We will forget this registration, and you can send it again with another address.
      </p>
    </>
  );
}
