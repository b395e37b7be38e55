import { MESSAGES } from '@kidlab/contract';
import { useState } from 'react';

import { isConnectionLost } from '../api/http.js';
import { type LiveConfig } from '../site/site.js';
import { useLiveConfig } from '../site/use-hydrated.js';
import { type Refusal, refusal } from '../ui/use-submission.js';
import { createAltcha } from './altcha.js';
import type { BotCheck } from './bot-check.js';
import { createRecaptcha } from './recaptcha.js';

const OFF: BotCheck = { prepare: () => undefined, token: () => Promise.resolve('off') };

/** The configured bot check; what is large of it is loaded by its first `prepare` or `token`. */
function createBotCheck({ botCheck, botCheckSiteKey }: LiveConfig): BotCheck {
  switch (botCheck) {
    case 'altcha':
      return createAltcha();
    case 'recaptcha':
      return createRecaptcha(botCheckSiteKey ?? '');
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
  const check = (): BotCheck | null => {
    if (config !== null) held.check ??= createBotCheck(config);
    return held.check;
  };
  return {
    prepare: () => {
      check()?.prepare();
    },
    token: async () => {
      try {
        return (await check()?.token()) ?? refusal(MESSAGES.botCheckNotReady);
      } catch (error) {
        return refusal(
          isConnectionLost(error) ? MESSAGES.connectionLost : MESSAGES.botCheckNotReady,
        );
      }
    },
  };
}
