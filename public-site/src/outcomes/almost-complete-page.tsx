import { contactLine, MESSAGES, REGISTRATION } from '@kidlab/contract';
import { type ReactNode, useEffect, useState } from 'react';

import letter from '../../../brand/picture-letter.svg';
import { failureText, statusOf } from '../api/http.js';
import { resendConfirmationEmail } from '../api/registration.js';
import { PAGES } from '../pages.js';
import { startOver } from '../registration/start-over.js';
import { registration, updateRegistration, useRegistration } from '../registration/store.js';
import { navigate } from '../site/location.js';
import { useLiveConfig, useSite } from '../site/site.js';
import { ActionButton } from '../ui/button.js';
import { MailButton } from '../ui/mail-button.js';
import { Address, ErrorBanner, PageHeading, Picture, SupportLink } from '../ui/page.js';
import { Refusal, type Submission, useSubmission } from '../ui/submission.js';

/** Final refusals of "Send it again": session expired, registration removed, or confirmed. */
const NEVER_AGAIN: readonly (number | null)[] = [401, 404, 409];

const RESEND_OVER =
  'It can no longer be sent from this page. The link in our email works until it expires. If no email came, please sign up again with the same address.';
const NO_LONGER_CHANGEABLE =
  'Your registration can no longer be changed here: it was confirmed or removed, or your session expired.';

const PAUSE = REGISTRATION.ownResendPauseMinutes * 60_000;

/** Time until the mail can be sent again. The server decides, so the button works before that. */
function Countdown({ from }: { readonly from: number }): ReactNode {
  const [now, setNow] = useState(() => Date.now());
  // A clock set back must not lengthen the pause.
  const seconds = Math.ceil(Math.min(PAUSE, from + PAUSE - now) / 1_000);
  const isOver = seconds <= 0;

  useEffect(() => {
    if (isOver) return;
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [isOver, from]);

  if (isOver) return null;
  const rest = `${String(Math.floor(seconds / 60))}:${String(seconds % 60).padStart(2, '0')}`;
  return (
    <p className="notice" role="timer">
      You can send it again in <strong className="countdown">{rest}</strong>.
    </p>
  );
}

/** @param submission the page's; its banner says why the address can't be changed */
function MailAgain({ submission }: { readonly submission: Submission }): ReactNode {
  const { supportEmail } = useSite();
  const lifeHours = useLiveConfig()?.registrationTokenHours ?? 0;
  const { email, awaitingConfirmation, mailedAt } = useRegistration();
  if (!awaitingConfirmation || email === null) return null;

  const send = async () => {
    try {
      const answer = await resendConfirmationEmail(email);
      updateRegistration((state) => ({ ...state, mailedAt: Date.now() }));
      return { text: answer?.message ?? MESSAGES.confirmationSent, isOver: false };
    } catch (error) {
      const status = statusOf(error);
      const text = status === 401 ? RESEND_OVER : failureText(error);
      return { text, isOver: NEVER_AGAIN.includes(status) };
    }
  };

  const correct = async (): Promise<void> => {
    if (!(await startOver(lifeHours))) {
      throw new Refusal([NO_LONGER_CHANGEABLE, contactLine(supportEmail)]);
    }
    navigate(PAGES.registration.path);
  };

  return (
    <MailButton label="Send it again" look="quiet" submission={submission} send={send}>
      {/* Not above the button: when it ends, the button would move, and “Change it” would take its place. */}
      {mailedAt !== null && <Countdown key={mailedAt} from={mailedAt} />}
      <p>
        Wrong address?{' '}
        <ActionButton look="link" submission={submission} action={correct}>
          Change it
        </ActionButton>
      </p>
      <p className="notice">
        We will remove this registration and take you back to step 1, with what you entered.
      </p>
    </MailButton>
  );
}

export function AlmostCompletePage(): ReactNode {
  const { confirmationWindowHours } = useSite();
  const { email } = useRegistration();
  const submission = useSubmission();

  useEffect(() => {
    const state = registration();
    const isUnderWay = state.guid !== null && !state.awaitingConfirmation;
    // The step's guard redirects to the first unfinished one.
    if (isUnderWay) navigate(PAGES.agreement.path, { replace: true });
  }, []);

  return (
    <>
      <ErrorBanner fault={submission.fault} />
      <PageHeading>{PAGES.verify.title}</PageHeading>
      {/* A new element for a new text: see `MailText`. */}
      <p className="lead" key={email}>
        We have sent an email to{' '}
        <strong>{email === null ? 'your email address' : <Address>{email}</Address>}</strong>.
      </p>
      <p>
        {`Please follow the link in it to confirm your registration within ${confirmationWindowHours} ${confirmationWindowHours === '1' ? 'hour' : 'hours'}. Your family is not registered until you do.`}
      </p>
      <h2>No email yet?</h2>
      <p>If nothing arrives within a few minutes, please check your spam folder.</p>
      <MailAgain submission={submission} />
      <p>
        Still nothing? Please write to <SupportLink />.
      </p>
      <Picture src={letter} width={220} height={150} />
    </>
  );
}
