import { Logger } from '@nestjs/common';

import type { Environment } from '../config/environment.js';
import { BotCheck } from './bot-check.js';

const TIME_OUT_MS = 5_000;

/** Invisible reCAPTCHA. Without a clear yes from the provider, the token is rejected. */
export class RecaptchaCheck extends BotCheck {
  private readonly logger = new Logger('bot-check');

  /** @param timeOut in milliseconds. */
  constructor(
    private readonly environment: Environment,
    private readonly timeOut = TIME_OUT_MS,
  ) {
    super();
  }

  override async accepts(token: string): Promise<boolean> {
    if (token === '') return false;
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
