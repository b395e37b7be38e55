import { MESSAGES } from '@kidlab/contract';
import { useState } from 'react';

import { isConnectionLost } from '../api/http.js';
import { type LiveConfig } from '../site/site.js';
import { useLiveConfig } from '../site/use-hydrated.js';
import { type Refusal, refusal } from '../ui/use-submission.js';
import type { BotCheck } from './bot-check.js';

const OFF: BotCheck = { prepare: () => undefined, token: () => Promise.resolve('off') };

/** Loads the configured bot check. */
async function loadBotCheck({ botCheck, botCheckSiteKey }: LiveConfig): Promise<BotCheck> {
  switch (botCheck) {
    case 'altcha':
      return (await import('./altcha.js')).createAltcha();
    case 'recaptcha':
      return (await import('./recaptcha.js')).createRecaptcha(botCheckSiteKey ?? '');
    case 'off':
      return OFF;
  }
}

export interface BotCheckOfForm {
  /** Loads the check and begins its work: at the first focus of a field, and after a token was used up. */
  readonly prepare: () => void;
  /** A token for one submission, waited for within bounds; or what to tell when there is none. */
  readonly token: () => Promise<string | Refusal>;
}

/** The bot check of one form. It exists once the configuration is known. */
export function useBotCheck(): BotCheckOfForm {
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
        return (await (await check())?.token()) ?? refusal(MESSAGES.botCheckNotReady);
      } catch (error) {
        return refusal(
          isConnectionLost(error) ? MESSAGES.connectionLost : MESSAGES.botCheckNotReady,
        );
      }
    },
  };
}
