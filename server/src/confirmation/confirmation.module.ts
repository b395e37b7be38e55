import { Module } from '@nestjs/common';

import { EmailModule } from '../email/email.module.js';
import { FamiliesModule } from '../families/families.module.js';
import { ChangedAddressListener, ConfirmationLinksService } from './confirmation-links.service.js';
import { ConfirmationLetter, SecondNoticeLetter } from './confirmation.letter.js';
import { ConfirmationService, RemovalService } from './confirmation.service.js';
import { FollowUpJob, FollowUpService } from './follow-up.service.js';
import { MailThrottleService } from './mail-throttle.service.js';
import { ResendService } from './resend.service.js';
import { StaffMailsController } from './staff-mails.controller.js';

@Module({
  imports: [FamiliesModule, EmailModule],
  controllers: [StaffMailsController],
  providers: [
    ChangedAddressListener,
    ConfirmationLinksService,
    ConfirmationLetter,
    ConfirmationService,
    FollowUpJob,
    FollowUpService,
    MailThrottleService,
    RemovalService,
    ResendService,
    SecondNoticeLetter,
  ],
  exports: [ConfirmationLinksService, ConfirmationService, RemovalService, ResendService],
})
export class ConfirmationModule {}
