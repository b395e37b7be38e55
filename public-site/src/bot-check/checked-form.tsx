import { type ErrorBody, type FieldError, MESSAGES, type SiteConfig } from '@kidlab/contract';
import { type ReactNode, type SubmitEvent, useMemo } from 'react';

import { CallError, failureText, isConnectionLost } from '../api/http.js';
import { useLiveConfig } from '../site/site.js';
import { Button } from '../ui/button.js';
import { ReadOnly } from '../ui/field.js';
import { StillLoading } from '../ui/page.js';
import { Refusal, type Submission } from '../ui/submission.js';
import { createAltcha } from './altcha.js';
import { createRecaptcha } from './recaptcha.js';

interface BotCheck {
  /** Starts the work for a token; cheap to call again. */
  readonly prepare: () => void;
  /** A token for one submission. */
  readonly token: () => Promise<string>;
}

interface CheckedFormProps {
  readonly botCheck: BotCheck;
  readonly submission: Submission;
  /** False until hydration. Before that, a submission would put the form's content into the address. */
  readonly ready: boolean;
  readonly label: string;
  readonly onSend: () => Promise<void>;
  readonly children: ReactNode;
}

/** A form with a bot check, which starts at the first focus of a field. */
export function CheckedForm(props: CheckedFormProps): ReactNode {
  const { botCheck, submission, ready, label, onSend, children } = props;
  const { busy, submit } = submission;
  return (
    <form
      noValidate
      onFocus={botCheck.prepare}
      onSubmit={(event: SubmitEvent) => {
        event.preventDefault();
        submit(onSend);
      }}
    >
      <ReadOnly value={busy}>{children}</ReadOnly>
      <div className="actions">
        {/* Spread, because React’s types lack it. Without it, a reload in Firefox enables the prerendered button. */}
        <Button
          type="submit"
          disabled={!ready && !busy}
          {...{ autoComplete: 'off' }}
          busy={busy}
          working={busy}
        >
          {label}
        </Button>
      </div>
      {!ready && !busy && <StillLoading />}
    </form>
  );
}

/**
 * The refusal of a failed submission, with the server's message unless fields have errors, which they show themselves.
 * Prepares the next token.
 * @param fieldsOf maps the server's errors to the form's fields
 * @param fallback message for a failure without one
 */
export function refusalOfForm(
  botCheck: BotCheck,
  fieldsOf: (answer: Partial<ErrorBody>) => readonly FieldError[],
  fallback?: string,
): (error: unknown) => Refusal {
  return (error) => {
    botCheck.prepare();
    const fields = error instanceof CallError ? fieldsOf(error.body) : [];
    return new Refusal(fields.length > 0 ? [] : [failureText(error, fallback)], fields);
  };
}

function createBotCheck({ botCheck, botCheckSiteKey }: SiteConfig): BotCheck {
  switch (botCheck) {
    case 'altcha':
      return createAltcha();
    case 'recaptcha':
      return createRecaptcha(botCheckSiteKey ?? '');
    case 'off':
      return { prepare: () => undefined, token: () => Promise.resolve('off') };
  }
}

/**
 * The bot check of one form. `token` throws a Refusal that says why there is none. Not imported separately, because
 * Chromium never retries a module whose first import failed.
 */
export function useBotCheck(): BotCheck {
  const config = useLiveConfig();
  const check = useMemo(() => (config === null ? null : createBotCheck(config)), [config]);
  return {
    prepare: () => check?.prepare(),
    token: async () => {
      try {
        const token = await check?.token();
        if (token !== undefined) return token;
      } catch (error) {
        if (isConnectionLost(error)) throw new Refusal([MESSAGES.connectionLost]);
      }
      throw new Refusal([MESSAGES.botCheckNotReady]);
    },
  };
}
