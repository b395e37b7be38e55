import { useState } from 'react';

import { type LiveConfig } from '../site/site.js';
import { useLiveConfig } from '../site/use-hydrated.js';
import { type BotCheck, TOKEN_WAIT } from './bot-check.js';

const OFF: BotCheck = { prepare: () => undefined, token: () => Promise.resolve('off') };

/** The configured bot check, its code loaded at the first call only. */
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

function within<Value>(wait: number, promise: Promise<Value>): Promise<Value> {
  return Promise.race([
    promise,
    new Promise<never>((_resolve, reject) => {
      setTimeout(() => {
        reject(new Error('The bot check took too long.'));
      }, wait);
    }),
  ]);
}

export interface BotCheckOfForm {
  /** Loads the check and begins its work: at the first focus of a field, and after a token was used up. */
  readonly prepare: () => void;
  /** A token for one submission, waited for within bounds; `null` when the check is not ready. */
  readonly token: () => Promise<string | null>;
}

/** The bot check of one form. */
class LazyBotCheck {
  private loading: Promise<BotCheck> | null = null;

  private load(config: LiveConfig): Promise<BotCheck> {
    if (this.loading === null) {
      this.loading = loadBotCheck(config);
      this.loading.catch(() => {
        this.loading = null;
      });
    }
    return this.loading;
  }

  prepare(config: LiveConfig): void {
    this.load(config).then(
      (check) => {
        check.prepare();
      },
      () => undefined,
    );
  }

  async token(config: LiveConfig): Promise<string | null> {
    try {
      return await within(
        TOKEN_WAIT,
        this.load(config).then((check) => check.token()),
      );
    } catch {
      return null;
    }
  }
}

export function useBotCheck(): BotCheckOfForm {
  const config = useLiveConfig();
  const [check] = useState(() => new LazyBotCheck());
  return {
    prepare: () => {
      if (config !== null) check.prepare(config);
    },
    token: () => (config === null ? Promise.resolve(null) : check.token(config)),
  };
}
