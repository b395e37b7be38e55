import { type MiddlewareConsumer, Module, type NestModule } from '@nestjs/common';
import { DataSource } from 'typeorm';

import { BotCheckModule } from '../bot-check/bot-check.module.js';
import { ConfirmationModule } from '../confirmation/confirmation.module.js';
import { EmailModule } from '../email/email.module.js';
import { Environment } from '../config/environment.js';
import { Secrets } from '../config/secrets.js';
import { FamiliesModule } from '../families/families.module.js';
import { DraftChildrenController } from './draft-children.controller.js';
import { DraftsRepository } from './drafts.repository.js';
import { FamilyCallsController } from './family-calls.controller.js';
import { RegistrationController } from './registration.controller.js';
import { RegistrationService } from './registration.service.js';
import { registrationSession } from './registration-session.js';
import { SiteConfigurationService } from './site-configuration.service.js';
import { StepOneService } from './step-one.service.js';

@Module({
  imports: [FamiliesModule, ConfirmationModule, EmailModule, BotCheckModule],
  controllers: [FamilyCallsController, DraftChildrenController, RegistrationController],
  providers: [DraftsRepository, RegistrationService, SiteConfigurationService, StepOneService],
  exports: [SiteConfigurationService],
})
export class RegistrationModule implements NestModule {
  constructor(
    private readonly dataSource: DataSource,
    private readonly environment: Environment,
    private readonly secrets: Secrets,
  ) {}

  configure(consumer: MiddlewareConsumer): void {
    consumer
      .apply(registrationSession(this.dataSource, this.environment, this.secrets))
      .forRoutes(FamilyCallsController, DraftChildrenController, RegistrationController);
  }
}
