import { MESSAGES } from '@kidlab/contract';
import { Injectable } from '@nestjs/common';

import { BotCheck } from '../bot-check/bot-check.js';
import { invalidInput } from '../common/failures.js';
import { textFields } from '../common/input.js';

/** Stands before the first and the last submission. */
@Injectable()
export class BotCheckGate {
  constructor(private readonly botCheck: BotCheck) {}

  /** @throws 400 when the body's `recaptchaToken` does not pass. */
  async pass(body: unknown): Promise<void> {
    const { recaptchaToken } = textFields(body, ['recaptchaToken']);
    if (!(await this.botCheck.accepts(recaptchaToken))) {
      throw invalidInput([{ field: 'recaptchaToken', message: MESSAGES.botCheckFailed }]);
    }
  }
}
