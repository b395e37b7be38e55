import { type FieldError, MESSAGES, type SiteConfig } from '@kidlab/contract';
import { type ReactNode, type SubmitEvent, useState } from 'react';

import { CallError, failureText, isConnectionLost } from '../api/http.js';
import type { BotCheck } from './bot-check.js';
import { useLiveConfig } from '../site/site.js';
import { Button } from '../ui/button.js';
import { ReadOnly } from '../ui/field.js';
import { StillLoading } from '../ui/page.js';
import { Refusal, type Submission } from '../ui/submission.js';

interface CheckedFormProps {
  readonly botCheck: BotCheck;
  readonly submission: Submission;
  /** False until the page is taken over: before, a submission would put the form's content into the address. */
  readonly ready: boolean;
  /** The button's words. */
  readonly label: string;
  readonly onSend: () => Promise<void>;
  readonly children: ReactNode;
}

/** A form that a bot check guards; the check begins its work at the first focus of a field. */
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
        <Button type="submit" disabled={!ready} busy={busy} working={busy}>
          {label}
        </Button>
      </div>
      {!ready && <StillLoading />}
    </form>
  );
}

/**
 * What to tell when sending such a form failed: the faults at their fields, and the message in the banner unless
 * one of the fields says the same. The token is used up, so the next one is prepared.
 * @param fieldsOf the server's faults by the form's fields
 * @param fallback for a failure that says nothing of itself
 */
export function refusalOfForm(
  botCheck: BotCheck,
  fieldsOf: (errors: readonly FieldError[]) => readonly FieldError[],
  fallback?: string,
): (error: unknown) => Refusal {
  return (error) => {
    botCheck.prepare();
    const fields = error instanceof CallError ? fieldsOf(error.body.errors ?? []) : [];
    const text = failureText(error, fallback);
    return new Refusal(fields.some(({ message }) => message === text) ? [] : [text], fields);
  };
}

/** Loads the configured bot check. */
async function loadBotCheck({ botCheck, botCheckSiteKey }: SiteConfig): Promise<BotCheck> {
  switch (botCheck) {
    case 'altcha':
      return (await import('./altcha.js')).createAltcha();
    case 'recaptcha':
      return (await import('./recaptcha.js')).createRecaptcha(botCheckSiteKey ?? '');
    case 'off':
      return { prepare: () => undefined, token: () => Promise.resolve('off') };
  }
}

/**
 * The bot check of one form. It is loaded at the first focus of a field. Where there is no token, it says why.
 */
export function useBotCheck(): BotCheck {
  const config = useLiveConfig();
  const [held] = useState<{ check: BotCheck | null }>({ check: null });
  const check = async (): Promise<BotCheck | null> => {
    // One that was loaded twice at once is the first of the two.
    const loaded = held.check ?? (config === null ? null : await loadBotCheck(config));
    held.check ??= loaded;
    return held.check;
  };
  return {
    prepare: () => {
      // Where it can't be loaded, `token` tries again, and says so.
      check().then(
        (loaded) => loaded?.prepare(),
        () => undefined,
      );
    },
    token: async () => {
      try {
        const token = await (await check())?.token();
        if (token !== undefined) return token;
      } catch (error) {
        if (isConnectionLost(error)) throw new Refusal([MESSAGES.connectionLost]);
      }
      throw new Refusal([MESSAGES.botCheckNotReady]);
    },
  };
}
