import { Module } from '@nestjs/common';

import { Environment } from '../config/environment.js';
import { AltchaCheck } from './altcha.service.js';
import { BotCheck, NoBotCheck } from './bot-check.js';
import { RecaptchaCheck } from './recaptcha.service.js';

function choose(environment: Environment, altcha: AltchaCheck): BotCheck {
  switch (environment.botCheck) {
    case 'altcha':
      return altcha;
    case 'recaptcha':
      return new RecaptchaCheck(environment);
    case 'off':
      return new NoBotCheck();
  }
}

@Module({
  providers: [
    AltchaCheck,
    { provide: BotCheck, useFactory: choose, inject: [Environment, AltchaCheck] },
  ],
  exports: [BotCheck],
})
export class BotCheckModule {}
