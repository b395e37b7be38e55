import { Module } from '@nestjs/common';

import { EmailModule } from '../email/email.module.js';
import { FamiliesModule } from '../families/families.module.js';
import { ChangedAddress, ConfirmationLinks } from './confirmation-links.service.js';
import { ConfirmationLetter } from './confirmation.letter.js';
import { ConfirmationService } from './confirmation.service.js';
import { MailPace } from './mail-pace.service.js';
import { RemovalService } from './removal.service.js';
import { ResendService } from './resend.service.js';

/** Double opt-in: links that are mailed, replaced, followed and answered. */
@Module({
  imports: [FamiliesModule, EmailModule],
  providers: [
    ChangedAddress,
    ConfirmationLinks,
    ConfirmationLetter,
    ConfirmationService,
    MailPace,
    RemovalService,
    ResendService,
  ],
  exports: [ConfirmationLinks, ConfirmationService, RemovalService, ResendService],
})
export class ConfirmationModule {}
