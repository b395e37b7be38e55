import { Module } from '@nestjs/common';

import { ConfirmationModule } from '../confirmation/confirmation.module.js';
import { EmailModule } from '../email/email.module.js';
import { FollowUpController, ResendController } from './follow-up.controller.js';
import { FollowUpService, FollowUpSchedule } from './follow-up.service.js';
import { SecondNoticeLetter } from './second-notice.letter.js';

/**
 * Mail to families that have not confirmed: the second notice by schedule or on demand, and the resend of the first.
 */
@Module({
  imports: [ConfirmationModule, EmailModule],
  controllers: [FollowUpController, ResendController],
  providers: [FollowUpService, FollowUpSchedule, SecondNoticeLetter],
})
export class FollowUpModule {}
