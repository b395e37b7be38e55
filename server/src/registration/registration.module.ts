import { type MiddlewareConsumer, Module, type NestModule } from '@nestjs/common';

import { BotCheckModule } from '../bot-check/bot-check.module.js';
import { ConfirmationModule } from '../confirmation/confirmation.module.js';
import { EmailModule } from '../email/email.module.js';
import { FamiliesModule } from '../families/families.module.js';
import { ChildrenController } from './children.controller.js';
import { DraftChildren } from './draft-children.service.js';
import { DraftSessions } from './draft-sessions.js';
import { DraftService } from './draft.service.js';
import { DraftJobs } from './draft.jobs.js';
import { FamiliesController } from './families.controller.js';
import { RegistrationController } from './registration.controller.js';
import { OwnDraft } from './own-draft.js';
import { RegistrationService } from './registration.service.js';
import { RegistrationSession } from './registration-session.js';
import { SiteConfiguration } from './site-configuration.js';

/** The public flow: from step 1 to the confirmed family. */
@Module({
  imports: [FamiliesModule, ConfirmationModule, EmailModule, BotCheckModule],
  controllers: [FamiliesController, ChildrenController, RegistrationController],
  providers: [
    OwnDraft,
    RegistrationService,
    DraftChildren,
    DraftService,
    DraftSessions,
    SiteConfiguration,
    RegistrationSession,
    DraftJobs,
  ],
  exports: [SiteConfiguration],
})
export class RegistrationModule implements NestModule {
  configure(consumer: MiddlewareConsumer): void {
    consumer
      .apply(RegistrationSession)
      .forRoutes(FamiliesController, ChildrenController, RegistrationController);
  }
}
