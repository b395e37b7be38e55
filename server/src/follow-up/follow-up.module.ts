import { Module } from '@nestjs/common';

import { ConfirmationModule } from '../confirmation/confirmation.module.js';
import { FollowUpController, ResendController } from './follow-up.controller.js';
import { FollowUpService } from './follow-up.service.js';

/**
 * Mail to families that have not confirmed: the second notice by schedule or on demand, and the resend of the first.
 */
@Module({
  imports: [ConfirmationModule],
  controllers: [FollowUpController, ResendController],
  providers: [FollowUpService],
})
export class FollowUpModule {}
