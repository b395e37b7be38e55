import { MESSAGES } from '@kidlab/contract';
import { Injectable, type PipeTransform } from '@nestjs/common';

import { BotCheck } from '../bot-check/bot-check.js';
import { invalidInput } from '../common/failures.js';

/** For a body with the token of the bot check. It runs once all else in the body is right: a token is good for one call. */
@Injectable()
export class BotCheckPipe implements PipeTransform {
  constructor(private readonly botCheck: BotCheck) {}

  /** @throws 400 when the token does not pass. */
  async transform<Body extends { recaptchaToken: string }>(body: Body): Promise<Body> {
    if (await this.botCheck.accepts(body.recaptchaToken)) return body;
    throw invalidInput([{ field: 'recaptchaToken', message: MESSAGES.botCheckFailed }]);
  }
}
