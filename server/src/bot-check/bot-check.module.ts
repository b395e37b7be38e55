import { Module } from '@nestjs/common';
import { DataSource } from 'typeorm';

import { Clock } from '../common/clock.js';
import { Environment } from '../config/environment.js';
import { Secrets } from '../config/secrets.js';
import { AltchaCheck } from './altcha.js';
import { BotCheck, NoBotCheck } from './bot-check.js';
import { RecaptchaCheck } from './recaptcha.js';

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
    {
      provide: AltchaCheck,
      useFactory: (secrets: Secrets, clock: Clock, dataSource: DataSource) =>
        new AltchaCheck(secrets, clock, dataSource),
      inject: [Secrets, Clock, DataSource],
    },
    { provide: BotCheck, useFactory: choose, inject: [Environment, AltchaCheck] },
  ],
  exports: [BotCheck, AltchaCheck],
})
export class BotCheckModule {}
