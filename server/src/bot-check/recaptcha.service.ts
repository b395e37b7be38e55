import { Logger } from '@nestjs/common';

import type { Environment } from '../config/environment.js';
import { BotCheck } from './bot-check.js';

/** How long the provider may take by default, in milliseconds. */
const TIME_OUT = 5_000;
/** Longest token that is passed on, in characters; the provider's are about 2,000. */
const MAX_TOKEN_LENGTH = 8_192;

/** Invisible reCAPTCHA: the provider says whether a token is good. Whenever it does not say so, the answer is no. */
export class RecaptchaCheck extends BotCheck {
  private readonly logger = new Logger('bot-check');

  /** @param timeOut how long the provider may take, in milliseconds. */
  constructor(
    private readonly environment: Environment,
    private readonly timeOut = TIME_OUT,
  ) {
    super();
  }

  override async accepts(token: string): Promise<boolean> {
    if (token === '' || token.length > MAX_TOKEN_LENGTH) return false;
    try {
      const response = await fetch(this.environment.recaptchaVerifyUrl, {
        method: 'POST',
        body: new URLSearchParams({
          secret: this.environment.recaptchaSecretKey ?? '',
          response: token,
        }),
        redirect: 'error',
        signal: AbortSignal.timeout(this.timeOut),
      });
      if (!response.ok) {
        this.logger.warn(`reCAPTCHA answered ${String(response.status)}`);
        return false;
      }
      const answer = (await response.json()) as { success?: unknown } | null;
      return answer?.success === true;
    } catch (error) {
      this.logger.warn(
        `reCAPTCHA did not answer: ${error instanceof Error ? error.name : 'unknown error'}`,
      );
      return false;
    }
  }
}
